import Books
import JSONText

/// Why a line of a list can't be asked.
struct RowProblem: Error {
    /// One sentence without a full stop.
    var message: String
    /// What it is counted by.
    var fault: RowFault
    /// What stands in the place of an identifier.
    var text = ""
    /// Where it is.
    var position: JSONPosition
}

extension RequestDraft {
    /// The draft of an ISBN as a list has it.
    init(listed text: String, at position: JSONPosition) throws(RowProblem) {
        do throws(ISBNError) {
            self.init(isbn: try ISBN(text), text: text, position: position)
        } catch {
            throw RowProblem(
                message: error.description, fault: RowFault(error.kind), text: text, position: position)
        }
    }
}

extension RowFault {
    fileprivate init(_ kind: ISBNError.Kind) {
        self =
            switch kind {
            case .checkDigit: .checkDigit
            case .damaged: .damaged
            case .several: .several
            case .other: .number
            }
    }
}
