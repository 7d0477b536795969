import BatchRunner
import Testing

@Suite struct JournalKeyTests {
    @Test func `A key is the first half of the SHA-256 of a request, and tells occurrences apart`() {
        // The example of FIPS 180-4 for one block.
        let fingerprint = Fingerprint(of: "abc")
        #expect(JournalKey(fingerprint, occurrence: 0).text == "ba7816bf8f01cfea414140de5dae2223")
        #expect(JournalKey(fingerprint, occurrence: 2).text == "ba7816bf8f01cfea414140de5dae2223#2")
        #expect(JournalKey(fingerprint, occurrence: 0) != JournalKey(fingerprint, occurrence: 2))
    }

    @Test(arguments: ["", "0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "0123456789abcdef0123456789abcdeg"])
    func `What is no key's text gives no key`(text: String) {
        #expect(JournalKey(text: text) == nil)
    }
}
