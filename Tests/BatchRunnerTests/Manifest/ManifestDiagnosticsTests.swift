import BatchRunner
import Books
import Testing

@Suite struct ManifestDiagnosticsTests {
    /// One fault each in an otherwise good manifest, in place of `X` in the fields or `Y` in the request.
    @Test(arguments: [
        (#""version": 2"#, #"1:13: error: this runner reads manifests of version 1, not 2"#),
        (#""version": "1""#, #"1:13: error: "version" is a whole number, not a string"#),
        (#""versoin": 1"#, #"1:2: error: unknown field "versoin" in the manifest; did you mean "version"?"#),
        (#""colour": 1"#, #"1:2: error: unknown field "colour" in the manifest"#),
        (#""$schema": 1"#, #"1:13: error: "$schema" is text in double quotes, not a number"#),
        (
            #""name": "a/b""#,
            #"1:10: error: "name" becomes a file's name: it has no "/", no control character and no dot at its beginning, and at most 200 bytes"#
        ),
        (#""name": """#, #"1:10: error: "name" is empty"#),
        (#""contact": "nobody""#, #"1:13: error: "contact" is an e-mail address or an http or https URL"#),
        (#""contact": "a@b.c (x)""#, #"1:13: error: "contact" is an e-mail address or an http or https URL"#),
        (#""contact": null"#, #"1:13: error: "contact" is text in double quotes, not null"#),
        (#""userAgent": "a\r\nb""#, #"1:15: error: "userAgent" takes printable ASCII characters only"#),
        (
            #""userAgent": "a", "headers": {"user-agent": "b"}"#,
            #"1:2: error: "userAgent" and the header User-Agent are the same: set one"#
        ),
        (#""output": "a/""#, #"1:12: error: "output" is the path of a file"#),
        (
            #""output": "a/x.ndjson""#,
            #"1:12: error: a/x.ndjson is no name for the results, which are JSON: name it x.json. For one result a line, and nothing else: --output - --format ndjson > results.ndjson"#
        ),
        (
            #""data": "x.XLSX""#,
            #"1:10: error: x.XLSX is no name for the data, which are JSON: name it x.json, and make XLSX of that."#
        ),
        (#""output": "books.json""#, #"1:12: error: "output" is the manifest itself"#),
        (
            #""output": "out/./x.json", "data": "out/y/../x.json""#,
            #"1:36: error: "data" and "output" are the same file"#
        ),
        (
            #""output": "${env:X}""#,
            #"1:12: error: "output" takes no placeholder: only "headers", "query", "url", "body" and "json" do"#
        ),
        (
            #""publish": "alway""#,
            #"1:13: error: "publish" is "finished" or "always", not "alway"; did you mean "always"?"#
        ),
        (
            #""resumeWithin": "1 day""#,
            #"1:18: error: "1 day" is no duration: write "200ms", "1.5s", "2m", "12h", "7d" or a number of seconds"#
        ),
        (#""deadline": "30""#, #"1:14: error: "30" has no unit: write "30s", or the number 30"#),
        (#""deadline": -1"#, #"1:14: error: a duration can't be negative"#),
        (#""deadline": "-1s""#, #"1:14: error: a duration can't be negative"#),
        (#""deadline": 0"#, #"1:14: error: "deadline" is at least 1ms"#),
        (#""deadline": 1e30"#, #"1:14: error: the duration is longer than 36500 days"#),
        (#""deadline": "36501d""#, #"1:14: error: the duration is longer than 36500 days"#),
        (
            #""deadline": []"#,
            #"1:14: error: "deadline" is a duration such as "30s", or a number of seconds, not an array"#
        ),
        (#""maxFailures": "1.5%""#, #"1:17: error: "1.5%" is no share: write a whole number of percent, as "25%""#),
        (
            #""maxFailures": -1"#,
            #"1:17: error: "maxFailures" is a share such as "25%", or a whole number of failures from 0; -1 is neither"#
        ),
        (
            #""maxFailures": 1.5"#,
            #"1:17: error: "maxFailures" is a share such as "25%", or a whole number of failures from 0; 1.5 is neither"#
        ),
        (
            #""pace": {"rate": "3/s", "minInterval": "1s"}"#,
            #"1:26: error: "pace" has "minInterval" or "rate", not both"#
        ),
        (
            #""pace": {"rate": "3 per s"}"#,
            #"1:19: error: "3 per s" is no rate: write requests per second, minute, hour or day, as "3/s" or "180/m""#
        ),
        (#""pace": {"rate": "0/s"}"#, #"1:19: error: a rate is more than 0"#),
        (#""pace": {"perDay": 0}"#, #"1:21: error: "perDay" is a whole number from 1 to 1000000000, not 0"#),
        (#""pace": {"perDay": 1.5}"#, #"1:21: error: "perDay" is a whole number; 1.5 is no whole number"#),
        (
            #""pace": {"perDay": 99999999999999999999}"#,
            #"1:21: error: "perDay" is a whole number; 99999999999999999999 is out of range"#
        ),
        (#""pace": "1s""#, #"1:10: error: "pace" is an object, not a string"#),
        (#""retry": {"attempts": 0}"#, #"1:24: error: "attempts" is a whole number from 1 to 100, not 0"#),
        (#""retry": {"baseDelay": 0}"#, #"1:25: error: "baseDelay" is at least 1ms"#),
        (#""retry": {"baseDelay": "31s"}"#, #"1:11: error: "baseDelay" 31s is longer than "maxDelay" 30s"#),
        (
            #""retry": {"overLimit": "give up"}"#,
            #"1:25: error: "overLimit" is "defer", "fail" or "wait", not "give up""#
        ),
        (
            #""timeout": {"conect": "1s"}"#,
            #"1:14: error: unknown field "conect" in "timeout"; did you mean "connect"?"#
        ),
        (#""timeout": {"idle": "0s"}"#, #"1:22: error: "idle" is at least 1ms"#),
        (#""cache": true"#, #"1:11: error: "cache" is an object, or false, not true"#),
        (
            #""cache": {"ttl": "long"}"#,
            #"1:19: error: "long" is no duration: write "200ms", "1.5s", "2m", "12h", "7d" or a number of seconds"#
        ),
        (#""maxBody": 0"#, #"1:13: error: "maxBody" is a whole number from 1 to 2147483647, not 0"#),
        (#""headers": []"#, #"1:13: error: "headers" is an object of names and texts, not an array"#),
        (#""headers": {"Host": "x"}"#, #"1:14: error: the header Host is set by the runner itself"#),
        (
            #""headers": {"Content-Length": "1"}"#,
            #"1:14: error: the header Content-Length is set by the runner itself"#
        ),
        (
            #""headers": {"a b": "x"}"#,
            #"1:14: error: "a b" can't be a header's name: it takes letters, digits and !#$%&'*+-.^_`|~"#
        ),
        (
            #""headers": {"ключ": "x"}"#,
            #"1:14: error: "ключ" can't be a header's name: it takes letters, digits and !#$%&'*+-.^_`|~"#
        ),
        (
            #""headers": {"X": "a\r\nX-Evil: 1"}"#,
            #"1:19: error: the value of X has a line break or control character in it"#
        ),
        (#""headers": {"X": "a\u0000"}"#, #"1:19: error: the value of X has a line break or control character in it"#),
        (#""headers": {"X": 1}"#, #"1:19: error: a header's value is text in double quotes, not a number"#),
        (
            #""headers": {"Accept": "a", "accept": "b"}"#,
            #"1:29: error: the header accept is given twice; case doesn't count"#
        ),
        (
            #""headers": {"X": "${home}"}"#,
            #"1:19: error: ${home} is neither ${env:NAME} nor ${file:PATH}; a literal ${ is written $${"#
        ),
        (
            #""headers": {"X": "${env:A-B}"}"#,
            #"1:19: error: ${env:A-B} doesn't name an environment variable; a literal ${ is written $${"#
        ),
        (#""headers": {"X": "${env:A"}"#, #"1:19: error: a placeholder has no closing }; a literal ${ is written $${"#),
        (#""headers": {"X": "${env:NONE}"}"#, #"1:19: error: ${env:NONE}: the environment has no variable NONE"#),
        (
            #""headers": {"X": "${env:EMPTY}"}"#,
            #"1:19: error: ${env:EMPTY}: the environment's variable EMPTY is empty"#
        ),
        (
            #""headers": {"X": "${env:LINES}"}"#,
            #"1:19: error: with its secrets put in, the value of X has a line break or control character in it"#
        ),
        (#""api": "openlibary""#, #"1:9: error: there is no API "openlibary"; did you mean "openlibrary"?"#),
        (#""api": "worldcat""#, #"1:9: error: there is no API "worldcat"; there are "sample", "openlibrary""#),
        (#""api": ["sample", "openlibrary"]"#, #"1:20: error: a chain of several APIs is not supported: name one"#),
        (#""api": []"#, #"1:9: error: "api" is an empty list"#),
        (#""api": 1"#, #"1:9: error: "api" is the name of an API in double quotes, not a number"#),
        (#""name": "a", "name": "b""#, #"1:15: error: the name "name" is already used at line 1, column 2"#),
        (#""requestsFrom": "ids.txt""#, #"1:29: error: a manifest has "requests" or "requestsFrom", not both"#),
    ])
    func `A fault of the manifest's own fields is told at its place`(fields: String, expected: String) throws {
        // A request with an API of its own, so that an API fault above isn't told twice.
        let line = #"{\#(fields), "requests": [{"isbn": "9780140328721", "api": "sample"}]}"#
        let folder = try ManifestFolder(line, files: ["ids.txt": "9780140328721\n"])
        let report = try folder.report(environment: ["EMPTY": "", "LINES": "a\nb"])
        #expect(report.split(separator: "\n").first == "books.json:\(expected)")
        #expect(report.split(separator: "\n").count { $0.hasPrefix("books.json:") } == 1)
    }

    @Test(arguments: [
        (#"{}"#, #"2:1: error: a request needs one of "isbn", "title", "path" and "url""#),
        (#"{"ibsn": "9780140328721"}"#, #"2:2: error: unknown field "ibsn" in a request; did you mean "isbn"?"#),
        (
            #"{"isbn": "9780140328721", "title": "Matilda"}"#,
            #"2:27: error: a request has only one of "isbn", "title", "path" and "url"; "isbn" is given already"#
        ),
        (#"{"isbn": 9780140328721}"#, #"2:10: error: an ISBN is text: write it in double quotes, "9780140328721""#),
        (#"{"isbn": 0140328726}"#, #"2:10: error: a number can't begin with 0: put an identifier in double quotes"#),
        (#"{"isbn": null}"#, #"2:10: error: "isbn" is text in double quotes, not null"#),
        (#"{"isbn": "9780140328721", "author": "Dahl"}"#, #"2:27: error: "author" goes with "title""#),
        (#"{"title": " "}"#, #"2:11: error: "title" is empty"#),
        (#"{"isbn": "9780140328721", "method": "GET"}"#, #"2:27: error: "method" goes with "url" or "path""#),
        (#"{"title": "x", "headers": {}}"#, #"2:16: error: "headers" goes with "url" or "path""#),
        (#"{"path": "works"}"#, #"2:10: error: "path" begins with one slash"#),
        (#"{"path": "//evil.example/x"}"#, #"2:10: error: "path" begins with one slash"#),
        (
            #"{"path": "/x?k=${env:TOKEN}"}"#,
            #"2:10: error: "path" takes no placeholder: only "headers", "query", "url", "body" and "json" do"#
        ),
        (
            #"{"url": "http://a/", "method": "get"}"#,
            #"2:32: error: "method" is "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH" or "DELETE", not "get"; did you mean "GET"?"#
        ),
        (
            #"{"url": "http://a/", "method": "post", "body": "x"}"#,
            #"2:32: error: "method" is "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH" or "DELETE", not "post"; did you mean "POST"?"#
        ),
        (
            #"{"url": "http://${env:PAIR}@a/"}"#,
            #"2:9: error: the user name has a colon in it, and a server would take what follows for the password: write ${env:USER}:${env:PASS}@"#
        ),
        (
            #"{"url": "http://bob%3Ax:y@a/"}"#,
            #"2:9: error: the user name has a colon in it, and a server would take what follows for the password: write ${env:USER}:${env:PASS}@"#
        ),
        (#"{"url": "http://a/", "body": "x"}"#, #"2:22: error: a GET request has no body: set "method""#),
        (
            #"{"url": "http://a/", "method": "POST", "body": "x", "json": 1}"#,
            #"2:53: error: a request has "body" or "json", not both"#
        ),
        (
            #"{"url": "http://a/", "method": "POST", "json": {"a": 1, "a": 2}}"#,
            #"2:57: error: the name "a" is already used at line 2, column 49"#
        ),
        (#"{"url": "http://a/", "expect": 200}"#, #"2:32: error: "expect" is a list of HTTP statuses, not a number"#),
        (#"{"url": "http://a/", "expect": [200, 99]}"#, #"2:38: error: a status is a whole number from 200 to 599"#),
        (#"{"url": "http://a/", "expect": []}"#, #"2:32: error: "expect" is an empty list"#),
        (#"{"url": "http://a/", "idempotent": "yes"}"#, #"2:36: error: "idempotent" is true or false, not a string"#),
        (
            #"{"url": "http://a/", "query": {"q": null}}"#,
            #"2:37: error: a parameter is text, a number, true or false, or a list of them, not null"#
        ),
        (
            #"{"url": "http://a/", "query": {"q": "${env:NONE}"}}"#,
            #"2:37: error: ${env:NONE}: the environment has no variable NONE"#
        ),
        (#"{"url": "http://a/", "id": "a\nb"}"#, #"2:28: error: an id can't have control characters in it"#),
        (#"{"url": "http://a/", "id": 7}"#, #"2:28: error: "id" is text in double quotes, not a number"#),
        (
            #"{"url": "http://a/", "retry": {"baseDelay": "31s"}}"#,
            #"2:1: error: the request's "baseDelay" is longer than its "maxDelay"; the manifest's is 30s"#
        ),
        (
            #"{"url": "http://a/", "retry": {"maxDelay": "1ms"}}"#,
            #"2:1: error: the request's "maxDelay" is shorter than its "baseDelay"; the manifest's is 500ms"#
        ),
        (
            #"{"url": "http://a/", "query": {"${env:TOKEN}": "1"}}"#,
            #"2:32: error: a parameter's name takes no placeholder: only values do"#
        ),
        (
            #"{"url": "http://a/", "method": "POST", "json": [{"a${file:t}": "1"}]}"#,
            #"2:50: error: a name in JSON takes no placeholder: only values do"#
        ),
        (
            #"{"url": "x${env:TOKEN}://a/"}"#,
            #"2:9: error: the URL is wrong: its scheme is ***, where http or https is expected"#
        ),
        (
            #"{"url": "http://a.${env:TOKEN}..b/"}"#,
            #"2:9: error: the URL is wrong: its host *** has an empty label"#
        ),
        (#""9780140328721""#, #"2:1: error: a request is an object, not a string"#),
    ])
    func `A fault of a request is told at its place`(request: String, expected: String) throws {
        let folder = try ManifestFolder("{\"api\": \"sample\", \"requests\": [\n\(request)\n]}")
        let report = try folder.report(environment: ["TOKEN": "s3cret-value", "PAIR": "bob:s3cret-value"])
        #expect(report.split(separator: "\n").first == "books.json:\(expected)")
        #expect(report.split(separator: "\n").count { $0.hasPrefix("books.json:") } == 1)
        #expect(!report.contains("s3cret-value"))
    }

    @Test(arguments: ["nowhere", "${env:TOKEN}"])
    func `A URL that is none is told with the reason and without a secret's value`(url: String) throws {
        let folder = try ManifestFolder("{\"requests\": [\n{\"url\": \"\(url)\"}]}")
        let report = try folder.report(environment: ["TOKEN": "s3cret-value"])
        #expect(report.hasPrefix("books.json:2:9: error: the URL is wrong: "))
        #expect(!report.contains("s3cret-value"))
    }

    @Test func `A bad ISBN is told with the reason of its own`() throws {
        let text = String(repeating: "x", count: 3)
        guard let reason = Self.reason(against: text) else { return }
        let report = try ManifestFolder("{\"api\": \"sample\", \"requests\": [{\"isbn\": \"\(text)\"}]}").report()
        #expect(report.hasPrefix("books.json:1:41: error: \(reason)\n"))
    }

    private static func reason(against text: String) -> String? {
        do {
            _ = try ISBN(text)
            return nil
        } catch {
            return error.description
        }
    }

    @Test(arguments: [
        ("", "1:1: error: the text is empty"),
        ("[]", "1:1: error: a manifest is an object: { … }"),
        ("{}", "1:1: error: a manifest needs \"requests\" or \"requestsFrom\""),
        ("{\"requests\": []}", "1:14: error: \"requests\" is empty: there is nothing to send"),
        ("{\"requests\": {}}", "1:14: error: \"requests\" is a list of requests, not an object"),
        (
            "{\"requests\": [{\"isbn\": \"9780140328721\"}]}",
            "1:15: error: this request needs an \"api\", its own or the manifest's"
        ),
        (
            "{\"api\": \"sample\",\n  // note\n",
            "2:3: error: a name in double quotes is due here, not a comment (JSON has none)"
        ),
        (
            "{\"api\": \"sample\", \"requests\": [\n{\"isbn\": \"9780140328721\"},\n]}",
            "2:26: error: a comma before ]: remove it"
        ),
        ("{\"api\": \"sample\"} x", "1:19: error: x after the end of the JSON value"),
    ])
    func `A manifest that is none is told at its place`(text: String, expected: String) throws {
        let report = try ManifestFolder(text).report()
        #expect(report.split(separator: "\n").first == "books.json:\(expected)")
    }

    @Test func `All problems are told at once, in the order of their places, each with its line`() throws {
        let folder = try ManifestFolder(
            """
            {
            \t"nmae": "ключи 本 books", "pace": { "rate": "fast" },
              "requests": [
                { "id": "dune", "title": "Dune" },
                { "id": "dune", "title": "Dune Messiah" }
              ],
              "retry": { "attempts": 0 }
            }
            """
        )
        #expect(
            try folder.report() == """
                books.json:2:2: error: unknown field "nmae" in the manifest; did you mean "name"?
                \t"nmae": "ключи 本 books", "pace": { "rate": "fast" },
                \t^
                books.json:2:45: error: "fast" is no rate: write requests per second, minute, hour or day, as "3/s" or "180/m"
                \t"nmae": "ключи 本 books", "pace": { "rate": "fast" },
                \t                                            ^
                books.json:4:5: error: this request needs an "api", its own or the manifest's
                    { "id": "dune", "title": "Dune" },
                    ^
                books.json:5:13: error: the id "dune" is already used at line 4, column 13
                    { "id": "dune", "title": "Dune Messiah" }
                            ^
                books.json:7:26: error: "attempts" is a whole number from 1 to 100, not 0
                  "retry": { "attempts": 0 }
                                         ^
                """
        )
    }

    @Test func `After a hundred problems the rest is counted`() throws {
        let requests = [String](repeating: "{}", count: 130).joined(separator: ",\n")
        let check = try ManifestFolder("{\"api\": \"sample\", \"requests\": [\(requests)]}").check()
        #expect(check.diagnostics.count == 100)
        #expect(check.report.hasSuffix("\n… and 30 more"))
        #expect(check.failure == .invalid)
    }

    @Test func `A long line is shown through a window around the place`() throws {
        let filler = String(repeating: "x", count: 500)
        let folder = try ManifestFolder(
            "{\"comment\": \"\(filler)\", \"nmae\": \"a\", \"output\": \"\(filler)\", \"requests\": []}")
        let lines = try folder.report().split(separator: "\n")
        #expect(lines[0] == "books.json:1:517: error: unknown field \"nmae\" in the manifest; did you mean \"name\"?")
        #expect(lines[1].unicodeScalars.count == 122)
        #expect(lines[1].hasPrefix("…xxx") && lines[1].hasSuffix("xxx…"))
        let caret = try #require(lines[2].firstIndex(of: "^"))
        let place = lines[1].index(
            lines[1].startIndex, offsetBy: lines[2].distance(from: lines[2].startIndex, to: caret))
        #expect(lines[1][place...].hasPrefix("\"nmae\""))
    }

    @Test func `Control characters and literal secrets never reach the terminal`() throws {
        let folder = try ManifestFolder(
            """
            {"api": "sample", "requests": [
            {"url": "https://me:hunter22@a.example/?api_key=abcdef&q=1", "headers": {"Authorization": "Bearer xyz", "Bad Name": ""}},
            {"isbn": "9780140328721", "\u{1B}[31m\u{202E}": 1}
            ]}
            """
        )
        let report = try folder.report()
        #expect(!report.contains("hunter22") && !report.contains("abcdef") && !report.contains("Bearer xyz"))
        #expect(report.contains("https://***********@a.example/?api_key=******&q=1"))
        #expect(!report.contains("\u{202E}"))
        // The reader stops at the raw escape, which no JSON string may hold.
        #expect(report.contains("3:28: error: a control character in a string: write \\u001B"))
        #expect(!report.contains("\u{1B}"))
    }

    @Test func `A missing secret is a failure of its own kind, and gives way to a wrong manifest`() throws {
        let request = #"{"url": "http://a/", "headers": {"X": "${env:NONE}"}}"#
        #expect(try ManifestFolder("{\"requests\": [\(request)]}").check().failure == .secretMissing)
        #expect(try ManifestFolder("{\"requests\": [\(request), {}]}").check().failure == .invalid)
        let broken = try ManifestFolder("{\"requests\": [\(request)]}")
        #expect(try broken.check(environment: ["NONE": "pass\u{FFFD}word"]).failure == .secretMissing)
        let file = request.replacing("env:NONE", with: "file:none.txt")
        let folder = try ManifestFolder("{\"requests\": [\(file)]}")
        #expect(try folder.check().failure == .secretMissing)
        #expect(try folder.report().contains("1:53: error: ${file:none.txt}: none.txt: No such file or directory"))
    }

    @Test func `A name of any length is told in a sentence that can be read`() throws {
        let report = try ManifestFolder("{\"\(String(repeating: "k", count: 100_000))\": 1, \"requests\": []}").report()
        #expect(report.contains("error: unknown field \"kkk"))
        #expect(report.contains("kkk…kkk"))
        #expect(report.contains("kkk\" in the manifest"))
        #expect(report.utf8.count < 5_000)
    }

    @Test func `A secret from a device is none`() throws {
        let folder = try ManifestFolder(#"{"requests": [{"url": "http://a/${file:/dev/zero}"}]}"#)
        let reason = "/dev/zero: it is a device, not a file or a pipe"
        #expect(try folder.report().contains("error: ${file:/dev/zero}: \(reason)"))
    }

    @Test func `What can't be opened is unreadable`() throws {
        let folder = try ManifestFolder()
        #expect(throws: ManifestError.self) { try folder.check("none.json") }
        let error = #expect(throws: ManifestError.self) { try folder.check(".") }
        #expect(error?.kind == .unreadable)
        #expect(error.map { folder.relative($0.message) }?.hasSuffix(": Is a directory") == true)
        try folder.write("{\"api\": \"sample\", \"requestsFrom\": \"none.txt\"}", to: "books.json")
        #expect(try folder.check().failure == .unreadable)
        #expect(try folder.report().contains("books.json:1:35: error: none.txt: No such file or directory"))
    }

    @Test func `A manifest cut at any byte is an error with a place`() throws {
        let text =
            #"{"api": "sample", "requests": [{"isbn": "9780140328721"}, {"url": "http://a/", "json": [1, "é"]}]}"#
        let bytes = Array(text.utf8)
        let folder = try ManifestFolder()
        for length in 0..<bytes.count {
            try folder.write(Array(bytes[..<length]), to: "books.json")
            let check = try folder.check()
            #expect(check.manifest == nil)
            #expect(check.diagnostics.last?.line == 1)
        }
    }
}
