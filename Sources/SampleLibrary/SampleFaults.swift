/// The difficulties of the sample library; each server begins with all of them afresh.
package enum SampleFaults {
    /// All of them.
    package static let all: [SampleFault] = [
        SampleFault(
            target: "ISBN 9780451524935",
            summary: "The first request gets 503 and the second the book: a fault that heals.",
            effect: .unavailableOnce),
        SampleFault(
            target: "ISBN 9780743273565",
            summary: "The first request gets 429 with \"Retry-After: 1\" and the second, a second later, the book.",
            effect: .throttledOnce),
        SampleFault(
            target: "ISBN 9780141439471", summary: "The answer takes 800 ms.", effect: .slow(milliseconds: 800)),
        SampleFault(
            target: "ISBN 9798284059036", summary: "The library doesn't have it: 200 with an empty object.",
            effect: .ordinary),
        SampleFault(
            target: "ISBN 9780061120084",
            summary: "The edition names no author: one request more for the work and one for its author.",
            effect: .ordinary),
        SampleFault(
            target: "ISBN 9782070612758",
            summary: "The author whom the work names was merged: one request more leads to the record that is left.",
            effect: .ordinary),
        SampleFault(
            target: "/isbn/9780140328721.json", summary: "302 to the record of the edition, /books/OL7353617M.json.",
            effect: .ordinary),
        SampleFault(
            target: "/authors/OL9900032A.json", summary: "200 with a stub: the author was merged into OL9900031A.",
            effect: .merged(into: "OL9900031A")),
        SampleFault(
            target: "/authors/OL9999901A.json", summary: "200 with a stub: the author was merged into OL34184A.",
            effect: .merged(into: "OL34184A")),
    ]

    /// The fault that the asking for an ISBN meets.
    ///
    /// - Parameter number: Ten or thirteen digits, with or without hyphens.
    /// - Returns: The fault; nil for none.
    static func fault(ofNumber number: some StringProtocol) -> SampleFault? {
        SampleCatalogue.core(of: number).flatMap { faultsByCore[$0] }
    }

    private static let faultsByCore: [String: SampleFault] = {
        var faults: [String: SampleFault] = [:]
        for fault in all {
            if let core = fault.isbn.flatMap({ SampleCatalogue.core(of: $0) }) { faults[core] = fault }
        }
        return faults
    }()

    /// All of them as a table for a terminal: one line each, the targets in a column.
    package static var table: String {
        let width = all.map(\.target.count).max() ?? 0
        return all.map { fault in
            fault.target + String(repeating: " ", count: width - fault.target.count + 2) + fault.summary + "\n"
        }.joined()
    }

    /// The key under which a work names an author: of one who was merged, the key that is gone.
    static func formerKey(of author: SampleAuthor, namedBy work: String) -> String {
        work == "OL10263W" && author.key == "OL9900031A" ? "OL9900032A" : author.key
    }
}
