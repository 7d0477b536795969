/// A title as it is compared.
struct TitleForm: Hashable, Sendable {
    /// The article that it begins with.
    let article: String?
    /// The words of the title and its subtitles, without article and endings.
    let words: [String]
    /// How many words come before each subtitle.
    let ends: [Int]
    /// The words in brackets at the end, which name a series most often.
    let series: Set<String>
    /// The words of a statement of edition.
    let edition: Set<String>

    /// Reads a title.
    ///
    /// - Parameters:
    ///   - title: The title, perhaps with a subtitle in it.
    ///   - subtitle: The subtitle where it is known by itself.
    init(_ title: String, subtitle: String? = nil) {
        let title = title.cut(to: TitleForm.limit)
        let text = TitleText(title, subtitle: subtitle?.cut(to: TitleForm.limit))
        var parts = text.parts
        article = parts.isEmpty ? nil : Article.split(&parts[0])
        var words: [String] = []
        var ends: [Int] = []
        for part in parts {
            let own = TitleForm.joinedInitials(ComparedWords.words(of: part))
            if !words.isEmpty, !own.isEmpty { ends.append(words.count) }
            words += own
        }
        // A title of marks alone, such as "?", is compared as it is written.
        self.words = words.isEmpty ? title.split(whereSeparator: \.isWhitespace).map { $0.lowercased() } : words
        self.ends = ends
        series = Set(text.brackets.flatMap { ComparedWords.words(of: $0) }).subtracting(Article.all)
        edition = text.editions.compactMap { EditionStatement($0)?.words }.reduce(into: []) { $0.formUnion($1) }
    }

    /// More than any title has; a server's answer may be made to take long.
    private static let limit = 1_000

    /// Whether another title has the same words and endings, however it sets its subtitles apart.
    ///
    /// - Parameter other: The other title.
    /// - Returns: Whether it has.
    func isWorded(as other: TitleForm) -> Bool {
        article == other.article && words == other.words && series == other.series && edition == other.edition
    }

    /// Puts single letters together: `A.B.C.` and `A B C` are `ABC`.
    private static func joinedInitials(_ words: [String]) -> [String] {
        var joined: [String] = []
        var isInitial = false
        for word in words {
            let isLetter = word.unicodeScalars.count == 1 && word.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
            if isLetter, isInitial { joined[joined.count - 1] += word } else { joined.append(word) }
            isInitial = isLetter
        }
        return joined
    }
}
