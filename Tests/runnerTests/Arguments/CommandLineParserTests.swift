import BatchRunner
import Testing
import runner

@Suite struct CommandLineParserTests {
    @Test func `A manifest alone is run with no option set`() throws {
        let (run, console) = try run(["books.json"])
        #expect(run.manifest == "books.json")
        #expect(run.output == nil && run.data == nil && run.format == nil)
        #expect(run.minInterval == nil && run.attempts == nil && run.timeout == nil && run.deadline == nil)
        #expect(run.only.isEmpty && run.limit == nil && run.failOn.isEmpty)
        #expect(!run.ignoresCache && !run.isStrict)
        #expect(console == ConsoleOptions())
    }

    @Test(arguments: [
        ["run", "--output", "x.json", "m"], ["--output=x.json", "m"], ["m", "--output", "x.json"],
        ["-o", "x.json", "m"],
        ["-ox.json", "m"], ["-o=x.json", "m"], ["-qo", "x.json", "m"], ["--output=x.json", "run", "m"],
        ["run", "--output=x.json", "--", "m"],
    ])
    func `An option is read wherever and however it is written`(words: [String]) throws {
        let (run, _) = try run(words)
        #expect(run.output == "x.json")
        #expect(run.manifest == "m")
    }

    @Test func `Every option of a run reaches its place`() throws {
        let (run, console) = try run([
            "m", "--output", "-", "--data=d.json", "--format", "ndjson", "--only", "a", "--only=b,c", "--limit", "7",
            "--min-interval=0", "--attempts", "2", "--timeout", "1.5s", "--deadline", "2h", "--no-cache", "--fail-on",
            "stale", "--fail-on=not_found", "--strict", "--verbose", "--progress=always", "--color", "never",
        ])
        #expect(run.output == "-")
        #expect(run.data == "d.json")
        #expect(run.format == .ndjson)
        #expect(run.only == ["a", "b,c"])
        #expect(run.limit == 7)
        #expect(run.minInterval == .zero)
        #expect(run.attempts == 2)
        #expect(run.timeout == .milliseconds(1_500))
        #expect(run.deadline == .seconds(7_200))
        #expect(run.ignoresCache)
        #expect(run.failOn == [.stale, .notFound])
        #expect(run.isStrict)
        #expect(console.isVerbose && !console.isQuiet)
        #expect(console.progress == .always)
        #expect(console.color == .never)
    }

    @Test func `A rate becomes an interval that never exceeds it`() throws {
        #expect(try run(["--rate", "3/s", "m"]).0.minInterval == .nanoseconds(333_333_334))
    }

    @Test func `Words after two dashes are no options`() throws {
        #expect(try run(["--", "--help"]).0.manifest == "--help")
    }

    @Test func `A dash is standard input, for a run and for a check`() throws {
        #expect(try run(["-"]).0.manifest == "-")
        guard case .check(let checked) = try CommandLineParser.parse(["check", "-"]) else {
            Issue.record("not a check of standard input")
            return
        }
        #expect(checked.map(\.manifest) == ["-"])
        #expect(checked.map(\.isStrict) == [false])
    }

    @Test func `A command's name after the command is a manifest`() throws {
        #expect(try run(["run", "check"]).0.manifest == "check")
    }

    @Test func `A check takes several manifests`() throws {
        let words = ["check", "a", "--strict", "b", "--deadline", "1h", "--until=05:30"]
        guard case .check(let checked) = try CommandLineParser.parse(words) else {
            Issue.record("not a check of two")
            return
        }
        #expect(checked.map(\.manifest) == ["a", "b"])
        #expect(checked.allSatisfy { $0.isStrict && $0.deadline == .seconds(3_600) && $0.until == LocalTime("05:30") })
    }

    @Test(
        arguments: [
            (["lanes"], []), (["lanes", "--clear", "a.org", "--clear=b.org"], ["a.org", "b.org"]),
        ] as [([String], [String])])
    func `Lanes are listed, or the named ones freed`(words: [String], cleared: [String]) throws {
        guard case .lanes(let lanes) = try CommandLineParser.parse(words) else {
            Issue.record("not lanes")
            return
        }
        #expect(lanes == cleared)
    }

    @Test(arguments: [(["serve"], 0), (["serve", "--port", "65535"], 65_535), (["--port=80", "serve"], 80)])
    func `The sample library takes a port`(words: [String], expected: Int) throws {
        guard case .serve(let port) = try CommandLineParser.parse(words) else {
            Issue.record("not serve")
            return
        }
        #expect(port == expected)
    }

