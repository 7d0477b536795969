import JSONText
import Testing

@Suite struct JSONWriterTests {
    @Test func `Commas, colons and escapes are written where they belong`() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a\"b")
        writer.beginArray()
        writer.value(-12)
        writer.value("\\\n\u{1}é\u{7F}")
        writer.value(true)
        writer.null()
        writer.endArray()
        writer.key("c")
        writer.raw([UInt8]("1.50".utf8))
        writer.endObject()
        let expected = #"{"a\"b":[-12,"\\\n\u0001é\u007f",true,null],"c":1.50}"#
        #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
    }

    @Test(arguments: [
        (Duration.milliseconds(350), "350.000"),
        (.nanoseconds(1_999), "0.001"),
        (.zero, "0.000"),
        (.seconds(86_400), "86400000.000"),
        (.microseconds(-1_500), "-1.500"),
        (.seconds(Int64.max), "8796093022208000.000"),
        (.seconds(Int64.min), "-8796093022208000.000"),
    ])
    func `Durations are milliseconds with three decimals, the rest cut off`(duration: Duration, text: String) {
        var writer = JSONWriter()
        writer.milliseconds(duration)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }
}
