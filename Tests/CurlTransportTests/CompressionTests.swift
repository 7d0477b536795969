import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CompressionTests {
    static let text = #"{"hello":"world"}"#
    static let gzip = bytes("1f8b0800000000000203ab56ca48cdc9c957b2522acf2fca4951aa0500d14109d811000000")
    static let deflate = bytes("789cab56ca48cdc9c957b2522acf2fca4951aa0500356b05f7")
    /// One stored block of "hello".
    static let brotli = bytes("0b028068656c6c6f03")
    /// A mebibyte of zeros in 1,051 bytes.
    static let bomb =
        bytes("1f8b0800000000000203edc13101000000c2a0f54f6d085fa0") + [UInt8](repeating: 0, count: 1_002)
        + bytes("00000000000000000000000000003e031cea38a700001000")

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { $0 <= 57 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func get(_ body: [UInt8], encoding: String, maxBody: Int = 1 << 20) async throws -> (Exchange, String?) {
        try await withScriptedServer { _ in
            .status(200, headers: ["Content-Encoding": encoding], body: body)
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.asksForCompression = true
            request.maxBody = maxBody
            return (await exchange(request), server.requests.first?.headers["Accept-Encoding"])
        }
    }

    @Test func `Compression is asked for where the request says so, and undone`() async throws {
        let (gzip, asked) = try await get(Self.gzip, encoding: "gzip")
        #expect(asked?.hasPrefix("gzip, deflate") == true)
        #expect(try gzip.result.get().body == Array(Self.text.utf8))
        #expect(gzip.attempt.bytes == Self.gzip.count)
        let (deflate, _) = try await get(Self.deflate, encoding: "deflate")
        #expect(try deflate.result.get().body == Array(Self.text.utf8))
        let (plain, _) = try await get(Array(Self.text.utf8), encoding: "identity")
        #expect(try plain.result.get().body == Array(Self.text.utf8))
        if asked?.contains("br") == true {
            let (brotli, _) = try await get(Self.brotli, encoding: "br")
            #expect(try brotli.result.get().body == Array("hello".utf8))
        }
    }

    @Test func `A broken or unknown encoding is told apart`() async throws {
        let (broken, _) = try await get(Array("this is no gzip stream".utf8), encoding: "gzip")
        #expect(broken.error?.code == .undecodableBody)
        let (unknown, _) = try await get(Array("x".utf8), encoding: "rot13")
        #expect(unknown.error?.code == .undecodableBody)
    }

    @Test func `A small body that decodes to a large one ends at the limit`() async throws {
        let (bomb, _) = try await get(Self.bomb, encoding: "gzip", maxBody: 100_000)
        #expect(bomb.error?.code == .tooLarge)
        let (fitting, _) = try await get(Self.bomb, encoding: "gzip")
        #expect(try fitting.result.get().body.count == 1 << 20)
    }

    @Test func `The limit counts the bytes before decoding too`() async throws {
        let padding = Self.gzip + [UInt8](repeating: 0, count: 5_000)
        let (answer, _) = try await get(padding, encoding: "gzip", maxBody: 1_000)
        #expect(answer.error?.code == .tooLarge)
    }
}
