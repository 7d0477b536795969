import HTTPTestSupport
import Testing
import runner

@Suite struct ConsoleWriterTests {
    @Test func `Text of any length arrives whole`() throws {
        let pipe = try Descriptor.pipe()
        let text = String(repeating: "é", count: 3_000)
        ConsoleWriter(descriptor: pipe.writing.number).write(text)
        #expect(pipe.reading.available(within: 0) == Array(text.utf8))
    }

    @Test func `A reader who stopped holds nothing up, and is served again when back`() throws {
        let pipe = try Descriptor.pipe()
        let writer = ConsoleWriter(descriptor: pipe.writing.number, patience: 0)
        while writer.isReady { writer.write(String(repeating: "x", count: 4_096)) }
        writer.write("lost")
        while pipe.reading.available(within: 0)?.isEmpty == false {}
        #expect(writer.isReady)
        writer.write("back\n")
        #expect(pipe.reading.available(within: 0) == Array("back\n".utf8))
    }

    @Test func `A descriptor that is closed is never ready, and is not waited for`() {
        let writer = ConsoleWriter(descriptor: 1_000_000, patience: -1)
        #expect(!writer.isReady)
        writer.write("lost")
        #expect(!writer.isReady)
    }
}
