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
        let readings = groups.flatMap(AuthorNames.readings).filter { !$0.name.isNobody }
        let persons = readings.filter { !$0.name.isBeside }
        let named = persons.isEmpty ? readings : persons
        names = named.map(\.name)
        // A text that may be two names is searched by its first part.
        searched = (named.first { !$0.name.needsAllWords } ?? named.first).map { AuthorNames.plain($0.text) }
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
    /// `Le Guin, Ursula K.` and `Neil Gaiman, Terry Pratchett` look alike, so that both readings count, the one as a single name
    /// only with all its words: Terry Gaiman is neither of two. A name of one word alone is never taken out of such a pair:
    /// `King, Stephen` is no Stephen.
    private static func readings(of text: String) -> [(text: String, name: PersonalName)] {
        var parts: [String] = []
        for part in text.split(separator: ",").map({ String($0) }) {
            guard let name = PersonalName(part), !name.isBeside else { continue }
            // "Tolkien, J. R. R.": what is nothing but initials belongs to the name before it.
            if let last = parts.last, name.words.allSatisfy({ $0.unicodeScalars.count == 1 }) {
                parts[parts.count - 1] = last + ", " + part
            } else {
                parts.append(part)
            }
        }
        if parts.isEmpty { parts = [text] }
        let names = parts.compactMap { part in PersonalName(part).map { (part, $0) } }
        guard names.count == 2 else { return names }
        let text = parts.joined(separator: ", ")
        guard var whole = PersonalName(text) else { return names }
        whole.needsAllWords = names.allSatisfy { $0.1.words.count > 1 }
        return whole.needsAllWords ? [(text, whole)] + names : [(text, whole)]
    }

    /// A name without years and brackets, in the spelling that it has.
    private static func plain(_ text: String) -> String {
        var depth = 0
        let words = text.split(whereSeparator: \.isWhitespace).filter { word in
            let before = depth
            depth = max(0, depth + word.count { "([".contains($0) } - word.count { ")]".contains($0) })
            let isOfName = PersonalName(word).map { !$0.isBeside } ?? false
            return before == 0 && !"([".contains(word.first ?? " ") && isOfName
        }
        if words.isEmpty { return text }
        let name = words.joined(separator: " ")
        return name.hasSuffix(",") ? String(name.dropLast()) : name
    }
}
