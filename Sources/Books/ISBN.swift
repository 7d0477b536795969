/// An International Standard Book Number whose check digit holds.
package struct ISBN: Hashable, Sendable, CustomStringConvertible {
    /// The thirteen digits.
    package let isbn13: String

    /// Reads a number as people, spreadsheets and web addresses spell it.
    ///
    /// Any hyphens, spaces and digits of Unicode, the labels `ISBN` and `ISBN-13:`, qualifiers such as `(pbk.)`, `="…"`
    /// and a URL around the number are accepted, and so are nine digits that lack the leading zero. A text that holds
    /// two different numbers is an error, since taking one would lose the other.
    ///
    /// - Parameter text: The number with whatever is around it.
    /// - Throws: ``ISBNError`` when it is not an ISBN; the error says why.
    package init(_ text: String) throws(ISBNError) {
        isbn13 = try ISBNReader(text).isbn13()
    }

    /// The ten digits; nil where there are none, as for 979 numbers.
    package var isbn10: String? {
        guard isbn13.hasPrefix("978") else { return nil }
        let digits = Array(isbn13.utf8.dropFirst(3).dropLast())
        return String(decoding: digits + [ISBN.checkDigit10(of: digits)], as: UTF8.self)
    }

    /// The thirteen digits.
    package var description: String { isbn13 }
}

/// Why a text is not an ISBN.
package struct ISBNError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, for a count of many.
    package enum Kind: Sendable, Hashable {
        /// The check digit doesn't hold.
        case checkDigit
        /// A spreadsheet has turned the number into one with an exponent.
        case damaged
        /// There are two numbers.
        case several
        /// Anything else.
        case other
    }

    /// One sentence without a full stop: `ISBN 9780140328722 has check digit 2 where 1 is expected`.
    package let description: String
    /// What is wrong.
    package let kind: Kind

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - description: One sentence without a full stop.
    ///   - kind: What is wrong.
    package init(_ description: String, kind: Kind = .other) {
        self.description = description
        self.kind = kind
    }
}
