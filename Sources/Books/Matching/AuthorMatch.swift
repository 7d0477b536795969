/// How well an author's name fits another one.
package enum AuthorMatch: String, Sendable, Hashable {
    /// The same words.
    case exact
    /// Some of the words stand as initials on one side.
    case initials
    /// The words of the shorter name are all there, as a family name alone is.
    case family
    /// No author was asked for.
    case unasked

    /// Compares two names; which is which makes no difference.
    ///
    /// Each word of the shorter name is a word of the longer one or its initial, or has its initial there, and one word of more than a
    /// letter is whole.
    ///
    /// - Parameters:
    ///   - one: A name.
    ///   - other: Another one; nil comes back where it is somebody else's.
    init?(_ one: PersonalName, _ other: PersonalName) {
        let (short, long) = one.words.count <= other.words.count ? (one.words, other.words) : (other.words, one.words)
        var left = long
        var unfit: [String] = []
        var isWhole = false
        var hasInitial = false
        for word in short {
            guard let index = left.firstIndex(of: word) else {
                unfit.append(word)
                continue
            }
            left.remove(at: index)
            if AuthorMatch.isInitial(word) { hasInitial = true } else { isWhole = true }
        }
        if unfit.isEmpty, left.isEmpty {
            self = .exact
            return
        }
        for word in unfit {
            guard let index = left.firstIndex(where: { AuthorMatch.abbreviates($0, word) }) else { return nil }
            left.remove(at: index)
            hasInitial = true
        }
        guard isWhole, left.isEmpty || !(one.needsAllWords || other.needsAllWords) else { return nil }
        self = hasInitial ? .initials : .family
    }

    /// Whether one of two words is the other's initial.
    private static func abbreviates(_ one: String, _ other: String) -> Bool {
        (isInitial(one) || isInitial(other)) && one.first == other.first
    }

    /// Whether a word is a letter that stands for a name; a character of Chinese or Japanese is a name itself.
    private static func isInitial(_ word: String) -> Bool {
        word.count == 1 && Script(of: word) != .chineseOrJapanese && Script(of: word) != .hangul
    }
}
