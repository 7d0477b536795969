import HTTPPipeline
import HTTPTestSupport

/// A library in the form of Open Library's whose books are all editions of one work, so that what is asked after the first
/// book is in the cache for the others.
enum OneWorkLibrary {
    /// Answers as the library does.
    static func script(_ isbns: [String]) -> ScriptedServer.Script {
        { request in
            let text =
                switch request.path {
                case "/api/books.json":
                    "{" + isbns.map { "\"ISBN:\($0)\": { \"details\": \(edition) }" }.joined(separator: ",") + "}"
                case "/works/OL1W.json":
                    #"{ "key": "/works/OL1W", "title": "One", "authors": [ { "author": { "key": "/authors/OL1A" } } ] }"#
                default:
                    #"{ "key": "/authors/OL1A", "name": "Someone" }"#
                }
            return .status(200, headers: ["Content-Type": "application/json", "ETag": "\"1\""], text: text)
        }
    }

    private static let edition = #"{ "key": "/books/OL1M", "title": "One", "works": [ { "key": "/works/OL1W" } ] }"#

    /// A folder whose manifest asks the library for books.
    static func folder(_ isbns: [String], settings: String) throws -> RunFolder {
        let requests = isbns.map { "{ \"isbn\": \"\($0)\" }" }.joined(separator: ",\n")
        return try RunFolder(
            """
            { "api": "openlibrary", "contact": "library@example.org", \(settings), "requests": [
            \(requests) ] }
            """)
    }

    /// The environment that aims the API at a server.
    static func mirror(_ server: ScriptedServer) -> [String: String] {
        ["RUNNER_OPENLIBRARY_URL": "http://127.0.0.1:\(server.port)"]
    }
}
