/// Where a result lies: in the journal, or in the scratch file of what only the present start has use for.
package enum JournalPlace: Sendable, Hashable {
    /// At an offset in the journal.
    case journal(Int)
    /// At an offset in the scratch file.
    case scratch(Int)

    /// The place as one number: the offset, inverted for the scratch file.
    var reference: Int {
        switch self {
        case .journal(let offset): offset
        case .scratch(let offset): ~offset
        }
    }

    /// The place of a number.
    ///
    /// - Parameter reference: The number.
    init(reference: Int) {
        self = reference >= 0 ? .journal(reference) : .scratch(~reference)
    }
}
