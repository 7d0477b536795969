import HTTPTestSupport
import Testing
import runner

/// The built command, started as a user starts it.
@Suite(.serialized, .timeLimit(.minutes(5))) struct CommandTests {
    @Test func `The version is one line on standard output`() async throws {
        let result = try await BuiltCommand.run(["--version"])
        #expect(result.ending == .exited(0))
        #expect(result.output == "runner 1.0.0\n")
        #expect(result.error == "")
    }

    @Test(arguments: [nil] + CommandName.allCases.map(Optional.some))
    func `Help is printed on standard output`(command: CommandName?) async throws {
        let result = try await BuiltCommand.run((command.map { [$0.rawValue] } ?? []) + ["--help"])
        #expect(result.ending == .exited(0))
        #expect(result.output == HelpText.text(for: command))
        #expect(result.error == "")
    }

    @Test func `Help is printed for the word help too`() async throws {
        let overview = try await BuiltCommand.run(["help"])
        #expect(overview.ending == .exited(0) && overview.output == HelpText.text(for: nil))
        let check = try await BuiltCommand.run(["help", "check"])
        #expect(check.ending == .exited(0) && check.output == HelpText.text(for: .check))
    }

    @Test(arguments: [
        (
            ["completions", "bash"],
            "this version has no command 'completions' (a manifest of that name is ./completions)"
        ),
        (["9780140328721"], "'9780140328721' is no manifest but an ISBN; name it in one: "),
        (["frobnicate"], "unknown command 'frobnicate', and there is no manifest of that name"),
        (
            ["--dry-run", "books.json"],
            "unknown option '--dry-run'; 'runner check MANIFEST' tells what a run would send"
        ),
    ])
    func `A first word that is no command and no manifest is told as one`(words: [String], message: String) async throws
    {
        let result = try await BuiltCommand.run(words)
        #expect(result.ending == .exited(64))
        #expect(result.error.hasPrefix("runner: \(message)"), "\(result.error)")
    }

    @Test func `Without a word the usage goes to standard error, with exit code 64`() async throws {
        let result = try await BuiltCommand.run([])
        #expect(result.ending == .exited(64))
        #expect(result.output == "")
        #expect(result.error == HelpText.usage)
    }

    @Test func `A slip of the hand exits with 64 and the suggestion`() async throws {
        let result = try await BuiltCommand.run(["--min-intervall=1s", "books.json"])
        #expect(result.ending == .exited(64))
        #expect(result.output == "")
        #expect(
            result.error == """
                runner: unknown option '--min-intervall'; did you mean --min-interval?
                See 'runner run --help'.

                """
        )
    }

    @Test func `A word from the command line can't reach the terminal's controls`() async throws {
        let result = try await BuiltCommand.run(["--\u{1B}[2J", "books.json"], error: .terminal)
        #expect(result.ending == .exited(64))
        #expect(!result.error.contains("\u{1B}"))
    }

    @Test(arguments: [ChildProcess.Stream.closed, .file("/dev/full")])
    func `Output that can't be written is an error where the output is all`(stream: ChildProcess.Stream) async throws {
        let result = try await BuiltCommand.run(["--help"], output: stream)
        #expect(result.ending == .exited(74))
        #expect(result.error == "runner: standard output can't be written\n")
    }

    @Test func `A reader who left is no error and no signal`() async throws {
        let result = try await BuiltCommand.run(["--help"], output: .brokenPipe)
        #expect(result.ending == .exited(0))
        #expect(result.error == "")
    }

    @Test(arguments: [ChildProcess.Stream.closed, .file("/dev/full"), .brokenPipe])
    func `A message that nobody takes changes nothing`(stream: ChildProcess.Stream) async throws {
        #expect(try await BuiltCommand.run(["--bogus"], error: stream).ending == .exited(64))
    }

    @Test(arguments: [TerminationSignal.interrupt, .terminate, .hangUp])
    func `A signal is the process's end, as its parent sees it`(signal: TerminationSignal) async throws {
        let child = try BuiltCommand.start(["serve"])
        try await child.waitForText("http://127.0.0.1:")
        child.send(signal.rawValue)
        #expect(try await child.finish().ending == .signalled(signal.rawValue))
    }

    @Test func `Signals that the parent ignores stay ignored, and any other ends the process`() async throws {
        let child = try ChildProcess(
            ["/bin/sh", "-c", "trap '' HUP INT; exec \"$0\" serve", BuiltCommand.path]
        )
        try await child.waitForText("http://127.0.0.1:")
        child.send(TerminationSignal.hangUp.rawValue)
        child.send(TerminationSignal.interrupt.rawValue)
        child.send(TerminationSignal.terminate.rawValue)
        #expect(try await child.finish().ending == .signalled(TerminationSignal.terminate.rawValue))
    }
}