    @Test(
        arguments: [
            (["--help"], nil), (["-h"], nil), (["run", "--help"], .run), (["check", "x", "-h"], .check),
            (["--help", "serve"], .serve), (["--unknown", "schema", "--help"], .schema),
            (["--version", "--help"], nil),
            (["run", "-qh"], .run), (["help"], nil), (["help", "run"], .run), (["help", "schema"], .schema),
        ] as [([String], CommandName?)])
    func `Help is given whatever else is asked`(words: [String], topic: CommandName?) throws {
        guard case .help(let given) = try CommandLineParser.parse(words) else {
            Issue.record("no help")
            return
        }
        #expect(given == topic)
    }

    @Test func `The version is given whatever else is asked but help`() throws {
        guard case .version = try CommandLineParser.parse(["run", "--bogus", "--version"]) else {
            Issue.record("no version")
            return
        }
    }

    @Test(
        arguments: [
            ([], "a manifest is missing", .run),
            (["run"], "a manifest is missing", .run),
            (["check"], "a manifest is missing", .check),
            (["a.json", "b.json"], "one manifest at a time; 'b.json' is too much", .run),
            (["lanes", "x"], "'runner lanes' takes no operand; 'x' is too much", .lanes),
            (["--clear", "h", "m"], "--clear is an option of 'runner lanes', not of 'runner run'", .run),
            (["serve", "x"], "'runner serve' takes no operand; 'x' is too much", .serve),
            (["schema", "x"], "'runner schema' takes no operand; 'x' is too much", .schema),
            (["--port", "1", "m"], "--port is an option of 'runner serve', not of 'runner run'", .run),
            (["check", "-q", "m"], "--quiet is an option of 'runner run', not of 'runner check'", .check),
            (
                ["--rate=1/s", "--min-interval=1", "m"],
                "--rate and --min-interval say the same thing; give one of them", .run
            ),
            (["-qv", "m"], "--quiet and --verbose exclude each other", .run),
            (
                ["--only", "a", "--fresh", "m"],
                "--fresh is about the state of a run, and one with --only or --limit keeps none", .run
            ),
            (
                ["--limit=1", "--state-dir=d", "m"],
                "--state-dir is about the state of a run, and one with --only or --limit keeps none", .run
            ),
            (
                ["--state-dir", "d", "--only=a", "m"],
                "--state-dir is about the state of a run, and one with --only or --limit keeps none", .run
            ),
            (["-q", "--quiet", "m"], "--quiet is given twice", .run),
            (["-o", "a", "--output=b", "m"], "--output is given twice", .run),
            (["m", "--output"], "--output needs a value: --output=FILE", .run),
            (["m", "--output="], "--output needs a value: --output=FILE", .run),
            (["m", "-o"], "-o needs a value: --output=FILE", .run),
            (["--only", "--quiet", "m"], "--only needs a value: --only=ID", .run),
            (["--quiet=yes", "m"], "--quiet takes no value", .run),
            (["-q=yes", "m"], "-q takes no value", .run),
            (["--limit", "0", "m"], "--limit needs a whole number of at least 1, not '0'", .run),
            (
                ["--limit", "9223372036854775808", "m"],
                "--limit needs a whole number of at least 1, not '9223372036854775808'", .run
            ),
            (["--attempts", "+3", "m"], "--attempts needs a whole number from 1 to 100, not '+3'", .run),
            (["--attempts=-3", "m"], "--attempts needs a whole number from 1 to 100, not '-3'", .run),
            (["serve", "--port=65536"], "--port needs a whole number from 0 to 65535, not '65536'", .serve),
            (
                ["--timeout", "0", "m"],
                "--timeout needs a time above zero, as in 200ms, 1.5s, 2m, 12h, 7d or a number of seconds, not '0'",
                .run
            ),
            (
                ["--min-interval", "1 s", "m"],
                "--min-interval needs a time, as in 200ms, 1.5s, 2m, 12h, 7d or a number of seconds, not '1 s'", .run
            ),
            (
                ["--rate", "3", "m"], "--rate needs a count for a unit of time, as in 3/s, 180/m or 1000/h, not '3'",
                .run
            ),
            (["--deadline", "36501d", "m"], "--deadline: the duration is longer than 36500 days", .run),
            (["--timeout=999999999999", "m"], "--timeout: the duration is longer than 36500 days", .run),
            (["--lock-wait", "999999999999d", "m"], "--lock-wait: the duration is longer than 36500 days", .run),
            (["--min-interval=36501d", "m"], "--min-interval: the duration is longer than 36500 days", .run),
            (
                ["--rate", "0.00001/d", "m"], "--rate: \"0.00001/d\" is slower than one request in 36500 days", .run
            ),
            (["-x", "m"], "unknown option '-x'", .run),
            (["--xyzzy=1", "m"], "unknown option '--xyzzy'", .run),
        ] as [([String], String, CommandName)])
    func `A wrong command line is refused in plain words`(words: [String], message: String, help: CommandName) {
        #expect(throws: UsageError(message, help: help)) { try CommandLineParser.parse(words) }
    }

