import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Testing
import runner

/// What the README says of an unattended run is so, and its snippets fit the command.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ReadmeOperationsTests {
    private static let hasYAML = canRun(
        "The README's YAML", Workshop.succeeds("python3 -c 'import yaml'"), "python3-yaml")
    private static let hasSystemd = canRun(
        "The README's units", Workshop.succeeds("systemd-analyze --version"), "systemd-analyze")
    private static let canTrace = canRun(
        "The service's system calls",
        Workshop.succeeds("systemd-analyze syscall-filter && strace -o /dev/null true"), "systemd-analyze and strace")

    private static let hasGit = canRun("The README's commit step", Workshop.succeeds("git --version"), "git")

    /// The codes after which another start of the same is in vain.
    private static let worthless = ExitStatus.allCases.filter { $0 != .success && $0 != .unfinished }.map(\.rawValue)

    let readme: Readme

    init() throws {
        readme = try Readme()
    }

    private func unit(_ name: String) throws -> UnitFile {
        try #require(readme.blocks(of: "ini").map(UnitFile.init).first { $0.name == name })
    }

    private func yaml(containing text: String) throws -> String {
        try #require(readme.blocks(of: "yaml").first { $0.text.contains(text) }).text
    }

    /// What a call asks of the command; the words after the program's name.
    private func options(of words: some Sequence<String>) throws -> RunOptions {
        guard case .run(let options, _) = try CommandLineParser.parse(Array(words)) else {
            throw Workshop.BadYAML(reason: "\(words) runs nothing")
        }
        return options
    }

    /// A manifest with a request for each path.
    private func manifest(_ server: ScriptedServer, _ paths: [String], settings: String = "") -> String {
        let requests = paths.map { #"{ "url": "http://127.0.0.1:\#(server.port)\#($0)" }"# }.joined(separator: ", ")
        return #"{ "pace": { "minInterval": 0 }, \#(settings)"requests": [\#(requests)] }"#
    }

    // MARK: - What is told

    @Test func `The files of the state are those that a killed run leaves`() async throws {
        let told = readme.rows(under: "file").flatMap { Readme.code(in: $0[0]) }
        let whole = told.filter { $0.last != "…" }
        let beginnings = told.filter { $0.last == "…" }.map { String($0.dropLast()) }
        #expect(try #require(readme.section("When it is stopped")).contains("`.books.json.runner/`"))
        try await withScriptedServer { _ in
            .stall
        } _: { server in
            let folder = try RunFolder(
                urls: ["http://127.0.0.1:\(server.port)/"])
            func stateAfterKill() async throws -> [String] {
                let child = try folder.start()
                await server.requests(atLeast: server.requests.count + 1)
                child.kill()
                return folder.entries.filter { $0.hasPrefix(RunFolder.state + "/") }
                    .map { String($0.dropFirst(RunFolder.state.utf8.count + 1)) }
            }
            #expect(try await stateAfterKill().sorted() == whole.sorted())

            // What makes no sense lies beside them after the next start, under the names that are told.
            let torn = try folder.text(of: RunFolder.journal) + "x"
            try folder.write(torn, to: RunFolder.journal)
            _ = try await stateAfterKill()
            try folder.write("no journal", to: RunFolder.journal)
            let left = try await stateAfterKill()
            #expect(left.count == told.count)
            for beginning in beginnings { #expect(left.contains { $0.hasPrefix(beginning) }, "\(beginning)") }
        }
    }

    @Test func `The numbers of the breaker are those of the command`() throws {
        let section = try #require(readme.section("When a server is in trouble"))
        let policy = BreakerPolicy()
        let opening =
            "After \(policy.failuresInARow) requests in a row, or \(policy.failuresInWindow) of the last \(policy.window),"
        #expect(section.hasPrefix("When a server is in trouble \(opening)"))
        let minute = Int(policy.firstDelay / .seconds(60))
        let (second, third) = ("after \(minute * 2) more", "after \(minute * 4) more")
        #expect(
            section.contains(
                "the first of them after \(minute) minute, the last \(second), and one in the middle \(third)"))
        #expect(policy.firstDelay * 4 <= policy.maxDelay)
        #expect(policy.probes == 3 && section.contains("If the third is not"))
    }

    // MARK: - Cron

    @Test func `The lines for cron have five fields and a command`() async throws {
        let block = try #require(readme.blocks(of: "crontab").first)
        for line in block.lines {
            let fields = line.split(separator: " ", maxSplits: 5)
            try #require(fields.count == 6)
            #expect(fields[5].hasPrefix("cd /"))
            for field in fields.prefix(5) { #expect(field.allSatisfy { "0123456789*,-/".contains($0) }) }
            // Cron takes a percent sign for the end of the command.
            #expect(!fields[5].contains("%"))
        }
    }

    @Test func `The second line for cron goes on with what the first left, and else does nothing`() async throws {
        try await withScriptedServer { request in
            request.number == 2 ? .status(429, headers: ["Retry-After": "86400"]) : .json("{}")
        } _: { server in
            let workshop = try Workshop()
            let commands = try #require(readme.blocks(of: "crontab").first).lines.map { line in
                String(line.split(separator: " ", maxSplits: 5)[5]).replacing("/srv/books", with: workshop.path)
                    .replacing("/usr/local/bin/runner", with: BuiltCommand.path)
            }
            try #require(commands.count == 2)
            try workshop.write(manifest(server, ["/0", "/1"]), to: "books.json")
            _ = try await workshop.run("mkdir manifests && mv books.json manifests")
            let environment = ["RUNNER_STATE_DIR": "\(workshop.path)/lanes"]

            let idle = try await workshop.run(commands[1], environment: environment)
            #expect(idle.output + idle.error == "")
            #expect(server.requests.isEmpty)
            #expect(try await workshop.run(commands[0], environment: environment).ending == .exited(75))
            #expect(server.requests.map(\.path) == ["/0", "/1"])

            // A server that is to be left alone until tomorrow is so for the next start too; this one gave no such word.
            _ = try await workshop.run("rm -rf lanes")
            #expect(try await workshop.run(commands[1], environment: environment).ending == .exited(0))
            #expect(server.requests.map(\.path) == ["/0", "/1", "/1"])
            #expect(try await workshop.run(commands[1], environment: environment).output == "")
            #expect(server.requests.count == 3)
        }
    }

    // MARK: - systemd

    @Test(.enabled(if: hasSystemd))
    func `The units pass systemd's own checks, of their security too`() async throws {
        let workshop = try Workshop()
        for unit in readme.blocks(of: "ini").map(UnitFile.init) {
            try workshop.write(unit.text.replacing("/usr/local/bin/runner", with: BuiltCommand.path), to: unit.name)
        }
        let result = try await workshop.run("systemd-analyze verify ./runner.service ./runner.timer")
        #expect(result.ending == .exited(0))
        #expect(result.error == "")
        // Of ten, where what is unsafe has more than nine; the threshold is in tenths.
        let security = try await workshop.run(
            "systemd-analyze security --no-pager --offline=true --threshold=25 ./runner.service")
        #expect(security.ending == .exited(0), "\(security.output)\(security.error)")
    }

    @Test func `The service is started again only where that helps, and not for ever`() throws {
        let unit = try unit("runner.service")
        #expect(unit.value("Restart") == "on-failure")
        #expect(unit.words("RestartPreventExitStatus").compactMap { Int32($0) } == Self.worthless)

        let options = try options(of: unit.words("ExecStart").dropFirst())
        let deadline = try #require(options.deadline)
        let pause = try #require(unit.duration("RestartSec"))
        let burst = try #require(unit.value("StartLimitBurst").flatMap { Int($0) })
        let interval = try #require(unit.duration("StartLimitIntervalSec"))
        // The last start that is allowed ends within the interval, and that before the next night's first.
        #expect((deadline + pause) * burst < interval)
        #expect(interval < .seconds(86_400) - (deadline + pause))
        #expect(try #require(unit.duration("TimeoutStartSec")) > deadline)
        #expect(try #require(unit.duration("TimeoutStopSec")) > Job.grace)
    }

    @Test(.enabled(if: canTrace))
    func `The service's command does nothing that its unit forbids`() async throws {
        let unit = try unit("runner.service")
        let workshop = try Workshop()
        let hostName = try await workshop.run("uname -n").output.split(separator: "\n").joined()
        try await withScriptedServer { request in
            request.number == 1 ? .status(503) : .json("{}")
        } _: { server in
            // A host's name takes a look-up, with all that the C library does for one.
            let other = #"{ "url": "http://\#(hostName):1/", "retry": { "attempts": 1 } }"#
            let text = manifest(server, ["/0", "/1"]).replacing("requests\": [", with: "requests\": [\(other), ")
            try workshop.write(text, to: "books.json")
            let command = try #require(unit.value("ExecStart"))
                .replacing("/usr/local/bin/runner", with: BuiltCommand.path)
                .replacing("/etc/runner", with: workshop.path).replacing("%S/runner", with: "\(workshop.path)/state")
            let result = try await workshop.run("exec strace -f -qq -o calls \(command)")
            #expect(result.ending == .exited(1), "\(result.error)")
        }
        let calls = try await workshop.run("sed -nE 's/^[0-9]+ +([a-z0-9_]+)\\(.*/\\1/p' calls | sort -u")
        let made = Set(calls.output.split(separator: "\n").map(String.init))
        #expect(made.isSuperset(of: ["connect", "fdatasync", "flock", "rename"]))
        let allowed = try await allowedCalls(by: unit.words("SystemCallFilter"), in: workshop)
        #expect(made.subtracting(allowed) == [])

        let families = try await workshop.run("grep -oE 'socket\\(AF_[A-Z0-9]+' calls | sort -u")
        let opened = Set(families.output.split(separator: "\n").map { String($0.dropFirst("socket(".utf8.count)) })
        #expect(opened.contains("AF_INET"))
        #expect(opened.subtracting(unit.words("RestrictAddressFamilies")) == [])
        // What MemoryDenyWriteExecute forbids: memory that is both, and code out of memory that was written.
        let pattern = "PROT_WRITE[^,]*PROT_EXEC|mprotect\\(.*PROT_EXEC"
        #expect(try await workshop.run("grep -E '\(pattern)' calls").output == "")
    }

    /// The system calls that are in some sets of systemd's, and in the sets that these name.
    private func allowedCalls(by names: [String], in workshop: borrowing Workshop) async throws -> Set<String> {
        let text = try await workshop.run("systemd-analyze --no-pager syscall-filter").output
        var sets: [String: [String]] = [:]
        var name = ""
        for line in text.split(separator: "\n") {
            let word = String(line.trimmingPrefix { $0 == " " })
            if line.hasPrefix("@") { name = word } else if !word.hasPrefix("#") { sets[name, default: []].append(word) }
        }
        var allowed: Set<String> = []
        var open = names
        while let next = open.popLast() {
            if let members = sets.removeValue(forKey: next) { open += members } else { allowed.insert(next) }
        }
        return allowed
    }

    // MARK: - Kubernetes

    @Test(.enabled(if: hasYAML))
    func `The CronJob fits the command's exit codes, grace and files`() async throws {
        let job = try await Workshop().decode(yaml(containing: "kind: CronJob"), as: CronJob.self)
        #expect(job.apiVersion == "batch/v1" && job.kind == "CronJob")
        #expect(job.spec.schedule.split(separator: " ").count == 5)
        #expect(job.spec.concurrencyPolicy == "Forbid")

        let spec = job.spec.jobTemplate.spec
        let pod = spec.template.spec
        let container = try #require(pod.containers.first)
        #expect(pod.containers.count == 1)
        // A failure policy takes pods that aren't restarted in place.
        #expect(pod.restartPolicy == "Never")
        #expect(spec.backoffLimit > 0)
        let rules = spec.podFailurePolicy.rules
        #expect(rules.map(\.action) == ["Ignore", "FailJob"])
        #expect(rules[0].onPodConditions == [["type": "DisruptionTarget"]])
        let codes = try #require(rules[1].onExitCodes)
        #expect(codes.containerName == container.name)
        #expect(codes.operator == "In")
        #expect(codes.values == Self.worthless)
        #expect(.seconds(pod.terminationGracePeriodSeconds) > Job.grace)
        #expect(spec.activeDeadlineSeconds == 4 * 3_600)

        let options = try options(of: container.command.dropFirst())
        let output = try #require(options.output)
        let mounts = container.volumeMounts
        let writable = try #require(mounts.first { $0.readOnly != true })
        #expect(output.hasPrefix(writable.mountPath + "/"))
        let fixed = try #require(mounts.first { $0.readOnly == true })
        #expect(options.manifest.hasPrefix(fixed.mountPath + "/"))
        #expect(mounts.map(\.name) == pod.volumes.map(\.name))
        #expect(pod.volumes.first { $0.name == writable.name }?.persistentVolumeClaim != nil)
        #expect(container.env.first { $0.name == "RUNNER_STATE_DIR" }?.value == writable.mountPath)
        #expect(container.env.first { $0.name == "SWIFT_BACKTRACE" }?.value == "enable=no")
        #expect(container.securityContext.readOnlyRootFilesystem)
        #expect(!container.securityContext.allowPrivilegeEscalation)
        // The group of the volume is the account's own, so that what one pod makes the next one can write.
        #expect(pod.securityContext.runAsNonRoot && pod.securityContext.runAsUser == pod.securityContext.fsGroup)
        // Else every pod would open the state to the group, and a folder of lanes that others can write to is not used.
        #expect(pod.securityContext.fsGroupChangePolicy == "OnRootMismatch")
    }

    // MARK: - GitHub Actions

    private func steps(in workshop: borrowing Workshop) async throws -> [Workflow.Step] {
        let workflow = try await workshop.decode(yaml(containing: "runs-on:"), as: Workflow.self)
        return try #require(workflow.jobs["refresh"]).steps
    }

    @Test(.enabled(if: hasYAML))
    func `The workflow hands the state from one run to the next`() async throws {
        let workshop = try Workshop()
        let workflow = try await workshop.decode(yaml(containing: "runs-on:"), as: Workflow.self)
        let job = try #require(workflow.jobs["refresh"])
        let restored = try #require(job.steps.firstIndex { $0.uses == "actions/cache/restore@v4" })
        let asked = try #require(job.steps.firstIndex { $0.id == "ask" })
        let saved = try #require(job.steps.firstIndex { $0.uses == "actions/cache/save@v4" })
        #expect(restored < asked && asked < saved)
        // A step after one that failed runs only where it says so.
        #expect(job.steps[saved].if == "always()")

        let restore = try #require(job.steps[restored].with)
        let save = try #require(job.steps[saved].with)
        #expect(save == restore.filter { $0.key != "restore-keys" })
        // Each run has a key of its own, since a cache can't be changed; the newest of the others is what is restored.
        let prefix = try #require(restore["restore-keys"])
        #expect(save["key"] == prefix + "${{ github.run_id }}-${{ github.run_attempt }}")

        let script = try #require(job.steps[asked].run)
        let line = try #require(script.split(separator: "\n").first { $0.contains("/runner ") })
        let options = try options(
            of: line.split(separator: " ").dropFirst().prefix { $0 != "||" }.map(String.init))
        #expect(options.stateFolder == save["path"])
        #expect(options.deadline.map { $0 < .seconds(60 * job.timeoutMinutes) } == true)
        let cases = script.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
        let codes = cases.compactMap { Int32($0.prefix { $0 != ")" }) }
        #expect(codes == [ExitStatus.success.rawValue, ExitStatus.unfinished.rawValue])
        for step in job.steps.compactMap(\.run) {
            try workshop.write(step, to: "step.sh")
            #expect(try await workshop.run("sh -n step.sh").ending == .exited(0))
        }
    }

    @Test(.enabled(if: hasYAML))
    func `The workflow's step ends as the run did, and an unfinished run is gone on with`() async throws {
        try await withScriptedServer { request in
            switch request.path {
            case "/bad": .status(400)
            case "/1" where request.number == 2: .status(429, headers: ["Retry-After": "86400"])
            default: .json("{}")
            }
        } _: { server in
            let workshop = try Workshop()
            let script = try #require(try await steps(in: workshop).first { $0.id == "ask" }?.run)
            try workshop.write(script, to: "step.sh")
            _ = try await workshop.run(
                "mkdir -p manifests .build/release && ln -s '\(BuiltCommand.path)' .build/release/runner")
            func ask() async throws -> (result: ChildProcess.Result, outputs: String) {
                // The runners call a step's shell so, and hand over each step's outputs in a file.
                let result = try await workshop.run(
                    "rm -rf outputs lanes && touch outputs && sh -e step.sh",
                    environment: ["GITHUB_OUTPUT": "outputs", "CI": "true", "RUNNER_STATE_DIR": "lanes"])
                return (result, try await workshop.run("cat outputs").output)
            }
            func paths() -> [String] { server.requests.map(\.path) }

            try workshop.write(manifest(server, ["/0", "/1"]), to: "manifests/openlibrary.json")
            let unfinished = try await ask()
            #expect(unfinished.result.ending == .exited(0))
            #expect(unfinished.result.output.hasPrefix("::warning::not finished"))
            #expect(unfinished.outputs == "")
            #expect(paths() == ["/0", "/1"])

            // The next machine has the cached folder and the repository, and nothing else.
            _ = try await workshop.run("rm -rf output data")
            let finished = try await ask()
            #expect(finished.result.ending == .exited(0))
            #expect(finished.outputs == "finished=yes\n")
            #expect(paths() == ["/0", "/1", "/1"])
            #expect(try await workshop.run("ls data .state").output == ".state:\nlock\n\ndata:\nbooks.json\n")

            try workshop.write(manifest(server, ["/bad"]), to: "manifests/openlibrary.json")
            let failed = try await ask()
            #expect(failed.result.ending == .exited(1))
            #expect(failed.outputs == "")
        }
    }

    @Test(.enabled(if: hasYAML && hasGit))
    func `The workflow's last step commits the data where they changed, and nothing else`() async throws {
        let workshop = try Workshop()
        let script = try #require(try await steps(in: workshop).last?.run)
        try workshop.write(script, to: "step.sh")
        let environment = ["HOME": workshop.path, "GITHUB_WORKSPACE": "\(workshop.path)/work"]
        let setting = """
            git init -q --bare -b main origin && git clone -q origin work && cd work && mkdir data .state &&
            touch data/books.json .state/lock
            """
        #expect(try await workshop.run(setting, environment: environment).ending == .exited(0))
        for _ in 0..<2 {
            let result = try await workshop.run("cd work && sh -e ../step.sh", environment: environment)
            #expect(result.ending == .exited(0), "\(result.error)")
        }
        let log = try await workshop.run("git -C origin log --format='%an: %s' --name-only", environment: environment)
        #expect(log.output == "books: Refresh the book data\n\ndata/books.json\n")
    }
}
