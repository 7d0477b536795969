/// The articles that a title may begin with, and catalogues may leave off.
///
/// Left out are those that are words of their own in English titles: `Die Trying` is not `Trying`, nor `I, Robot` `Robot`.
enum Article {
    /// The articles in small letters; `l` is the French and Italian one before an apostrophe.
    static let all: Set<String> = [
        "the", "a", "an", "der", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las", "una", "il",
        "lo",
        "gli", "uno", "os", "um", "uma", "het", "een", "det", "ett",
    ]

    /// Takes an article off the beginning of a title.
    ///
    /// - Parameter title: The title as it is written; what is left of it comes back.
    /// - Returns: The article; nil where there is none, or nothing behind it.
    static func split(_ title: inout String) -> String? {
        let scalars = Array(title.unicodeScalars)
        if scalars.count > 2, scalars[0] == "l" || scalars[0] == "L", ComparedWords.isApostrophe(scalars[1]) {
            title = String(String.UnicodeScalarView(scalars[2...]))
            return "l"
        }
        let first = scalars.prefix { !$0.properties.isWhitespace }
        let word = String(String.UnicodeScalarView(first)).lowercased()
        let rest = String(String.UnicodeScalarView(scalars[first.count...]))
        guard all.contains(word), !ComparedWords.words(of: rest).isEmpty else { return nil }
        title = rest
        return word
    }
}
