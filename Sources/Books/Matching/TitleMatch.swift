/// How well a title fits another one.
package enum TitleMatch: String, Sendable, Hashable {
    /// They are the same but for what may be missing: an article, a series in brackets, a statement of edition.
    case exact
    /// One of them lacks the subtitle.
    case main

    /// Compares two titles; which is which makes no difference.
    ///
    /// - Parameters:
    ///   - one: A title.
    ///   - other: Another one; nil comes back where it is not of the same book.
    init?(_ one: TitleForm, _ other: TitleForm) {
        guard one.article == other.article || one.article == nil || other.article == nil,
            TitleMatch.agrees(one.series, other.series), TitleMatch.agrees(one.edition, other.edition)
        else { return nil }
        let (short, long) = one.words.count < other.words.count ? (one, other) : (other, one)
        if short.words == long.words {
            self = .exact
        } else if long.ends.contains(short.words.count), long.words.starts(with: short.words),
            !VolumeNumber.isHeld(by: long.words[short.words.count...])
        {
            self = .main
        } else {
            return nil
        }
    }

    /// Whether what is missing on one side is all that tells two endings apart.
    private static func agrees(_ one: Set<String>, _ other: Set<String>) -> Bool {
        let numbers = (one.filter(VolumeNumber.isNumber), other.filter(VolumeNumber.isNumber))
        guard numbers.0 == numbers.1 || numbers.0.isEmpty || numbers.1.isEmpty else { return false }
        return one.isSubset(of: other) || other.isSubset(of: one)
    }
}
