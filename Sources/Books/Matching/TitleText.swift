/// A title as it is written, taken apart at the marks that people and catalogues put into it.
struct TitleText {
    /// The title, and behind it what colons, semicolons and dashes set apart; each without its ending.
    private(set) var parts: [String] = []
    /// What the brackets at the end of a part hold: most often a series.
    private(set) var brackets: [String] = []
    /// The statements of edition at the end of a part.
    private(set) var editions: [String] = []

    /// Takes a title apart.
    ///
    /// - Parameters:
    ///   - title: The title, perhaps with a subtitle in it.
    ///   - subtitle: The subtitle where it is known by itself.
    init(_ title: String, subtitle: String? = nil) {
        for (index, part) in (TitleText.parts(of: title) + (subtitle.map(TitleText.parts) ?? [])).enumerated() {
            take(part, isFirst: index == 0)
        }
    }

    /// The title without endings, as a search is asked for it.
    ///
    /// A search finds only what has all of its words, and of a series or an edition the catalogue often knows nothing.
    ///
    /// - Parameter title: The title.
    /// - Returns: The title as it is written where it has no endings.
    static func searched(_ title: String) -> String {
        let text = TitleText(title)
        return text.brackets.isEmpty && text.editions.isEmpty ? title : text.parts.joined(separator: ": ")
    }

    private mutating func take(_ part: String, isFirst: Bool) {
        var rest = part
        // No title has more endings, and a server's answer may be made to hold many.
        for _ in 0..<8 {
            if let (before, inside) = TitleText.splitBracket(rest), !isFirst || TitleText.isSomething(before) {
                rest = before
                if EditionStatement(inside) != nil {
                    editions.append(inside)
                } else if VolumeNumber.isAll(of: ComparedWords.words(of: inside)) {
                    // The number of a volume is no series: without it this is another book.
                    append(rest)
                    parts.append(inside)
                    return
                } else {
                    brackets.append(inside)
                }
            } else if let (before, statement) = EditionStatement.split(rest), !isFirst || TitleText.isSomething(before)
            {
                rest = before
                editions.append(statement)
            } else {
                break
            }
        }
        append(rest)
    }

    private mutating func append(_ part: String) {
        let part = TitleText.trimmed(part)
        if !part.isEmpty { parts.append(part) }
    }

    /// Whether a text has a word besides an article.
    private static func isSomething(_ text: String) -> Bool {
        let words = ComparedWords.words(of: text)
        return words.count > 1 || words.first.map { !Article.all.contains($0) } ?? false
    }

    // MARK: Marks

    /// The parts between the marks that set a subtitle apart, outside of brackets.
    private static func parts(of text: String) -> [String] {
        let scalars = text.unicodeScalars.map(LetterFold.halfWidth)
        let depths = depths(in: scalars)
        var parts: [String] = []
        var part = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            let length = depths[index] > 0 ? 0 : separator(at: index, in: scalars)
            if length > 0 {
                parts.append(String(part))
                part = String.UnicodeScalarView()
                index += length
            } else {
                part.append(scalars[index])
                index += 1
            }
        }
        return (parts + [String(part)]).map(trimmed).filter { !$0.isEmpty }
    }

    /// How many scalars a mark takes at a place; 0 where there is none.
    private static func separator(at index: Int, in scalars: [Unicode.Scalar]) -> Int {
        switch scalars[index] {
        case ":", ";", "\u{2014}": return 1 + alternative(at: index + 1, in: scalars)
        case "-", "\u{2013}", "/", "=":
            let isSpaced =
                index > 0 && scalars[index - 1] == " " && index + 1 < scalars.count && scalars[index + 1] == " "
            return isSpaced ? 1 : 0
        case ",":
            let length = alternative(at: index + 1, in: scalars)
            return length > 0 ? 1 + length : 0
        default: return 0
        }
    }

    /// How many scalars the "or" before an alternative title takes: `Walden; or, Life in the Woods`.
    private static func alternative(at index: Int, in scalars: [Unicode.Scalar]) -> Int {
        let rest = scalars[index...].drop { $0 == " " }
        let word = rest.prefix { $0.properties.isAlphabetic }
        let behind = rest.dropFirst(word.count).first
        guard rest.startIndex > index, behind == " " || behind == ",",
            ["or", "ou", "oder"].contains(String(String.UnicodeScalarView(word)).lowercased())
        else { return 0 }
        return rest.startIndex - index + word.count
    }

    /// How many brackets that are closed again are open at each place.
    private static func depths(in scalars: [Unicode.Scalar]) -> [Int] {
        var opened: [Int] = []
        var changes = [Int](repeating: 0, count: scalars.count + 1)
        for (index, scalar) in scalars.enumerated() {
            if scalar == "(" || scalar == "[" {
                opened.append(index)
            } else if let closing = opening[scalar], let place = opened.lastIndex(where: { scalars[$0] == closing }) {
                changes[opened[place]] += 1
                changes[index + 1] -= 1
                opened.removeSubrange(place...)
            }
        }
        var depth = 0
        return scalars.indices.map { index in
            depth += changes[index]
            return depth
        }
    }

    private static let opening: [Unicode.Scalar: Unicode.Scalar] = [")": "(", "]": "["]

    /// What stands before a bracket at the end, and what it holds; nil where there is none, or nothing in it.
    private static func splitBracket(_ text: String) -> (before: String, inside: String)? {
        let scalars = Array(trimmed(text).unicodeScalars)
        let depths = depths(in: scalars)
        guard let last = scalars.last, opening[last] != nil, depths[scalars.count - 1] > 0 else { return nil }
        let begin = (depths.lastIndex(of: 0) ?? -1) + 1
        let inside = String(String.UnicodeScalarView(scalars[(begin + 1)...].dropLast()))
        return (String(String.UnicodeScalarView(scalars[..<begin])), inside)
    }

    /// A text without the space and the joints around it.
    private static func trimmed(_ text: String) -> String {
        let isJoint = { (scalar: Unicode.Scalar) in
            scalar.properties.isWhitespace || ",.:;/=-\u{2013}".unicodeScalars.contains(scalar)
        }
        var scalars = Array(text.unicodeScalars.drop(while: isJoint))
        while let last = scalars.last, isJoint(last) { scalars.removeLast() }
        return String(String.UnicodeScalarView(scalars))
    }
}
