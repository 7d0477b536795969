import BatchRunner
import Testing

@Suite struct RequestKeysTests {
    private func request(_ name: String, _ members: String = "") -> String {
        "{\"id\": \"\(name)\", \"url\": \"http://a.example/\(name.prefix(1))\"\(members.isEmpty ? "" : ", " + members)}"
    }

    /// The keys of requests by their ids.
    private func keys(_ requests: [String], settings: String = "") throws -> [String: JournalKey] {
        var names = RequestKeys()
        return try ManifestFolder("{\(settings)\"requests\": [\(requests.joined(separator: ", "))]}").requests()
            .reduce(into: [:]) { keys, spec in keys[spec.id] = names.name(spec).key }
    }

    @Test(arguments: ["PUT", "POST", "DELETE", "PATCH"])
    func `What is asked after a change is another request than what was asked before it`(method: String) throws {
        let change = request("x change", "\"method\": \"\(method)\"")
        let keys = try keys([request("x1"), request("x2"), request("y1"), change, request("x3"), request("y2")])
        #expect(keys["x1"] == keys["x2"])
        #expect(keys["x1"] != keys["x3"])
        #expect(keys["x3"]?.occurrence == 1)
        #expect(keys["y1"] == keys["y2"])
    }

    @Test(arguments: ["HEAD", "OPTIONS"])
    func `A method that is safe makes no difference`(method: String) throws {
        let keys = try keys([request("x1"), request("x look", "\"method\": \"\(method)\""), request("x2")])
        #expect(keys["x1"] == keys["x2"])
    }

    @Test func `Keys stay the same when requests move, unless a change of their target comes past them`() throws {
        let put = "\"method\": \"PUT\""
        let change = request("x change", put)
        let before = try keys([request("x1"), change, request("x2"), request("y")])
        let among = try keys([request("y"), request("x1"), request("z", put), change, request("x2")])
        #expect(among.filter { $0.key != "z" } == before)
        let moved = try keys([change, request("x1"), request("x2"), request("y")])
        #expect(moved["x1"] == before["x2"])
    }

    @Test func `A path is changed by a path of the same API`() throws {
        let paths = [
            #"{"id": "1", "path": "/x"}"#, #"{"id": "2", "path": "/x", "method": "PUT", "api": "openlibrary"}"#,
            #"{"id": "3", "path": "/x"}"#, #"{"id": "4", "path": "/x", "method": "PUT"}"#,
            #"{"id": "5", "path": "/x"}"#,
        ]
        let keys = try keys(paths, settings: #""api": "sample", "#)
        #expect(keys["1"] == keys["3"])
        #expect(keys["1"] != keys["5"])
    }

    @Test func `A request that turns the cache off is each time one of its own, the manifest's word aside`() throws {
        let off = "\"cache\": false"
        let change = request("x change", "\"method\": \"PUT\"")
        let requests = [
            request("x1"), request("x2", off), request("x3", off), change, request("x4"), request("x5", off),
            request("x6"),
        ]
        for settings in ["", off + ", "] {
            let keys = try keys(requests, settings: settings)
            #expect(Set(keys.values).count == 6)
            #expect(keys["x4"] == keys["x6"])
        }
    }

    @Test func `The key of a request that does work is what it was, with the cache turned off too`() throws {
        let post = "\"method\": \"POST\", \"body\": \"1\""
        let keys = try keys([request("x1", post), request("x2", post + ", \"cache\": false")])
        #expect(keys["x1"]?.high == keys["x2"]?.high)
        #expect(keys.mapValues(\.occurrence) == ["x1": 1, "x2": 2])
    }
}
