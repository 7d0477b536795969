/// The authors that a text names, of which one is enough.
struct AuthorNames: Hashable, Sendable {
    /// The names; none where the text names nobody.
    let names: [PersonalName]
    /// The first name as it is written, without what a search would look for in vain; nil where nobody is named.
    let searched: String?

    /// Reads a text.
    ///
    /// - Parameter text: One name or several, joined by `;`, `/`, `&`, `and` or a comma that isn't `Family, Given`.
    init(_ text: String) {
        let groups = AuthorNames.split(text.cut(to: AuthorNames.limit))
        let texts = groups.flatMap(AuthorNames.readings)
        names = texts.compactMap { PersonalName($0) }.filter { !$0.isNobody }
        searched = groups.lazy.flatMap(AuthorNames.readings).first { PersonalName($0).map { !$0.isNobody } ?? false }
            .map(AuthorNames.plain)
    }

    /// More than a list of authors has; a server's answer may be made to take long.
    private static let limit = 1_000

    /// The texts between the marks that join names.
    private static func split(_ text: String) -> [String] {
        var groups: [[Substring]] = [[]]
        let spaced = text.map { ";/&＆；／".contains($0) ? " ; " : String($0) }.joined()
        for word in spaced.split(whereSeparator: \.isWhitespace) {
            if word == ";" || word.lowercased() == "and" {
                groups.append([])
            } else {
                groups[groups.count - 1].append(word)
            }
        }
        return groups.map { AuthorNames.named($0).joined(separator: " ") }.filter { !$0.isEmpty }
    }

    /// The words without the "et al." or "others" that stands for further names.
    private static func named(_ words: [Substring]) -> ArraySlice<Substring> {
        if words.last?.lowercased() == "others" { return words.dropLast() }
        let ending = words.suffix(2).map { ComparedWords.words(of: $0) }
        return ending == [["et"], ["al"]] ? words.dropLast(2) : words[...]
    }

    /// What the commas of a text may mean.
    ///
    /// `Le Guin, Ursula K.` and `Neil Gaiman, Terry Pratchett` look alike, so that both readings count. A name of one word alone is
    /// never taken out of such a pair: `King, Stephen` is no Stephen.
    private static func readings(of text: String) -> [String] {
        var parts: [String] = []
        for part in text.split(separator: ",").map({ String($0) }) {
            guard let name = PersonalName(part) else { continue }
            // "Tolkien, J. R. R.": what is nothing but initials belongs to the name before it.
            if let last = parts.last, name.words.allSatisfy({ $0.unicodeScalars.count == 1 }) {
                parts[parts.count - 1] = last + ", " + part
            } else {
                parts.append(part)
            }
        }
        guard parts.count > 1 else { return parts }
        let whole = parts.joined(separator: ", ")
        if parts.count > 2 { return parts }
        return parts.allSatisfy { (PersonalName($0)?.words.count ?? 0) > 1 } ? [whole] + parts : [whole]
    }

    /// A name without years and brackets, in the spelling that it has.
    private static func plain(_ text: String) -> String {
        var depth = 0
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            let before = depth
            depth = max(0, depth + word.count { "([".contains($0) } - word.count { ")]".contains($0) })
            return before == 0 && !"([".contains(word.first ?? " ") && PersonalName(word) != nil
        }
        let name = words.joined(separator: " ")
        return name.hasSuffix(",") ? String(name.dropLast()) : name
    }
}
