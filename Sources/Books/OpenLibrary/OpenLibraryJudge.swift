import HTTPPipeline
import JSONText

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Judges Open Library's answers: the body first, then the status.
///
/// An unknown ISBN is 200 with `{}`, a fault can be 200 with text or with an error object, and a client that is too fast or
/// unnamed gets 429 or 403.
struct OpenLibraryJudge: ResponseJudge {
    private let api: String
    private let subject: OpenLibrarySubject
    private let expected: Set<Int>?
    private let acceptsPart: Bool

    /// Creates a judge.
    ///
    /// - Parameters:
    ///   - api: The name of the API, for messages.
    ///   - subject: The kind of request whose answers are judged.
    ///   - expected: The statuses that count as an answer; nil for the default rule.
    ///   - acceptsPart: Whether a part of a raw answer was asked for.
    init(
        api: String, subject: OpenLibrarySubject, expecting expected: Set<Int>? = nil, acceptsPart: Bool = false
    ) {
        self.api = api
        self.subject = subject
        self.expected = expected
        self.acceptsPart = acceptsPart
    }

    /// Judges a response.
    ///
    /// - Parameter response: The response with its decoded body.
    /// - Returns: The verdict, with what the body holds.
    func judgement(of response: HTTPResponse) -> Judgement {
        switch subject {
        case .editions: judgement(of: response, holding: OpenLibraryEntries.self) { .editions($0.records) }
        case .record: judgement(of: response, holding: OpenLibraryRecord.self) { .record($0) }
        case .search(let question):
            judgement(of: response, holding: OpenLibraryWork.Results.self) { results in
                let works = Array(results.works.prefix(OpenLibraryWork.limit))
                let choice = question.choice(among: works.map(\.candidate))
                // A work that has no title might be the one.
                if case .none = choice, works.contains(where: { $0.candidate.titles.isEmpty }) { return nil }
                return .works(works, choice)
            }
        case .raw: judgement(of: response, holding: OpenLibraryAnything.self) { _ in .raw }
        }
    }

    /// Whether another judge reads an answer as this one: what a search found is chosen from by its title, so not for another title.
    ///
    /// - Parameter other: The other judge.
    /// - Returns: Whether it does.
    func judgesAlike(_ other: any ResponseJudge) -> Bool { (other as? Self)?.subject == subject }

    private func judgement<Content: Decodable>(
        of response: HTTPResponse,
        holding type: Content.Type,
        answer: (Content) -> OpenLibraryAnswer?
    ) -> Judgement {
        // A part of a text is no JSON, so it is taken as it is.
        if subject == .raw, response.status == 206, expected?.contains(206) ?? acceptsPart {
            return Judgement(.accepted, parsed: OpenLibraryAnswer.raw)
        }
        // A lenient reader may skip a member that it finds odd, but none that can't be read or that is there twice.
        let fault = JSONText.fault(in: response.body, duplicateKeys: subject == .raw ? .allowed : .refused)
        let decoder = JSONDecoder()
        let data = fault == nil ? Data(response.body) : Data()
        let body = try? decoder.decode(OpenLibraryBody<Content>.self, from: data)
        let isSuccess = (200..<300).contains(response.status)
        if let error = body?.error, error == "internal_error" || (isSuccess && error != "notfound"),
            isSuccess || expected?.contains(response.status) != true
        {
            return Judgement(
                .transient, message: "\(api) reports an error of its own: \(shortened(body?.message ?? error))")
        }
        guard isSuccess, expected?.contains(response.status) ?? isWhole(response) else {
            return judgement(ofStatus: response, message: body?.message)
        }
        if body?.status == 429 { return throttled(response, message: body?.message) }
        if let body, saysAbsence(body, at: response.url) { return Judgement(.absent) }
        guard let found = body?.content.flatMap(answer) else {
            // A list, or an answer that has no body by its status, answers a path, but none of our own questions.
            if subject == .raw,
                response.status == 204 || (try? decoder.decode([OpenLibraryAnything].self, from: data)) != nil
            {
                return Judgement(.accepted, parsed: OpenLibraryAnswer.raw)
            }
            return Judgement(
                .transient,
                message: "\(api) answered \(response.status) with \(description(of: response, fault: fault))")
        }
        return Judgement(found.isEmpty ? .absent : .accepted, parsed: found)
    }

    /// Whether a body says in so many words that there is no such record.
    private func saysAbsence<Content>(_ body: OpenLibraryBody<Content>, at url: HTTPURL) -> Bool {
        guard subject == .record || subject == .raw else { return false }
        return body.error == "notfound" || body.type == "/type/delete"
            || (body.isEmpty && url.path.hasSuffix("/api/books.json"))
    }

    /// Whether a success is an answer: a part (206) never is one, and what is only accepted (202) is none to our own questions.
    private func isWhole(_ response: HTTPResponse) -> Bool {
        response.status != 206 && (response.status != 202 || subject == .raw)
    }

    private func judgement(ofStatus response: HTTPResponse, message: String?) -> Judgement {
        switch response.status {
        case 403 where expected?.contains(403) != true:
            return Judgement(.blocked, message: "\(api) refuses this client (403)")
        case 429 where expected?.contains(429) != true:
            return throttled(response, message: message)
        case 202:
            return Judgement(.transient, message: "\(api) answered 202: it has no answer yet")
        default:
            var judgement = StatusJudge(expecting: expected).judgement(of: response)
            if judgement.verdict == .absent, subject.isMissOK { judgement.verdict = .refused }
            if judgement.verdict != .accepted && judgement.verdict != .absent {
                let lack = RedirectPolicy.lacksLocation(response) ? " without a Location header" : ""
                let rest = message.map { ": " + shortened($0) } ?? ""
                judgement.message = "\(api) answered \(response.status)\(lack)\(rest)"
            }
            return judgement
        }
    }

    private func throttled(_ response: HTTPResponse, message: String?) -> Judgement {
        Judgement(
            .throttled(after: RetryAfter.delay(of: response)),
            message: "\(api) says that requests come too fast (429)" + (message.map { ": " + shortened($0) } ?? "")
        )
    }

    /// What the body is, where JSON is due.
    private func description(of response: HTTPResponse, fault: JSONTextError?) -> String {
        guard !response.body.isEmpty else { return "an empty body where JSON is due" }
        let type = response.headers["Content-Type"].map { " of type " + shortened($0) } ?? ""
        let text = shortened(String(decoding: response.body.prefix(4_000), as: UTF8.self))
        let what =
            switch fault {
            case nil: "not the JSON due"
            case let fault? where fault.kind == .duplicateKey: "no certain JSON, as \(fault.message)"
            case let fault?:
                "no JSON from line \(fault.position.line), column \(fault.position.column) on"
            }
        return "a body\(type) that is \(what): \(text)"
    }

    /// A text of a server as it may stand in a sentence: one line, and far more of it than is shown, since secrets are masked before it is cut.
    private func shortened(_ text: String) -> String {
        let line = text.split { $0.isWhitespace || $0.unicodeScalars.allSatisfy { $0.value < 32 || $0.value == 127 } }
            .joined(separator: " ")
        return String(line.prefix(2_000))
    }
}
