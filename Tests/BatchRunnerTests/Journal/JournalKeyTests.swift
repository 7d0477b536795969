import BatchRunner
import Testing

@Suite struct JournalKeyTests {
    @Test func `A key is the first half of the fingerprint, and tells occurrences apart`() {
        let fingerprint = "00000000000000ff0123456789abcdef" + String(repeating: "e", count: 32)
        let key = JournalKey(fingerprint: fingerprint, occurrence: 0)
        #expect(key?.text == "00000000000000ff0123456789abcdef")
        let second = JournalKey(fingerprint: fingerprint, occurrence: 2)
        #expect(second?.text == "00000000000000ff0123456789abcdef#2")
        #expect(key != second)
    }

    @Test(arguments: ["", "0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg"])
    func `What is no fingerprint has no key`(text: String) {
        #expect(JournalKey(fingerprint: text, occurrence: 0) == nil)
    }
}
