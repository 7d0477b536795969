import BatchRunner
import Testing

import enum BatchRunner.ExitStatus

@Suite struct JobPreviewTests {
    private func preview(
        _ manifest: String, files: [String: String] = [:], environment: [String: String] = [:],
        _ change: (inout RunOptions) -> Void = { _ in }
    ) throws -> JobPreview {
        try withTemporaryFolder { folder in
            for (name, text) in files.merging(["books.json": manifest], uniquingKeysWith: { $1 }) {
                try OutputTarget(folder + "/" + name).write(tag: "t") { sink throws(FileError) in try sink.write(text) }
            }
            var options = RunOptions(manifest: folder + "/books.json")
            change(&options)
            return JobPreview(options: options, environment: environment)
        }
    }

    @Test func `A plan says what is sent to each server and the least time it takes`() throws {
        let requests = (0...3_000).map { "{\"url\": \"https://api.example.org/\($0)\"}" }.joined(separator: ",")
        let preview = try preview(#"{"pace": {"minInterval": "5s"}, "requests": [\#(requests)]}"#)
        #expect(preview.sentences == ["3,001 requests to api.example.org at 5 s: at least 4 h 10 min"])
        #expect(preview.report == "")
        #expect(preview.status == .success)
    }

    @Test func `Open Library is asked once a second, with a warning, until somebody can be contacted`() throws {
        let manifest = #"{"api": "openlibrary", "requests": [{"isbn": "9780140328721"}, {"isbn": "9780451524935"}]}"#
        let anonymous = try preview(manifest)
        #expect(anonymous.sentences == ["2 requests to openlibrary.org at 1 s: at least 1 s"])
        #expect(anonymous.report.contains("warning: openlibrary asks its clients to say whom to contact"))
        let named = try preview(
            manifest.replacing("{\"api\"", with: "{\"contact\": \"library@example.org\", \"api\""))
        #expect(named.sentences == ["2 requests to openlibrary.org at 350 ms: at least 350 ms"])
        #expect(named.report == "")
    }

    @Test func `Going faster than an API's rule takes the command line, and a warning`() throws {
        let manifest =
            #"{"api": "openlibrary", "contact": "a@example.org", "pace": {"minInterval": 0}, "#
            + #""requests": [{"isbn": "9780140328721"}, {"isbn": "9780451524935"}]}"#
        #expect(
            try preview(manifest).sentences == [
                "2 requests to openlibrary.org at 350 ms (asked by openlibrary, whose rule goes before the manifest's lack "
                    + "of a pace): at least 350 ms"
            ])
        let slower = try preview(manifest.replacing("\"minInterval\": 0", with: "\"minInterval\": \"100ms\""))
        #expect(
            slower.sentences == [
                "2 requests to openlibrary.org at 350 ms (asked by openlibrary, whose rule goes before the manifest's "
                    + "100 ms): at least 350 ms"
            ])
        let hasty = try preview(manifest) { $0.minInterval = .milliseconds(100) }
        #expect(hasty.sentences == ["2 requests to openlibrary.org at 100 ms: at least 100 ms"])
        #expect(hasty.report.hasSuffix("warning: 100 ms between requests is faster than openlibrary allows (350 ms)"))
    }

    @Test func `A server that is asked by its API and by URLs keeps the larger interval`() throws {
        let preview = try preview(
            #"{"api": "openlibrary", "contact": "a@example.org", "#
                + #""requests": [{"isbn": "9780140328721"}, {"url": "https://www.openlibrary.org/x"}]}"#)
        #expect(preview.sentences == ["2 requests to openlibrary.org at 1 s: at least 1 s"])
    }

    @Test func `More than a hundred books asked one by one bring the API's advice, once`() throws {
        let list = (0..<101).map { "{\"title\": \"\($0)\"}" }.joined(separator: "\n")
        let preview = try preview(
            #"{"api": "openlibrary", "contact": "a@example.org", "requestsFrom": "ids.ndjson"}"#,
            files: ["ids.ndjson": list])
        #expect(preview.report.contains("warning: 101 single-book requests to Open Library"))
        #expect(preview.report.split(separator: "\n").count == 1)
    }

    @Test(arguments: [
        (
            #"{"url": "http://a.example/x"}, {"url": "http://a.example/x", "retry": {"attempts": 1}}"#,
            [
                "1 request to a.example at 1 s: at least 0 ms",
                "1 further request equals an earlier one and gets its answer",
            ]
        ),
        (
            #"{"url": "http://a.example/x"}, {"url": "http://a.example/x", "method": "HEAD"}"#,
            ["2 requests to a.example at 1 s: at least 1 s"]
        ),
        (
            #"{"url": "http://a.example/x"}, {"url": "http://a.example/x", "headers": {"Accept": "*/*"}}"#,
            ["2 requests to a.example at 1 s: at least 1 s"]
        ),
        (
            #"{"url": "http://a.example/x", "method": "PUT"}, {"url": "http://a.example/x", "method": "PUT"}"#,
            ["2 requests to a.example at 1 s: at least 1 s"]
        ),
        (
            #"{"url": "http://a.example/x"}, {"url": "http://a.example/x", "method": "PUT"}, {"url": "http://a.example/x"}"#,
            ["3 requests to a.example at 1 s: at least 2 s"]
        ),
        (
            #"{"url": "http://a.example/x"}, {"url": "http://a.example/x", "cache": false}"#,
            ["2 requests to a.example at 1 s: at least 1 s"]
        ),
        (
            #"{"isbn": "9780140328721"}, {"isbn": "0140328726"}, {"isbn": "0-14-032872-6", "id": "fox"}, {"title": "x"}"#,
            [
                "2 requests to the sample library at 1 s: at least 1 s",
                "2 further requests equal earlier ones and get their answer",
            ]
        ),
    ])
    func `Equal requests are counted as often as they are sent`(requests: String, sentences: [String]) throws {
        let preview = try preview(
            #"{"api": "sample", "pace": {"minInterval": "1s"}, "requests": [\#(requests)]}"#)
        #expect(preview.sentences == sentences)
    }

    @Test(arguments: [
        (
            2_500, #""minInterval": "20ms""#, "2,500 requests to a.example at 20 ms, 1,000 a day: on at least 3 days",
            "3d"
        ),
        (
            2_000, #""minInterval": 0"#, "2,000 requests to a.example without a pace, 1,000 a day: on at least 2 days",
            "2d"
        ),
        (2_001, #""minInterval": "3m""#, "2,001 requests to a.example at 3 min: at least 100 h", "5d"),
        (1_000, #""minInterval": "1s""#, "1,000 requests to a.example at 1 s: at least 16 min 39 s", nil),
    ])
    func `A quota that makes a run take days is told, and that its first answers would not count any more`(
        count: Int, pace: String, sentence: String, advised: String?
    ) throws {
        let requests = (1...count).map { "{\"url\": \"http://a.example/\($0)\"}" }.joined(separator: ",")
        func manifest(_ settings: String) -> String {
            #"{\#(settings) "pace": {"perDay": 1000, \#(pace)}, "requests": [\#(requests)]}"#
        }
        let short = try preview(manifest(#""resumeWithin": "24h","#))
        #expect(short.sentences == [sentence])
        #expect(short.report.contains("warning: the quota of a.example (perDay)") == (advised != nil))
        guard let advised else { return }
        #expect(short.report.hasSuffix(#"set "resumeWithin" to "\#(advised)" or more"#))
        #expect(try preview(manifest(#""resumeWithin": "\#(advised)","#)).report == "")
        #expect(try preview(manifest(#""resumeWithin": "24h","#)) { $0.limit = 3 }.report == "")
        #expect(try preview(manifest("")).report == "")
    }

    @Test func `Starts too short for a list are counted, and told where its first answers would not count any more`()
        throws
    {
        let requests = (1...30_001).map { "{\"url\": \"http://a.example/\($0)\"}" }.joined(separator: ",")
        func manifest(_ settings: String) -> String {
            #"{\#(settings) "pace": {"minInterval": "1s"}, "requests": [\#(requests)]}"#
        }
        // 3,600 of them leave within an hour, the first at once.
        let sentence = "30,001 requests to a.example at 1 s: at least 8 h 20 min, in at least 9 starts of 1 h"
        let long = try preview(manifest(#""deadline": "1h","#))
        #expect(long.sentences == [sentence])
        #expect(
            long.report.hasSuffix(
                "warning: starts of 1 h make the requests to a.example take at least 9 days, and from day 9 on what is older "
                    + "than 7d (resumeWithin) is asked again, so that the run may never end: "
                    + #"set "resumeWithin" to "9d" or more"#))
        let short = try preview(manifest(#""resumeWithin": "24h","#)) { $0.deadline = .seconds(3_600) }
        #expect(short.sentences == [sentence])
        #expect(short.report.contains("and from day 3 on what is older than 1d (resumeWithin)"))
        #expect(try preview(manifest(#""deadline": "1h", "resumeWithin": "9d","#)).report == "")
        #expect(try preview(manifest(#""deadline": "2h","#)).report == "")
        #expect(
            try preview(manifest(#""deadline": "9h","#)).sentences
                == ["30,001 requests to a.example at 1 s: at least 8 h 20 min"])
        let quota = try preview(manifest(#""deadline": "1h","#).replacing(#""1s""#, with: #""1s", "perDay": 3000"#))
        #expect(
            quota.sentences == [
                "30,001 requests to a.example at 1 s, 3,000 a day: at least 8 h 20 min, in at least 11 starts of 1 h"
            ])
    }

    @Test(arguments: [
        ("9780140328721\nno\n", "1 request and 1 bad line, which will fail"),
        ("9780140328721\nno\n9780451524935\n9780140328722\n", "2 requests and 2 bad lines, which will fail"),
        ("no\n", "0 requests and 1 bad line, which will fail"),
    ])
    func `The last sentence counts the bad lines of a list, which are requests of the run`(
        list: String, sentence: String
    ) throws {
        let preview = try preview(#"{"api": "sample", "requestsFrom": "ids.txt"}"#, files: ["ids.txt": list])
        #expect(preview.sentences.last == sentence)
        #expect(preview.status == .success)
    }

    @Test(arguments: [
        (#"{"requests": [}"#, ExitStatus.invalidManifest),
        (#"{"requests": [{"url": "http://a/${env:NO}"}]}"#, .configuration),
    ])
    func `A manifest that can't be used says so by its code`(manifest: String, status: ExitStatus) throws {
        let preview = try preview(manifest)
        #expect(preview.status == status)
        #expect(preview.report.contains("error: "))
        #expect(preview.sentences == [])
    }

    @Test func `A mirror's address has no place for a query`() throws {
        let preview = try preview(
            #"{"api": "openlibrary", "requests": [{"isbn": "9780140328721"}]}"#,
            environment: ["RUNNER_OPENLIBRARY_URL": "http://127.0.0.1/mirror?a=1"])
        #expect(preview.status == .configuration)
        #expect(preview.report.contains(": a query has no place there"))
    }

    @Test(arguments: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"])
    func `Certificates to trust that are not there are a setting to mend where they are needed`(name: String) throws {
        let lookup = #"{"api": "openlibrary", "requests": [{"isbn": "9780140328721"}]}"#
        let preview = try preview(lookup, environment: [name: "/nowhere/ca.pem"])
        #expect(preview.status == .configuration)
        #expect(
            preview.report
                == "runner: \(name) names the certificates to trust, /nowhere/ca.pem: there is no such file. "
                + "Mend the variable or unset it.")
        #expect(try self.preview(lookup, environment: [name: "/"]).report.contains("/: it is a folder"))
        #expect(try self.preview(lookup, environment: [name: ""]).status == .success)
        let sample = lookup.replacing("openlibrary", with: "sample")
        #expect(try self.preview(sample, environment: [name: "/nowhere/ca.pem"]).status == .success)
    }

    @Test func `A mirror's address that is none is a setting to mend`() throws {
        let preview = try preview(
            #"{"api": "openlibrary", "requests": [{"isbn": "9780140328721"}]}"#,
            environment: ["RUNNER_OPENLIBRARY_URL": "mirror"])
        #expect(preview.status == .configuration)
        #expect(preview.report.hasPrefix("runner: RUNNER_OPENLIBRARY_URL is not a URL"))
        let unused = try self.preview(
            #"{"api": "sample", "requests": [{"isbn": "9780140328721"}]}"#,
            environment: ["RUNNER_OPENLIBRARY_URL": "mirror"])
        #expect(unused.status == .success)
    }
}
