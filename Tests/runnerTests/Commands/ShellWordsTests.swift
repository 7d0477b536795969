import Testing
import runner

@Suite struct ShellWordsTests {
    @Test(arguments: [
        (["runner", "manifests/books.json", "--rate=3/s"], "runner manifests/books.json --rate=3/s"),
        (["runner", "my books.json"], "runner 'my books.json'"), (["a", ""], "a ''"), (["it's"], "'it'\\''s'"),
        (["$HOME", "a;b", "*"], "'$HOME' 'a;b' '*'"), (["Grüße"], "'Grüße'"),
    ])
    func `Words are quoted where a shell would change them`(words: [String], text: String) {
        #expect(ShellWords.joined(words) == text)
    }

    @Test(arguments: [
        (["runner", "m", "--until", "05:30", "-q"], ["runner", "m", "-q", "--retry-failed"]),
        (["runner", "--until=05:30", "m"], ["runner", "m", "--retry-failed"]),
        (["runner", "--fresh", "m", "--", "--until", "x"], ["runner", "m", "--retry-failed", "--", "--until", "x"]),
        (["runner", "m", "--deadline", "1h"], ["runner", "m", "--deadline", "1h", "--retry-failed"]),
    ])
    func `An option is left out with its value`(words: [String], expected: [String]) {
        #expect(ShellWords.words(words, without: [.fresh, .until], adding: [.retryFailed]) == expected)
    }
}
