import BatchRunner
import Books
import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct RunLoopTests {
    /// A script in which the host `a` answers 503 to its first requests, and everything else 200.
    private func failing(_ count: Int) -> @Sendable (HTTPRequest, Int) -> ScriptedExchange {
        let left = Countdown(count)
        return { request, _ in
            guard request.url.host == "a.example", left.takes() else { return .response(200) }
            return .response(503)
        }
    }

    @Test func `A lane in trouble is set aside while others go on, and taken up in the manifest's order`() async throws
    {
        let rig = RunLoopRig()
        let watcher = try await rig.run(
            RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 b1 a7 b2 a8"), script: failing(5))
        #expect(rig.asked == "a1 a2 a3 a4 a5 b1 b2 a6 a7 a8")
        #expect(watcher.probeWaits == ["a.example 60"])
        #expect(
            watcher.ends == (1...5).map { "a\($0) failed http_status" }
                + ["b1", "b2", "a6", "a7", "a8"].map { $0 + " ok" })
        #expect(
            watcher.warnings == [
                "5 requests in a row to a.example failed; it is left alone for 1 min, and requests to it are set aside"
            ])
        #expect(rig.clock.moment == Moment(sinceOrigin: .seconds(60)))
    }

    private static func lines(of path: String) -> [Substring] {
        guard let file = try? OpenFile(path, flags: O_RDONLY), let bytes = try? file.read(at: 0, count: 1 << 20) else {
            return []
        }
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    }

    @Test func `Lines keep the manifest's order though requests are asked in another`() async throws {
        var rig = RunLoopRig()
        let path = FilePath.join(FilePath.temporaryFolder, "runner-\(RandomTag.make())")
        defer { FilePath.remove(path) }
        rig.lines = path
        let sizes = Mutex<[Int]>([])
        let answers = failing(5)
        _ = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 b1 a7 b2 a8")) { request, number in
            sizes.withLock { $0.append(Self.lines(of: path).count) }
            return answers(request, number)
        }
        // What was set aside holds back all behind it, and no longer than it takes.
        #expect(sizes.withLock(\.self) == [0, 1, 2, 3, 4, 5, 5, 5, 7, 9])
        #expect(
            Self.lines(of: path).map { String($0.dropFirst(7).prefix(2)) } == [
                "a1", "a2", "a3", "a4", "a5", "a6", "b1", "a7", "b2", "a8",
            ])
    }

    @Test func `After three failed probes what is set aside is deferred, and each probe is one request`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(
            RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 a10"), script: failing(.max))
        #expect(rig.asked == "a1 a2 a3 a4 a5 b1 a6 a10 a8")
        #expect(watcher.probeWaits == ["a.example 60", "a.example 120", "a.example 240"])
        #expect(watcher.probeWait == .seconds(420))
        #expect(watcher.ends.suffix(2) == ["a9 deferred breaker", "a7 deferred breaker"])
        #expect(
            watcher.message(of: "a9")
                == "5 requests in a row to a.example failed, and so did 3 probes after that; "
                + "it is left alone for the rest of the run.")
        #expect(watcher.warnings.count == 4)
    }

    @Test func `Requests that always fail don't keep the others from being answered`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(RunLoopRig.manifest((1...38).map { "a\($0)" }.joined(separator: " "))) {
            request, _ in
            .response((Int(request.url.path.dropFirst()) ?? 0) <= 8 ? 500 : 200)
        }
        // The first probe is one of the bad ones, the second the last of all, which frees the lane.
        #expect(rig.asked.hasPrefix("a1 a2 a3 a4 a5 a6 a38 a7 a8 a9 a10 "))
        #expect(watcher.probeWaits == ["a.example 60", "a.example 120"])
        #expect(watcher.ends.filter { $0.hasSuffix(" ok") }.count == 30)
        #expect(watcher.ends.filter { $0.hasSuffix(" failed http_status") }.count == 8)
    }

    @Test func `No request is asked after one that may change something and comes after it`() async throws {
        let rig = RunLoopRig()
        let requests = "a1 a2 a3 a4 a5 a6 a7 c8 a9 a10 b1 b2 b3 b4 c11 a12".split(separator: " ").map { id in
            let host = id.hasPrefix("b") ? "b" : "a"
            return "{\"id\": \"\(id)\", \"url\": \"http://\(host).example/\(id.dropFirst())\", "
                + "\"method\": \"\(id.hasPrefix("c") ? "PUT" : "GET")\"}"
        }
        // The probe of 60 s is due when c11 comes, which would be before a6 to a10.
        let watcher = try await rig.run("{\"requests\": [\(requests.joined(separator: ", "))]}") { request, number in
            request.url.host == "b.example"
                ? .response(200, answer: .seconds(20)) : .response(number <= 5 ? 503 : 200)
        }
        #expect(rig.asked == "a1 a2 a3 a4 a5 b1 b2 b3 b4 a6 a7 a8 a9 a10 a11 a12")
        #expect(watcher.probeWaits == [])
    }

    @Test func `A probe is chosen before the first request that may change something`() async throws {
        let rig = RunLoopRig()
        let requests = (1...12).map { number in
            "{\"id\": \"\(number)\", \"url\": \"http://a.example/\(number)\", "
                + "\"method\": \"\(number == 9 ? "DELETE" : "GET")\"}"
        }
        let watcher = try await rig.run("{\"requests\": [\(requests.joined(separator: ", "))]}") { request, _ in
            .response((Int(request.url.path.dropFirst()) ?? 0) <= 6 ? 503 : 200)
        }
        #expect(rig.asked == "a1 a2 a3 a4 a5 a6 a8 a7 a9 a10 a11 a12")
        #expect(watcher.ends.count == 12)
    }

    @Test func `A probe that is due while other lanes are asked goes in its turn`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 a7 a8")) { request, number in
            request.url.host == "b.example"
                ? .response(200, answer: .seconds(20)) : .response(number <= 5 ? 503 : 200)
        }
        #expect(rig.asked == "a1 a2 a3 a4 a5 b1 b2 b3 b4 a7 a8 a6")
        #expect(watcher.probeWaits == [])
        #expect(watcher.ends.suffix(3) == ["a7 ok", "a8 ok", "a6 ok"])
    }

    @Test func `The rest of a lane whose probe would come after the deadline is deferred at once`() async throws {
        var rig = RunLoopRig()
        rig.deadline = .seconds(50)
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 b1 a7"), script: failing(.max))
        #expect(rig.asked == "a1 a2 a3 a4 a5 b1")
        #expect(watcher.ends.suffix(3) == ["a6 deferred breaker", "b1 ok", "a7 deferred breaker"])
        #expect(rig.clock.moment == .origin)
    }

    @Test func `When the deadline passes, what waited for a probe is the breaker's, the rest the deadline's`()
        async throws
    {
        var rig = RunLoopRig()
        rig.deadline = .seconds(80)
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 b1 b2 b3 b4 b5")) { request, _ in
            request.url.host == "a.example"
                ? .response(503) : .response(200, answer: .seconds(request.url.path == "/4" ? 30 : 20))
        }
        #expect(
            watcher.ends.suffix(6) == [
                "b1 ok", "b2 ok", "b3 ok", "b4 deferred deadline", "b5 deferred deadline", "a6 deferred breaker",
            ])
        #expect(rig.clock.moment == Moment(sinceOrigin: .seconds(80)))
    }

    @Test func `A request whose slot comes after the deadline is deferred before it is waited for`() async throws {
        var rig = RunLoopRig()
        rig.lanes.defaultInterval = .seconds(10)
        rig.deadline = .seconds(15)
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 b1"), script: failing(0))
        #expect(watcher.ends == ["a1 ok", "a2 ok", "a3 deferred deadline", "b1 ok"])
        #expect(rig.clock.moment == Moment(sinceOrigin: .seconds(10)))
    }

    @Test func `The wait for a probe ends with the run's interruption`() async throws {
        let rig = RunLoopRig()
        rig.clock.interruptNextSleep(after: .seconds(10))
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 a7"), script: failing(.max))
        #expect(rig.asked == "a1 a2 a3 a4 a5")
        #expect(watcher.ends.suffix(2) == ["a6 skipped interrupted", "a7 skipped interrupted"])
        #expect(rig.clock.moment == Moment(sinceOrigin: .seconds(10)))
    }

    @Test func `A server that redirects to one in trouble is not left alone for it`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 b7 a8")) { request, _ in
            guard request.url.host == "a.example" else { return .response(503) }
            return request.url.path == "/8"
                ? .response(200) : .response(302, ["Location": "http://b.example\(request.url.path)"])
        }
        #expect(rig.asked == "a1 b1 a2 b2 a3 b3 a4 b4 a5 b5 a6 b6 a8 b7")
        #expect(watcher.warnings.map { $0.contains("to b.example failed") } == [true, true])
        #expect(watcher.warnings.last?.contains("so did 1 probe after that") == true)
    }

    @Test func `A probe that is redirected to a server in trouble frees its own lane`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 a7")) { request, _ in
            guard request.url.host == "a.example", request.url.path == "/6" || request.url.path == "/7" else {
                return .response(503)
            }
            return request.url.path == "/6" ? .response(302, ["Location": "http://b.example/6"]) : .response(200)
        }
        #expect(rig.asked == "a1 a2 a3 a4 a5 a6 b6 a7")
        #expect(watcher.ends.suffix(2) == ["a6 failed http_status", "a7 ok"])
        #expect(watcher.probeWaits == ["a.example 60"])
    }

    @Test func `Of equal requests that are sent each for itself none takes another's answer, selected or not`()
        async throws
    {
        var rig = RunLoopRig()
        let requests = "p1 a1 a2 a3 a4 a5 p2 b1 b2 b3 p3".split(separator: " ").map(String.init).map { id in
            id.hasPrefix("p")
                ? "{\"id\": \"\(id)\", \"url\": \"http://a.example/\", \"method\": \"POST\", \"body\": \"x\"}"
                : "{\"id\": \"\(id)\", \"url\": \"http://\(id.prefix(1)).example/\(id)\"}"
        }
        rig.only = "a1 a2 a3 a4 a5 p2 b1 b2 b3 p3".split(separator: " ").map(String.init)
        let watcher = try await rig.run("{\"requests\": [\(requests.joined(separator: ", "))]}") { request, number in
            request.url.host == "b.example"
                ? .response(200, answer: .seconds(20)) : .response(number <= 5 ? 503 : 200)
        }
        #expect(watcher.ends.suffix(2) == ["p2 ok", "p3 ok"])
        #expect(rig.log.requests.suffix(2).map(\.method) == [.post, .post])
    }

    @Test func `A POST that could be cut by the deadline is not sent, and a GET is`() async throws {
        var rig = RunLoopRig()
        rig.deadline = .seconds(20)
        let manifest = """
            {"timeout": {"attempt": "30s"}, "requests": [
             {"id": "post", "url": "http://a.example/1", "method": "POST", "body": "x"},
             {"id": "idempotent", "url": "http://a.example/2", "method": "POST", "body": "x", "idempotent": true},
             {"id": "short", "url": "http://a.example/3", "method": "POST", "body": "x", "timeout": {"attempt": "20s"}},
             {"id": "get", "url": "http://a.example/4"}]}
            """
        let watcher = try await rig.run(manifest) { _, _ in .response(200) }
        #expect(watcher.ends == ["post deferred deadline", "idempotent ok", "short ok", "get ok"])
        #expect(rig.log.requests.map(\.url.path) == ["/2", "/3", "/4"])
        #expect(
            watcher.message(of: "post")
                == "Until the deadline of the run there are 20 s left, less than the attempt may take, and this request must "
                + "not be cut short: give the run a later deadline, or the request a timeout.attempt that fits.")
    }

    @Test func `What would not be answered before the deadline is not sent, going by its server's latest answer`()
        async throws
    {
        var rig = RunLoopRig()
        rig.deadline = .seconds(20)
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 b1 b2 b3")) { request, _ in
            .response(200, answer: request.url.host == "a.example" ? .seconds(7) : .seconds(3))
        }
        // After a1 and a2 there are 6 s left, and b1 and b2 take all of them.
        #expect(
            watcher.ends == [
                "a1 ok", "a2 ok", "a3 deferred deadline", "b1 ok", "b2 ok", "b3 deferred deadline",
            ])
        #expect(rig.asked == "a1 a2 b1 b2")
        #expect(
            watcher.message(of: "a3")
                == "Until the deadline of the run there are 6 s left, less than the server's latest answer took.")
    }

    @Test func `A server's wait that passes the deadline says when the server may be asked`() async throws {
        var rig = RunLoopRig()
        rig.deadline = .seconds(5)
        rig.attempts = 4
        let watcher = try await rig.run(RunLoopRig.manifest("a1")) { _, _ in
            .response(429, ["Retry-After": "20"])
        }
        #expect(watcher.ends == ["a1 deferred deadline"])
        let message = try #require(watcher.message(of: "a1"))
        #expect(message.hasPrefix("A wait of 20 s would pass the deadline of the run. It may be asked again at "))
    }

    @Test func `Answers of every kind keep a lane open`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5 a6 a7 a8")) { _, number in
            .response(number.isMultiple(of: 2) ? 404 : 400)
        }
        #expect(watcher.ends.count == 8)
        #expect(watcher.probeWaits == [])
        #expect(rig.asked == "a1 a2 a3 a4 a5 a6 a7 a8")
    }

    @Test func `Repeats within a request count once`() async throws {
        var rig = RunLoopRig()
        rig.attempts = 4
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 a4 a5"), script: failing(16))
        #expect(watcher.ends.suffix(2) == ["a4 failed http_status", "a5 ok"])
        #expect(watcher.warnings == [])
    }

    @Test func `A server that throttles for ever costs a bounded number of sends, and the run ends`() async throws {
        var rig = RunLoopRig()
        rig.attempts = 4
        let targets = (1...50).map { "a\($0)" }.joined(separator: " ")
        let watcher = try await rig.run(RunLoopRig.manifest(targets)) { _, _ in .response(429) }
        #expect(rig.log.requests.count == (5 + 3) * 4)
        #expect(watcher.ends.count == 50)
        #expect(watcher.ends.filter { $0.hasSuffix("failed throttled") }.count == 8)
        #expect(watcher.ends.filter { $0.hasSuffix("deferred breaker") }.count == 42)
    }

    @Test func `A ban stops the lane at the first answer, and the rest says so`() async throws {
        let rig = RunLoopRig()
        let api = OpenLibraryAPI(name: "sample", baseURL: try HTTPURL("http://c.example"))
        let requests = (1...3).map { "{\"path\": \"/\($0).json\"}" }.joined(separator: ", ")
        let watcher = try await rig.run(
            "{\"api\": \"sample\", \"requests\": [\(requests)]}", apis: ["sample": api]
        ) { _, _ in .response(403) }
        #expect(
            watcher.ends.map { $0.split(separator: " ").dropFirst().joined(separator: " ") }
                == ["failed blocked", "deferred blocked", "deferred blocked"])
        #expect(rig.log.requests.count == 1)
        #expect(
            watcher.message(of: "/3.json") == "The server refuses this client. Nothing more is asked of it in this run."
        )
    }

    @Test func `A spent quota stops the lane, and other lanes go on`() async throws {
        var rig = RunLoopRig()
        rig.lanes.quota = 2
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 a3 b1 a4"), script: failing(0))
        #expect(rig.asked == "a1 a2 b1")
        #expect(
            watcher.ends == [
                "a1 ok", "a2 ok", "a3 deferred quota_exhausted", "b1 ok", "a4 deferred quota_exhausted",
            ])
    }

    @Test func `A wait beyond the limit stops the lane, and the rest says until when`() async throws {
        let rig = RunLoopRig()
        let watcher = try await rig.run(RunLoopRig.manifest("a1 a2 b1")) { request, _ in
            request.url.host == "a.example" ? .response(429, ["Retry-After": "3600"]) : .response(200)
        }
        #expect(watcher.ends == ["a1 deferred throttled", "a2 deferred throttled", "b1 ok"])
        #expect(rig.asked == "a1 b1")
        #expect(watcher.message(of: "a2")?.hasSuffix("It may be asked again at 2026-11-30T02:00:00Z.") == true)
    }
}
