extension SampleCatalogue {
    /// The book of an ISBN.
    ///
    /// - Parameter number: Ten or thirteen digits, with or without hyphens.
    /// - Returns: The book; nil for an unknown number.
    static func book(ofNumber number: some StringProtocol) -> SampleBook? {
        core(of: number).flatMap { booksByCore[$0] }
    }

    /// What ten and thirteen digits of one book share: all but the check digit, with the prefix.
    ///
    /// - Parameter number: Ten or thirteen digits, with or without hyphens.
    /// - Returns: Twelve digits; nil for another length.
    static func core(of number: some StringProtocol) -> String? {
        let digits = number.utf8.filter { $0 != UInt8(ascii: "-") }
        switch digits.count {
        case 10: return "978" + String(decoding: digits.dropLast(), as: UTF8.self)
        case 13: return String(decoding: digits.dropLast(), as: UTF8.self)
        default: return nil
        }
    }

    private static let booksByCore: [String: SampleBook] = {
        var books: [String: SampleBook] = [:]
        for book in SampleCatalogue.books {
            for number in book.isbn10 + book.isbn13 {
                if let core = core(of: number) { books[core] = book }
            }
        }
        return books
    }()
}
