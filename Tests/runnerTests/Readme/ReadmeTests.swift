import BatchRunner
import HTTPTestSupport
import enum BatchRunner.ExitStatus
import Testing
import runner

/// What the README says is so.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ReadmeTests {
    let readme: Readme

    init() throws {
        readme = try Readme()
    }

    // MARK: - Manifests and results

    @Test func `Each manifest can be run as it stands`() async throws {
        let manifests = readme.blocks(of: "json").filter { $0.text.contains("\"requests") }
        #expect(manifests.count == 3)
        for manifest in manifests {
            let workshop = try Workshop()
            try workshop.write(manifest.text, to: "manifest.json")
            try workshop.write("9780140328721  # a comment\n", to: "isbns.txt")
            let header = "Book Id,Title,Author,ISBN,ISBN13,My Rating,Bookshelves\n"
            try workshop.write(header + "1,Dune,Frank Herbert,,9780441172719,5,\"a, b\"\n", to: "goodreads.csv")
            let result = try await workshop.run(
                "runner check manifest.json", environment: ["STOCK_TOKEN": "a-long-secret"])
            #expect(result.ending == .exited(0), "\(result.error)")
            #expect(result.error == "")
        }
    }

    @Test func `The fields are those of the manifest`() {
        let parts = [ManifestObject.pace, .retry, .timeout, .cache, .requestsFrom]
        let whole = ManifestObject.manifest.names.filter { !["pace", "retry", "timeout"].contains($0) }
        let known = whole + parts.flatMap { part in part.names.map { "\(part.name).\($0)" } }
        let told = readme.rows(under: "field").flatMap { Readme.code(in: $0[0]) }
        #expect(told.sorted() == known.sorted())
        let ofRequests = readme.rows(under: "field of a request").flatMap { Readme.code(in: $0[0]) }
        #expect(ofRequests.sorted() == ManifestObject.request.names.sorted())
    }

    @Test(.enabled(if: Workshop.succeeds("jq --version"), "jq is not installed."))
    func `The sample run gives what is shown, and each jq line finds something in it`() async throws {
        let workshop = try Workshop()
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4).joined(separator: "/")
        let run = try await workshop.run(
            "cp -r '\(root)/manifests' . && runner manifests/books.json --min-interval 1ms")
        #expect(run.ending == .exited(0))
        #expect(run.output == "")
        #expect(run.error == "")
        let lines = readme.blocks(of: "sh").flatMap(\.lines).filter { $0.hasPrefix("jq ") }
        #expect(lines.count >= 5)
        for line in lines {
            let result = try await workshop.run(String(line))
            #expect(result.ending == .exited(0), "\(line)\n\(result.error)")
            #expect(!result.output.isEmpty, "\(line)")
        }
        let results = try await workshop.run("cat output/books.json").output
        let shown = try #require(readme.blocks(of: "json").first { $0.text.contains("\"attempts\": [") }).text
        let keys = shown.matches(of: /"\w+":/).map { String($0.output) }
        #expect(keys.count > 30)
        #expect(keys.filter { !results.contains($0) } == [])
        let times = readme.rows(under: "time").flatMap { $0.flatMap(Readme.code) }.filter { $0.hasSuffix("Ms") }
        // The sample library needs neither a name server nor TLS.
        #expect(times.filter { !results.contains("\"\($0)\":") } == ["dnsMs", "tlsMs"])
    }

    @Test func `The outcomes and their reasons are complete`() throws {
        let outcomes = readme.rows(under: "outcome").flatMap { Readme.code(in: $0[0]) }
        #expect(outcomes == Outcome.allCases.map(\.rawValue))
        let words = Set(Readme.code(in: try #require(readme.section("Outcomes"))))
        #expect(OutcomeReason.allCases.map(\.rawValue).filter { !words.contains($0) } == [])
    }

    @Test func `The faults are those that the sample library's help tells`() {
        let help = HelpText.text(for: .serve)
        let told = help.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
        let rows = readme.rows(under: "what is asked")
        for row in rows {
            #expect(told.contains("\(Readme.code(in: row[0]).joined()) \(row[1])"), "\(row)")
        }
        let lines = help.split(separator: "\n").drop { $0 != "Faults:" }.dropFirst()
        let count = lines.prefix { $0.hasPrefix("  ") }.filter { !$0.hasPrefix("   ") }.count
        #expect(rows.count == count)
    }

    // MARK: - The command

    @Test func `The exit codes are those of the command`() {
        let codes = readme.rows(under: "code").map { $0[0] }
        let signals = TerminationSignal.allCases.map { "\($0.exitCode)" }.joined(separator: ", ")
        #expect(codes == ExitStatus.allCases.map { "\($0.rawValue)" } + [signals])
    }

    @Test func `The options are those of the command`() {
        let code = readme.rows(under: "option").flatMap { Readme.code(in: $0[0]) }
        let words = code.compactMap { $0.split(separator: " ").first }
        let names = words.filter { $0.hasPrefix("--") }.map(String.init)
        #expect(names.sorted() == OptionName.allCases.map(\.rawValue).sorted())
        let letters = words.filter { !$0.hasPrefix("--") }.map(String.init)
        #expect(letters.sorted() == OptionName.allCases.compactMap(\.spec.letter).map { "-\($0)" }.sorted())
    }

    @Test func `Each call of the command makes sense to it`() throws {
        var calls: [[String]] = []
        for line in readme.blocks(of: "sh", "crontab", "ini", "yaml").flatMap(\.lines) {
            let words = line.split(separator: " ").map(String.init)
            guard let place = words.firstIndex(where: { $0 == "runner" || $0.hasSuffix("/runner") }) else { continue }
            let call = words[(place + 1)...].prefix { !["||", "|", ">", "&&"].contains($0) }
            if !call.isEmpty { calls.append(Array(call)) }
        }
        #expect(calls.count >= 8)
        for call in calls {
            #expect(throws: Never.self, "\(call)") { try CommandLineParser.parse(call) }
        }
    }

    @Test(arguments: [
        ([:], ".local/state/runner/lanes"), (["XDG_STATE_HOME": "x"], "x/runner/lanes"),
        (["XDG_STATE_HOME": "x", "RUNNER_STATE_DIR": "r"], "r/lanes"),
    ])
    func `The lanes that runs share lie where it says, and are listed and forgotten as it says`(
        variables: [String: String], place: String
    ) async throws {
        let section = try #require(readme.text.split(separator: "\n## ").first { $0.hasPrefix("Lanes shared") })
        for name in ["`lanes/` in `RUNNER_STATE_DIR`", "`$XDG_STATE_HOME/runner`", "`~/.local/state/runner`"] {
            #expect(section.contains(name))
        }
        #expect(section.contains("`\"sharedLanes\": false`"))
        let told = readme.rows(under: "variable").flatMap { Readme.code(in: $0[0]) }
        #expect(["RUNNER_STATE_DIR", "XDG_STATE_HOME", "HOME"].allSatisfy(told.contains))

        let workshop = try Workshop()
        var environment = ["HOME": workshop.path, "RUNNER_STATE_DIR": ""]
        environment.merge(variables.mapValues { "\(workshop.path)/\($0)" }) { $1 }
        try await withScriptedServer(script: { _ in .status(200) }) { server in
            try workshop.write(
                #"{ "output": "out.json", "requests": [{ "url": "http://127.0.0.1:\#(server.port)/" }] }"#,
                to: "m.json")
            let lane = "localhost:\(server.port)"
            let command = """
                runner m.json && ls '\(place)' && runner lanes | tail -n 1 | cut -d ' ' -f 1 &&
                runner lanes --clear \(lane) && ls '\(place)'
                """
            let result = try await workshop.run(command, environment: environment)
            #expect(result.ending == .exited(0) && result.error == "")
            let file = "localhost%3A\(server.port)"
            #expect(result.output == "\(file).lane\n\(file).turn\n\(lane)\n")
        }
    }

    @Test func `The shell takes each line`() async throws {
        let workshop = try Workshop()
        for block in readme.blocks(of: "sh") {
            try workshop.write(block.text, to: "block.sh")
            let result = try await workshop.run("sh -n block.sh")
            #expect(result.ending == .exited(0), "\(result.error)")
        }
    }

    // MARK: - The library

    private static var compiles: Bool {
        Workshop.succeeds(
            "command -v swiftc && ls '\(Workshop.binaries)'/Modules/HTTPPipeline.swiftmodule "
                + "'\(Workshop.binaries)'/HTTPPipeline.build/*.o")
    }

    private static let compile = "swiftc -swift-version 6 -parse-as-library -I '\(Workshop.binaries)/Modules' "

    @Test(.enabled(if: compiles, "The compiler or the built library is not found."))
    func `The example compiles outside the package and keeps the pace`() async throws {
        let example = try #require(readme.blocks(of: "swift").first { $0.text.contains("@main") })
        let workshop = try Workshop()
        try workshop.write(example.text, to: "example.swift")
        let objects = "'\(Workshop.binaries)'/HTTPPipeline.build/*.o"
        let compilation = try await workshop.run(Self.compile + "-o example example.swift \(objects)")
        try #require(compilation.ending == .exited(0), "\(compilation.output)\(compilation.error)")
        #expect(compilation.error == "")

        let lines = try await workshop.run("./example").output.split(separator: "\n")
        let sends = lines.filter { !$0.hasPrefix(" ") }
        let moments = sends.compactMap { Int($0.split(separator: " ")[0]) }
        #expect(
            sends.compactMap { $0.split(separator: "/").last } == ["1", "2", "moved", "3"], "\(lines)")
        for (earlier, later) in zip(moments, moments.dropFirst()) { #expect(later - earlier >= 200) }
        #expect(lines.last == "  answered 200 by the cache")
    }

    @Test(.enabled(if: compiles, "The compiler or the built library is not found."))
    func `The compiler refuses what the README says it refuses`() async throws {
        let blocks = readme.blocks(of: "swift")
        let example = try #require(blocks.first { $0.text.contains("@main") })
        let misuse = try #require(blocks.first { $0.text.contains("// error: ") })
        let line = try #require(misuse.lines.first { $0.contains("// error: ") })
        let message = try #require(line.firstRange(of: "// error: ")).upperBound
        let workshop = try Workshop()
        try workshop.write(example.text + misuse.text, to: "misuse.swift")
        // A mere type check lets misuse of ownership pass.
        let wrong = try await workshop.run(Self.compile + "-emit-sil -o /dev/null misuse.swift")
        #expect(wrong.ending != .exited(0))
        #expect(wrong.error.contains("error: \(line[message...])"), "\(wrong.error)")

        let right = misuse.text.replacing("async let", with: "let").replacing("= status", with: "= try await status")
        try workshop.write(
            example.text + right.replacing("print(try await one, try await two)", with: "print(one, two)"),
            to: "use.swift")
        let use = try await workshop.run(Self.compile + "-emit-sil -o /dev/null use.swift")
        #expect(use.ending == .exited(0), "\(use.error)")
    }
}
