import Testing
import runner

@Suite struct PrintableTests {
    @Test(arguments: [
        ("plain text, Grüße, 日本語 👩‍🚀", "plain text, Grüße, 日本語 👩‍🚀"),
        ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
        ("\u{1B}]0;title\u{07}", "]0;title"),
        ("a\r\nb\tc", "a b c"),
        ("a\u{2028}b\u{85}c", "a b c"),
        ("bell\u{07} null\u{00} del\u{7F} csi\u{9B}31m", "bell null del csi31m"),
        ("a \u{FEFF}b", "a b"),
        ("evil\u{202E}gpj.exe\u{2066}\u{200F}\u{061C}", "evilgpj.exe"),
    ])
    func `A line has no control character left`(text: String, expected: String) {
        #expect(Printable.line(text) == expected)
    }

    @Test func `Several lines stay several lines`() {
        #expect(Printable.lines("a\n\tb\r\n\u{1B}[2Jc\n") == "a\n\tb\n[2Jc\n")
    }
}
