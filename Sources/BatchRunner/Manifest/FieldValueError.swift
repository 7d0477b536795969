/// Why the value of a field can't be used.
struct FieldValueError: Error {
    /// One sentence without a full stop.
    var message: String
    /// Whether the value has its form, but is beyond what can be used.
    var isExcess: Bool

    init(_ message: String, isExcess: Bool = false) {
        self.message = message
        self.isExcess = isExcess
    }
}
