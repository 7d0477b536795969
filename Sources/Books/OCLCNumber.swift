/// A number of OCLC's WorldCat in its plain form.
package struct OCLCNumber: Hashable, Sendable, CustomStringConvertible {
    /// The digits without prefix and leading zeros.
    package let description: String

    /// Reads a number with any of the prefixes `(OCoLC)`, `ocm`, `ocn` and `on`.
    ///
    /// - Parameter text: The number as a record spells it; nil comes back where it is none.
    package init?(_ text: String) {
        var rest = text.lowercased().filter { !$0.isWhitespace }[...]
        for prefix in ["(ocolc)", "ocm", "ocn", "on"] where rest.hasPrefix(prefix) {
            rest = rest.dropFirst(prefix.count)
        }
        let digits = rest.drop { $0 == "0" }
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        description = String(digits)
    }
}
