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
    }

    /// What is wrong with a line.
    struct Problem {
        var message: String
        var position: JSONPosition
        /// The source line, where it is known already.
        var excerpt: SourceExcerpt?
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
    }
}
