/// What is wrong with a bad line of a list, told by how often it comes where there are too many to tell one by one.
package enum RowFault: Sendable, Hashable, CaseIterable {
    /// The check digit of its number doesn't hold.
    case checkDigit
    /// A spreadsheet has turned its number into one with an exponent, and digits are lost.
    case damaged
    /// It holds two numbers where one is expected.
    case several
    /// Its number is none, or another kind of number.
    case number
    /// What it holds is no text.
    case encoding
    /// The line itself can't be read.
    case malformed
    /// It is no request.
    case request
    /// Its id is given before.
    case repeatedID

    /// How many there are, as the end of a sentence: `97 with a wrong check digit`.
    ///
    /// - Parameter count: How many.
    /// - Returns: The words.
    func words(_ count: Int) -> String {
        let cause =
            switch self {
            case .checkDigit: "with a wrong check digit"
            case .damaged: "with a number that a spreadsheet damaged"
            case .several: "with two numbers"
            case .number: "with no ISBN"
            case .encoding: "with bytes that are not UTF-8"
            case .malformed: "that can't be read"
            case .request: "with no request"
            case .repeatedID: "with an id that is given before"
            }
        return "\(DurationWords.telling(count)) \(cause)"
    }
}
