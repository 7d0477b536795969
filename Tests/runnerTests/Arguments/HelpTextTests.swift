import Testing
import runner

@Suite struct HelpTextTests {
    @Test(arguments: [nil] + CommandName.allCases.map(Optional.some))
    func `No line is wider than 80 columns or ends in a space`(command: CommandName?) {
        for line in HelpText.text(for: command).split(separator: "\n") {
            #expect(line.count <= 80, "\(line)")
            #expect(!line.hasSuffix(" "), "\(line)")
        }
    }

    @Test(arguments: CommandName.allCases)
    func `A command's help lists its options and no others`(command: CommandName) {
        let text = HelpText.text(for: command)
        for name in OptionName.allCases {
            let isListed = text.contains(" \(name.rawValue) ") || text.contains(" \(name.rawValue)\n")
            #expect(isListed == name.spec.commands.contains(command), "\(name.rawValue)")
        }
    }

    @Test func `The overview names each command and each exit code`() {
        let text = HelpText.text(for: nil)
        for command in CommandName.allCases { #expect(text.contains("\n  \(command.rawValue) ")) }
        for code in [0, 1, 64, 65, 66, 70, 73, 74, 75, 78] { #expect(text.contains("\n  \(code) ")) }
        #expect(text.contains("129, 130 or 143"))
    }

    @Test func `The sample library's help tells its faults in two columns`() {
        #expect(
            HelpText.text(for: .serve).contains(
                """
                Faults:
                  ISBN 9780451524935         The first request gets 503 and the second the book:
                                             a fault that heals.

                """
            )
        )
        #expect(HelpText.text(for: .serve).contains("\n  /isbn/9780140328721.json   302 to the record"))
        #expect(!HelpText.text(for: .run).contains("Faults:"))
    }

    @Test(arguments: [nil] + CommandName.allCases.map(Optional.some))
    func `Each example makes sense to the command`(command: CommandName?) throws {
        let lines = Self.examples(of: command)
        #expect(!lines.isEmpty)
        for words in lines { #expect(throws: Never.self, "\(words)") { try CommandLineParser.parse(words) } }
    }

    /// The words of a help's examples behind the program's name, up to what is the shell's.
    static func examples(of command: CommandName?) -> [[String]] {
        let lines = HelpText.text(for: command).split(separator: "\n")
        return lines.drop { $0 != "Example:" }.dropFirst().map { line in
            line.split(separator: " ").dropFirst().prefix { $0 != ">" }.map(String.init)
        }
    }

    @Test func `No two options share a letter`() {
        let letters = OptionName.allCases.compactMap(\.spec.letter)
        #expect(Set(letters).count == letters.count)
    }

    @Test func `A long left column has its explanation below`() {
        #expect(
            HelpText.text(for: .run).contains(
                """
                      --min-interval TIME     least time between two sends to one server; 0 for
                                              no pace

                """
            )
        )
        #expect(
            HelpText.text(for: .run).contains(
                """
                      --fail-on not_found|stale
                                              count these as failures too; may be repeated

                """
            )
        )
    }
}
