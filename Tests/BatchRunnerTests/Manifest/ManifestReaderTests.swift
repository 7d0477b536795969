import BatchRunner
import HTTPPipeline
import Testing

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct ManifestReaderTests {
    @Test func `A manifest that says the least gets the defaults of the design`() throws {
        let folder = try ManifestFolder(#"{"requests": [{"url": "http://a.example/"}]}"#)
        let manifest = try folder.check().get()
        #expect(folder.relative(manifest.path) == "books.json")
        #expect(manifest.version == 1 && manifest.name == "books" && manifest.apis.isEmpty)
        #expect(manifest.contact == nil && manifest.userAgent == nil && manifest.headers.fields.isEmpty)
        #expect(manifest.output == nil && manifest.data == nil && manifest.publish == .finished)
        #expect(
            manifest.resumeWithin == .seconds(7 * 86_400) && manifest.maxFailures == .percent(25)
                && manifest.deadline == nil)
        #expect(manifest.pace == Manifest.Pace())
        #expect(
            manifest.retry == RetryPolicy() && manifest.timeout == TimeLimits() && manifest.cache == CacheSettings())
        #expect(manifest.maxBody == 16_777_216)
        #expect(manifest.requestCount == 1 && manifest.urlRequests == [Lane(name: "a.example"): 1])
    }

    @Test func `Every field is read`() throws {
        let folder = try ManifestFolder(
            """
            { "$schema": "manifest.schema.json", "comment": ["any", 1], "version": 1, "name": "night", "api": ["openlibrary"],
              "contact": "library@example.org", "userAgent": "x/1", "headers": { "X-A": " b " },
              "output": "../out/night.json", "data": "/srv/night.json", "publish": "always", "resumeWithin": "2d",
              "maxFailures": 7, "deadline": "1.5h", "pace": { "rate": "3/s", "perDay": 100, "comment": "" },
              "retry": { "attempts": 2, "baseDelay": "1s", "maxDelay": 60, "retryAfterLimit": "0s", "overLimit": "wait" },
              "timeout": { "connect": "200ms", "idle": 1.5, "attempt": "2m", "request": "1d" },
              "cache": { "ttl": "7d", "notFoundTTL": 0 }, "maxBody": 1000,
              "requests": [ { "isbn": "9780140328721" }, { "path": "/a", "api": "sample" }, { "title": "Dune" } ] }
            """
        )
        let manifest = try folder.check().get()
        #expect(
            manifest.name == "night" && manifest.apis == ["openlibrary"] && manifest.contact == "library@example.org")
        #expect(manifest.userAgent == "x/1" && manifest.headers["x-a"] == "b")
        #expect(manifest.output.map(folder.relative) == "../out/night.json" && manifest.data == "/srv/night.json")
        #expect(manifest.publish == .always && manifest.resumeWithin == .seconds(172_800))
        #expect(manifest.maxFailures == .count(7) && manifest.deadline == .seconds(5_400))
        #expect(manifest.pace.minInterval == .nanoseconds(333_333_334) && manifest.pace.perDay == 100)
        #expect(
            manifest.retry.attempts == 2 && manifest.retry.baseDelay == .seconds(1)
                && manifest.retry.maxDelay == .seconds(60))
        #expect(manifest.retry.retryAfterLimit == .zero && manifest.retry.overLimit == .wait)
        #expect(manifest.timeout.connect == .milliseconds(200) && manifest.timeout.idle == .milliseconds(1_500))
        #expect(manifest.timeout.attempt == .seconds(120) && manifest.timeout.request == .seconds(86_400))
        #expect(
            manifest.cache.ttl == .seconds(604_800) && manifest.cache.notFoundTTL == .zero && manifest.cache.isEnabled)
        #expect(manifest.maxBody == 1_000)
        #expect(manifest.bookRequests == ["openlibrary": 2] && manifest.pathRequests == ["sample": 1])
    }

    @Test func `The hash is the file's own`() throws {
        let folder = try ManifestFolder()
        try folder.write("\u{FEFF}{\"api\":\"sample\",\"requests\":[{\"title\":\"1\"}]}\n", to: "books.json")
        // sha256sum of the same bytes.
        #expect(try folder.check().get().sha256 == "1c8e5acb3498fa64043987798ba32f91e8faad3666d9587e298cd8ef5f7c618e")
    }

    @Test func `Requests may stand before what they inherit`() throws {
        let requests = try ManifestFolder(
            #"{"requests": [{"isbn": "9780140328721", "retry": {"baseDelay": "1m"}}], "retry": {"maxDelay": "2m"}, "api": "sample"}"#
        ).requests()
        #expect(requests.first?.api == "sample")
        #expect(requests.first?.retry.baseDelay == .seconds(60) && requests.first?.retry.maxDelay == .seconds(120))
    }

    @Test func `A file that changes between the readings is an error`() throws {
        let folder = try ManifestFolder(#"{"api": "sample", "requests": [{"title": "a"}, {"title": "b"}]}"#)
        var stream = try folder.check().get().requests()
        // A rename puts another file in its place, which changes nothing for the open descriptor; so this writes into it.
        try folder.overwrite("books.json", with: #"{"api": "sample", "requests": [{"title": "a"}, {"title": "c"}]}"#)
        let error = #expect(throws: ManifestError.self) { while try stream.next() != nil {} }
        #expect(error?.kind == .changed)
        #expect(error.map { folder.relative($0.message) } == "books.json changed while it was read: run it again")
    }

    @Test func `A file that is no manifest any more is a changed one`() throws {
        let folder = try ManifestFolder(#"{"api": "sample", "requests": [{"title": "a"}]}"#)
        for text in ["", "[", #"{"requests": [{"titel": "a"}]}"#, #"{"requests": []}"#, "{}"] {
            try folder.write(#"{"api": "sample", "requests": [{"title": "a"}]}"#, to: "books.json")
            var stream = try folder.check().get().requests()
            try folder.overwrite("books.json", with: text)
            let error = #expect(throws: ManifestError.self) { while try stream.next() != nil {} }
            #expect(error?.kind == .changed)
        }
    }

    @Test func `A manifest from a pipe is read twice like any other`() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let bytes = Array(#"{"requests": [{"url": "http://a.example/1"}, {"url": "http://a.example/2"}]}"#.utf8)
        #expect(bytes.withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) } == bytes.count)
        close(ends[1])
        defer { close(ends[0]) }
        let manifest = try ManifestReader.open(path: "/dev/fd/\(ends[0])").check(ManifestCheckOptions(knownAPIs: []))
            .get()
        var stream = manifest.requests()
        #expect(try stream.next()?.id == "http://a.example/1")
        #expect(try stream.next()?.id == "http://a.example/2")
        #expect(try stream.next() == nil)
    }

    @Test func `A stream can be begun again`() throws {
        let manifest = try ManifestFolder(#"{"api": "sample", "requests": [{"title": "a"}, {"title": "a"}]}"#).check()
            .get()
        for _ in 0..<2 {
            var stream = manifest.requests()
            #expect(try stream.next()?.id == "a")
            #expect(try stream.next()?.id == "a#2")
            #expect(try stream.next() == nil)
            #expect(try stream.next() == nil)
        }
    }

    @Test func `A manifest of many chunks streams whole`() throws {
        let lines = (0..<4_000).map { "{\"url\": \"http://a.example/\($0)\"}" }.joined(separator: ",\n")
        let folder = try ManifestFolder("{\"requests\": [\n\(lines)\n]}")
        let requests = try folder.requests()
        #expect(requests.count == 4_000)
        #expect(requests.last?.index == 3_999 && requests.last?.place.line == 4_001)
        #expect(requests.last?.id == "http://a.example/3999")
    }
}
