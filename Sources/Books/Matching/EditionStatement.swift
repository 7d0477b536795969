/// A statement of edition, such as `3rd edition`.
struct EditionStatement {
    /// The words, numbers as digits, abbreviations written out; without the word "edition" itself.
    let words: Set<String>

    /// Reads a text that is nothing but a statement of edition.
    ///
    /// - Parameter text: The text; nil comes back where it is none.
    init?(_ text: some StringProtocol) {
        var words = ComparedWords.words(of: text)
        guard words.count > 1, let noun = words.firstIndex(where: EditionStatement.nouns.contains) else { return nil }
        let found = words.remove(at: noun)
        words = words.map { EditionStatement.written[$0] ?? EditionStatement.digits(of: $0) }
        guard words.allSatisfy({ EditionStatement.qualifiers.contains($0) || VolumeNumber.isNumber($0) }) else {
            return nil
        }
        // "Special Ed" is a subject; the short form is believed only beside what nothing else has.
        guard EditionStatement.longNouns.contains(found) || words.contains(where: EditionStatement.isTelling) else {
            return nil
        }
        self.words = Set(words.filter { $0 != "and" })
    }

    /// The longest statement of edition that a text ends with.
    ///
    /// - Parameter text: The text.
    /// - Returns: What stands before it, and the statement; nil where there is none.
    static func split(_ text: String) -> (before: String, statement: String)? {
        let words = text.split(whereSeparator: \.isWhitespace)
        // A statement has few words; the search for it must not take long in a title of thousands.
        for count in (2...8).reversed() where count <= words.count {
            let begin = words[words.count - count].startIndex
            if EditionStatement(text[begin...]) != nil { return (String(text[..<begin]), String(text[begin...])) }
        }
        return nil
    }

    /// A number without the ending of an ordinal: `2nd`, `3e`.
    private static func digits(of word: String) -> String {
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        return !digits.isEmpty && endings.contains(String(word.dropFirst(digits.count))) ? String(digits) : word
    }

    private static func isTelling(_ word: String) -> Bool {
        VolumeNumber.isNumber(word) || ["revised", "enlarged", "expanded", "updated", "corrected"].contains(word)
    }

    private static let endings: Set<String> = ["st", "nd", "rd", "th", "e", "eme", "re", "er", "a", "o"]
    private static let longNouns: Set<String> = [
        "edition", "auflage", "ausgabe", "edicion", "edizione", "edicao", "editie", "wydanie", "издание", "видання",
    ]
    private static let nouns = longNouns.union(["ed", "edn", "aufl", "wyd", "изд", "вид"])
    private static let written: [String: String] = [
        "first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7",
        "eighth": "8",
        "ninth": "9", "tenth": "10", "eleventh": "11", "twelfth": "12", "rev": "revised", "enl": "enlarged",
        "exp": "expanded",
        "intl": "international", "illus": "illustrated", "annot": "annotated", "unabr": "unabridged", "spec": "special",
    ]
    private static let qualifiers: Set<String> = [
        "and", "revised", "enlarged", "expanded", "updated", "corrected", "annotated", "illustrated", "abridged",
        "unabridged",
        "international", "global", "anniversary", "special", "deluxe", "collectors", "limited", "standard", "student",
        "students", "teachers", "instructors", "kindle", "ebook", "digital", "print", "paperback", "hardcover",
        "hardback",
        "softcover", "pocket", "large", "library", "classic", "classics", "critical", "complete", "definitive", "new",
        "reprint", "reissue", "facsimile", "bilingual", "english", "us", "uk", "american", "british", "movie", "tie",
        "in",
        "year",
    ]
}
