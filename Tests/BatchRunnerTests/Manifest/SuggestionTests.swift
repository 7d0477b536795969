import BatchRunner
import Testing

@Suite struct SuggestionTests {
    @Test(arguments: [
        ("ibsn", "isbn"), ("isbm", "isbn"), ("ISBN", "isbn"), ("titel", "title"), ("requets", "requests"),
        ("headrs", "headers"), ("uri", "url"),
    ])
    func `A slip of the hand finds the word that was meant`(written: String, meant: String) {
        let words = ["isbn", "title", "url", "headers", "requests", "requestsFrom"]
        #expect(Suggestion.closest(to: written, among: words) == meant)
    }

    @Test(arguments: ["", "x", "publisher", "kind"])
    func `A word that is near to nothing gets no suggestion`(written: String) {
        #expect(Suggestion.closest(to: written, among: ["isbn", "title", "url", "id"]) == nil)
    }

    @Test func `Neighbours that changed places count as one slip`() {
        #expect(Suggestion.closest(to: "retyr", among: ["retry"]) == "retry")
    }

    @Test func `An offer is the end of a sentence`() {
        #expect(Suggestion.offer(for: "isnb", among: ["isbn"]) == "; did you mean \"isbn\"?")
        #expect(Suggestion.offer(for: "colour", among: ["isbn"]).isEmpty)
    }
}
