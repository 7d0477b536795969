/// A Library of Congress control number in its normalised form.
package struct LCCN: Hashable, Sendable, CustomStringConvertible {
    /// The normalised number: `n78089035`, `2008054742`.
    package let description: String

    /// Normalises a number as the `info:lccn` scheme says: blanks and what follows a slash go, the part after a hyphen
    /// is padded to six digits.
    ///
    /// Up to three letters come before eight digits, or up to two before ten.
    ///
    /// - Parameter text: The number as a record spells it; nil comes back where it is none.
    package init?(_ text: String) {
        var compact = text.lowercased().filter { !$0.isWhitespace }.prefix { $0 != "/" }
        // Old records say so where the number was given to a card that replaced another.
        for remark in ["revised", "rev."] where compact.hasSuffix(remark) { compact = compact.dropLast(remark.count) }
        let parts = compact.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        var number = String(parts[0])
        if parts.count == 2 {
            guard parts[1].count <= 6 else { return nil }
            number += String(repeating: "0", count: 6 - parts[1].count) + parts[1]
        }
        let digits = number.utf8.drop(while: \.isLetter)
        let letters = number.utf8.count - digits.count
        guard digits.count == 8 && letters <= 3 || digits.count == 10 && letters <= 2, digits.allSatisfy(\.isDigit)
        else { return nil }
        description = number
    }
}
