/// Why the value of a field can't be used.
struct FieldValueError: Error {
    /// One sentence without a full stop.
    var message: String

    init(_ message: String) {
        self.message = message
    }
}
