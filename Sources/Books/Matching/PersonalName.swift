/// The name of a person as it is compared: its words in any order, without years, brackets and suffixes.
struct PersonalName: Hashable, Sendable {
    /// The words; a single letter is an initial.
    let words: [String]
    /// Whether it is nothing but years and suffixes, which beside another name belong to that.
    let isBeside: Bool
    /// Whether it fits only where all its words are used, since it may be two names.
    var needsAllWords = false

    /// Reads a name.
    ///
    /// - Parameter text: The name, `Given Family` or `Family, Given`; nil comes back where nothing is left of it.
    init?(_ text: some StringProtocol) {
        let bare = PersonalName.withoutBrackets(String(text))
        let pieces = bare.split { $0.isWhitespace || $0 == "." || $0 == "," }.map { String($0) }
        // Capitals are initials only beside a name that is not in capitals: JRR Tolkien, but neither HO CHI MINH nor LE GUIN.
        let capitals = pieces.filter {
            $0.count > 1 && $0.allSatisfy(\.isUppercase) && !PersonalName.isBeside($0.lowercased())
        }
        let isInitials =
            capitals.count == 1 && capitals[0].count < 4
            && pieces.contains { $0.dropFirst().contains(where: \.isLowercase) }
        let all = pieces.flatMap { piece in
            isInitials && piece == capitals[0]
                ? piece.flatMap { ComparedWords.words(of: String($0)) } : ComparedWords.words(of: piece)
        }
        let own = all.filter { !PersonalName.isBeside($0) }
        isBeside = own.isEmpty
        words = Array((isBeside ? all : own).prefix(PersonalName.limit))
        if words.isEmpty { return nil }
    }

    /// More words than any name has; the time to compare two grows with the product of their lengths.
    private static let limit = 32

    /// Whether a word of a name tells apart and names nobody: a year, or a suffix.
    private static func isBeside(_ word: String) -> Bool {
        word.allSatisfy(\.isNumber) || suffixes.contains(word)
    }

    private static let suffixes: Set<String> = ["jr", "sr", "jnr", "snr", "junior", "ii", "iii", "iv"]

    /// Names that say that nobody is named.
    private static let nobody: Set<[String]> = [
        ["unknown"], ["anonymous"], ["anon"], ["various"], ["unknown", "author"], ["author", "unknown"],
        ["various", "authors"], ["anonymous", "author"],
    ]

    /// Whether the name says that nobody is named.
    var isNobody: Bool { PersonalName.nobody.contains(words) }

    private static func withoutBrackets(_ text: String) -> String {
        var depth = 0
        var outside = ""
        for character in text {
            if character == "(" || character == "[" { depth += 1 }
            if depth == 0 { outside.append(character) }
            if character == ")" || character == "]" { depth = max(0, depth - 1) }
        }
        return outside
    }
}
