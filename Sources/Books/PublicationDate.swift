/// A date of publication as the API says it, with what is certain of it.
package struct PublicationDate: Sendable, Hashable {
    /// How much of the date is certain.
    package enum Precision: String, Sendable, Hashable {
        /// The year alone.
        case year
        /// Year and month.
        case month
        /// Year, month and day.
        case day
    }

    /// The API's words.
    package var text: String
    /// The year, only where it is certain.
    package var year: Int?
    /// How much is certain; nil where the year isn't.
    package var precision: Precision?

    /// Reads a date as catalogues spell it.
    ///
    /// - Parameter text: The API's words.
    package init(_ text: String) {
        self.text = text
    }
}
