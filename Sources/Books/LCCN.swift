/// A Library of Congress control number in its normalised form.
package struct LCCN: Hashable, Sendable, CustomStringConvertible {
    /// The normalised number: `n78089035`, `2008054742`.
    package let description: String

    /// Normalises a number as the `info:lccn` scheme says: blanks and what follows a slash go, the part after a hyphen
    /// is padded to six digits.
    ///
    /// - Parameter text: The number as a record spells it; nil comes back where it is none.
    package init?(_ text: String) {
        let compact = text.lowercased().filter { !$0.isWhitespace }.prefix { $0 != "/" }
        let parts = compact.split(separator: "-", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count) else { return nil }
        var number = String(parts[0])
        if parts.count == 2 {
            guard parts[1].count <= 6 else { return nil }
            number += String(repeating: "0", count: 6 - parts[1].count) + parts[1]
        }
        let digits = number.utf8.drop(while: \.isLetter)
        guard (8...12).contains(number.utf8.count), number.utf8.count - digits.count <= 3, digits.allSatisfy(\.isDigit)
        else { return nil }
        description = number
    }
}
