import HTTPPipeline
import JSONText

/// A file of requests, as `requestsFrom` names it.
struct RequestList: Sendable {
    /// How the file is written.
    enum Form: Sendable {
        /// One identifier a line.
        case text
        /// A table with a header row.
        case table(ListColumns)
        /// One request object a line.
        case ndjson
    }

    /// One line's request, and what is wrong with it.
    struct Entry {
        var draft: RequestDraft
        var problems: [Problem] = []
        /// What a bad line is counted by.
        var fault: RowFault?
        /// What stands in the place of a bad line's identifier, whole.
        var text = ""
    }

    /// What is wrong with a line.
    struct Problem {
        var message: String
        var position: JSONPosition
        /// The source line, where it is known already.
        var excerpt: SourceExcerpt?
        /// Whether the source line must not be shown.
        var isSecret = false
    }

    let file: ManifestFile
    let form: Form
}

extension RequestList.Entry {
    /// A line that can't be asked.
    init(_ problem: RowProblem) {
        draft = RequestDraft(invalid: problem.message, text: problem.text, position: problem.position)
        problems = [RequestList.Problem(message: problem.message, position: problem.position)]
        fault = problem.fault
        text = problem.text
    }

    /// The same line without anything of what it holds, where that is a secret: what is quoted of it may be a part of one.
    func hidingSecrets(in bytes: [UInt8], by redaction: Redaction?) -> RequestList.Entry {
        guard let redaction, let fault, redaction.findsSecret(in: bytes) else { return self }
        let message = "the line holds a secret where something to ask is due"
        var entry = RequestList.Entry(RowProblem(message: message, fault: fault, position: draft.position))
        entry.problems = [RequestList.Problem(message: message, position: draft.position, isSecret: true)]
        entry.draft.carried = draft.carried
        return entry
    }
}
