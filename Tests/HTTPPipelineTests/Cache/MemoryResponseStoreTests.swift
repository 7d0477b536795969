import HTTPPipeline
import Testing

@Suite struct MemoryResponseStoreTests {
    private func answer(bytes: Int, urls: String...) throws -> CachedResponse {
        let response = HTTPResponse(
            status: 200, body: Array(repeating: 0, count: bytes), url: try HTTPURL("http://h/"), received: .origin,
            receivedAt: WallTime(epochSeconds: 0))
        return CachedResponse(
            response: response, freshness: Freshness(of: response), isRedirected: false,
            urls: try urls.map { try HTTPURL($0) }, selection: [:])
    }

    @Test func `The answer that was used least recently goes first`() throws {
        let one = try answer(bytes: 10_000)
        var store = MemoryResponseStore(capacity: 3 * (one.size + 1))
        for name in ["a", "b", "c"] { store.store(one, for: CacheKey(name)) }
        #expect(store.size == store.capacity)
        #expect(store.response(for: CacheKey("a")) != nil)
        store.store(one, for: CacheKey("d"))
        #expect(store.response(for: CacheKey("b")) == nil)
        store.store(one, for: CacheKey("e"))
        let left = ["a", "b", "c", "d", "e"].filter { store.response(for: CacheKey($0)) != nil }
        #expect(left == ["a", "d", "e"])
    }

    @Test func `The bound holds whatever comes, and what is counted is what is there`() throws {
        var store = MemoryResponseStore(capacity: 100_000)
        var random = SeededNumbers(seed: 3)
        for _ in 0..<2_000 {
            let key = CacheKey("\(Int.random(in: 0..<60, using: &random))")
            switch Int.random(in: 0..<4, using: &random) {
            case 0: store.removeResponse(for: key)
            case 1: _ = store.response(for: key)
            default: store.store(try answer(bytes: Int.random(in: 0..<20_000, using: &random)), for: key)
            }
            #expect(store.size <= store.capacity)
        }
        for number in 0..<60 { store.removeResponse(for: CacheKey("\(number)")) }
        #expect(store.size == 0)
        #expect(store.count == 0)
    }

    @Test func `What came from a URL or by way of it is dropped, under all its keys`() throws {
        var store = MemoryResponseStore()
        store.store(try answer(bytes: 1, urls: "http://h/a"), for: CacheKey("a as text"))
        store.store(try answer(bytes: 1, urls: "http://h/a"), for: CacheKey("a as JSON"))
        store.store(try answer(bytes: 1, urls: "http://h/b", "http://h/a"), for: CacheKey("b by way of a"))
        store.store(try answer(bytes: 1, urls: "http://h/a"), for: CacheKey("c"))
        store.store(try answer(bytes: 1, urls: "http://h/c"), for: CacheKey("c"))
        store.removeResponses(from: try HTTPURL("http://h/a"))
        #expect(store.count == 1)
        #expect(store.response(for: CacheKey("c")) != nil)
        store.removeResponses(from: try HTTPURL("http://h/c"))
        #expect(store.size == 0)
    }

    @Test func `An answer larger than the store leaves the others and takes its own old one away`() throws {
        var store = MemoryResponseStore(capacity: 20_000)
        store.store(try answer(bytes: 100), for: CacheKey("a"))
        store.store(try answer(bytes: 100), for: CacheKey("b"))
        store.store(try answer(bytes: 20_000), for: CacheKey("b"))
        #expect(store.response(for: CacheKey("a")) != nil)
        #expect(store.response(for: CacheKey("b")) == nil)
    }

    @Test func `Small answers count with what they take besides the body`() throws {
        var store = MemoryResponseStore()
        #expect(store.capacity == 33_554_432)
        store.store(try answer(bytes: 0), for: CacheKey("a"))
        #expect(store.size > 500)
    }
}
