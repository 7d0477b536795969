import HTTPPipeline
import Testing

@Suite struct CacheKeyTests {
    @Test func `A key holds method, whole URL and Accept`() throws {
        let request = try cacheGet("http://H:80/x?a=1", headers: ["accept": "application/json", "X-Other": "1"])
        #expect(CacheKey(of: request)?.description == "GET http://h/x?a=1\nAccept: application/json")
        #expect(CacheKey(of: request) != CacheKey(of: try cacheGet("http://h/x?a=1")))
        #expect(CacheKey(of: try cacheGet("http://h/x?a=1")) != CacheKey(of: try cacheGet("http://h/x?a=2")))
    }

    @Test(
        arguments: [
            ("http://h/x?api_key=hunter2", [:]), ("http://user:hunter2@h/x", [:]),
            ("http://h/x", ["Cookie": "hunter2"]),
            ("http://h/x", ["X-Api-Key": "hunter2"]), ("http://h/x", ["x-mine": "hunter2"]),
            ("http://h/x?mine=hunter2", [:]),
        ] as [(String, HTTPHeaders)])
    func `A secret is in no key`(url: String, headers: HTTPHeaders) throws {
        var request = try cacheGet(url, headers: headers)
        request.sensitive = SensitiveNames(headers: ["x-mine"], parameters: ["mine"])
        #expect(CacheKey(of: request) == nil)
        request.cache.identity = "GET http://h/x ${env:KEY}"
        #expect(CacheKey(of: request)?.description == "GET http://h/x ${env:KEY}")
    }

    @Test func `A search for an author has a key`() throws {
        #expect(CacheKey(of: try cacheGet("http://h/search?author=Frank&keywords=dune")) != nil)
    }
}