    @Test(
        arguments: [
            (["--min-intervall", "1", "m"], "unknown option '--min-intervall'", "--min-interval", .run),
            (["--otuput=x", "m"], "unknown option '--otuput'", "--output", .run),
            (["--min", "m"], "unknown option '--min'", "--min-interval", .run),
            (["-output", "x", "m"], "unknown option '-output'", "--output", .run),
            (["serve", "--prot=1"], "unknown option '--prot'", "--port", .serve),
            (["check", "--sctrict", "m"], "unknown option '--sctrict'", "--strict", .check),
            (["--format", "njson", "m"], "--format needs json or ndjson, not 'njson'", "json", .run),
            (["--progress", "allways", "m"], "--progress needs auto, always or never, not 'allways'", "always", .run),
            (["chek", "m.json"], "unknown command 'chek' (a manifest of that name is ./chek)", "check", nil),
            (["shcema"], "unknown command 'shcema' (a manifest of that name is ./shcema)", "schema", nil),
            (["help", "chek"], "unknown command 'chek'", "check", nil),
        ] as [([String], String, String, CommandName?)])
    func `A slip of the hand is answered with what was meant`(
        words: [String],
        message: String,
        suggestion: String,
        help: CommandName?
    ) {
        #expect(throws: UsageError(message, suggestion: suggestion, help: help)) { try CommandLineParser.parse(words) }
    }

    @Test(
        arguments: [
            (
                ["plan", "m.json"],
                "this version has no command 'plan' (a manifest of that name is ./plan)"
                    + "; 'runner check MANIFEST' tells what a run would send"
            ),
            (
                ["completions", "bash"],
                "this version has no command 'completions' (a manifest of that name is ./completions)"
            ),
            (["help", "run", "x"], "'runner help' takes one command; 'x' is too much"),
            (["help", "x"], "unknown command 'x'"),
            (
                ["0-14-032872-X"],
                "'0-14-032872-X' is no manifest but an ISBN; name it in one: "
                    + #"{ "api": "openlibrary", "requests": [{ "isbn": "0-14-032872-X" }] }"#
            ),
            (["books", "m.json"], "unknown command 'books', and there is no manifest of that name"),
        ] as [([String], String)])
    func `A wrong first word is told as one`(words: [String], message: String) {
        #expect(throws: UsageError(message)) { try CommandLineParser.parse(words) { _ in false } }
    }

    @Test(arguments: ["--dry-run", "-n"])
    func `Who asks for a dry run is told of the check`(word: String) {
        let message = "unknown option '\(word)'; 'runner check MANIFEST' tells what a run would send, and sends nothing"
        #expect(throws: UsageError(message, help: .check)) { try CommandLineParser.parse([word, "m"]) }
    }

    @Test func `A bare word that is like no command is a manifest`() throws {
        #expect(try run(["books"]).0.manifest == "books")
        #expect(try run(["./chek"]).0.manifest == "./chek")
        #expect(try run(["run.json"]).0.manifest == "run.json")
    }

    @Test func `A usage error names the suggestion and the help to read`() {
        let error = UsageError("unknown option '--x'", suggestion: "--y", help: .run)
        #expect(
            error.description == """
                runner: unknown option '--x'; did you mean --y?
                See 'runner run --help'.

                """
        )
        #expect(UsageError("a").description == "runner: a\nSee 'runner --help'.\n")
    }

    private func run(_ words: [String]) throws -> (RunOptions, ConsoleOptions) {
        guard case .run(let options, let console) = try CommandLineParser.parse(words) else {
            throw UsageError("not a run")
        }
        return (options, console)
    }
}
