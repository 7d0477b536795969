/// An International Standard Book Number whose check digit holds.
package struct ISBN: Hashable, Sendable, CustomStringConvertible {
    /// The thirteen digits.
    package let isbn13: String

    /// Reads a number as people, spreadsheets and web addresses spell it.
    ///
    /// - Parameter text: The number with any separators, prefix or URL around it.
    /// - Throws: ``ISBNError`` when it is not an ISBN; the error says why.
    package init(_ text: String) throws(ISBNError) {
        isbn13 = text
    }

    /// The ten digits; nil where there are none, as for 979 numbers.
    package var isbn10: String? { nil }

    /// The thirteen digits.
    package var description: String { isbn13 }
}

/// Why a text is not an ISBN.
package struct ISBNError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One sentence without a full stop: `ISBN 9780140328722 has check digit 2 where 1 is expected`.
    package let description: String

    /// Creates an error.
    ///
    /// - Parameter description: One sentence without a full stop.
    package init(_ description: String) {
        self.description = description
    }
}
