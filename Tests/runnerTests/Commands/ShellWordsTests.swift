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
}
