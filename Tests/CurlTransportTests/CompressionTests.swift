import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct CompressionTests {
    static let text = #"{"hello":"world"}"#
    static let gzip = bytes("1f8b0800000000000203ab56ca48cdc9c957b2522acf2fca4951aa0500d14109d811000000")
    static let deflate = bytes("789cab56ca48cdc9c957b2522acf2fca4951aa0500356b05f7")
    /// The same text without a header and a checksum.
    static let bare = Array(deflate.dropFirst(2).dropLast(4))
    static let more = " and more"
    static let gzipOfMore = bytes("1f8b08000000000002ff5348cc4b51c8cd2f4a0500b84e825b09000000")
    /// A mebibyte of zeros in 1,051 bytes.
    static let bomb =
        bytes("1f8b0800000000000203edc13101000000c2a0f54f6d085fa0") + [UInt8](repeating: 0, count: 1_002)
        + bytes("00000000000000000000000000003e031cea38a700001000")

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { $0 <= 57 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }

    private func get(
        _ body: [UInt8], encoding: String, status: Int = 200, maxBody: Int = 1 << 20
    ) async throws -> Exchange {
        try await withScriptedServer { _ in
            .status(status, headers: ["Content-Encoding": encoding], body: body)
        } _: { server in
            var request = HTTPRequest(url: try server.url())
            request.maxBody = maxBody
            return await exchange(request)
        }
    }

    /// Decodes a body that comes in two pieces.
    private func decoded(
        _ body: [UInt8], as encoding: String, splitAt index: Int = 0, maxBody: Int = 1 << 20
    ) throws(HTTPClientError) -> String {
        let decoder = try BodyDecoder(encoding)
        var decoded: [UInt8] = []
        for piece in [Array(body[..<index]), Array(body[index...])] {
            let failure = piece.withUnsafeBytes { bytes -> HTTPClientError? in
                do throws(HTTPClientError) {
                    try decoder.decode(bytes, into: &decoded, maxBody: maxBody)
                    return nil
                } catch {
                    return error
                }
            }
            if let failure { throw failure }
        }
        try decoder.finish()
        return String(decoding: decoded, as: UTF8.self)
    }

    private func code(_ body: [UInt8], as encoding: String) -> HTTPClientError.Code? {
        do throws(HTTPClientError) {
            _ = try decoded(body, as: encoding)
            return nil
        } catch {
            return error.code
        }
    }

    @Test(arguments: [
        ("gzip", gzip), ("x-gzip", gzip), ("GZIP", gzip), ("gzip, identity", gzip), ("deflate", deflate),
        ("deflate", bare),
        ("identity", Array(text.utf8)),
    ])
    func `A body is decoded though nobody asked for the coding`(encoding: String, body: [UInt8]) async throws {
        try await withScriptedServer { _ in
            .status(200, headers: ["Content-Encoding": encoding], body: body)
        } _: { server in
            let request = HTTPRequest(url: try server.url(), headers: ["Accept-Encoding": "identity"])
            let answer = await exchange(request)
            #expect(try answer.result.get().body == Array(Self.text.utf8))
            #expect(try answer.result.get().headers["Content-Encoding"] == encoding)
            #expect(answer.attempt.bytes == body.count)
            #expect(server.requests.map { $0.headers["Accept-Encoding"] } == ["identity"])
        }
    }

    @Test(
        arguments: [
            (["X-A": "a"], "gzip, deflate"), (["Range": "bytes=0-9"], nil), (["Accept-Encoding": "br"], "br"),
        ] as [(HTTPHeaders, String?)])
    func `Compression is asked for unless the request has a range or says otherwise`(
        headers: HTTPHeaders, asked: String?
    ) async throws {
        try await withScriptedServer { _ in
            .status(200)
        } _: { server in
            _ = await exchange(HTTPRequest(url: try server.url(), headers: headers))
            #expect(server.requests.map { $0.headers["Accept-Encoding"] } == [asked])
        }
    }

    @Test func `A compressed body is the same wherever it is split`() throws {
        let joined = Self.gzip + Self.gzipOfMore + [0, 0, 0]
        let bodies = [
            ("gzip", Self.gzip, Self.text), ("gzip", joined, Self.text + Self.more),
            ("deflate", Self.deflate, Self.text),
            ("deflate", Self.bare, Self.text),
        ]
        for (encoding, body, text) in bodies {
            for index in 0...body.count {
                #expect(try decoded(body, as: encoding, splitAt: index) == text)
            }
        }
    }

    @Test func `A stream that is cut anywhere is a cut, its trailer and a second member included`() {
        let bodies = [("gzip", Self.gzip, 0), ("deflate", Self.deflate, 0), ("deflate", Self.bare, 0)]
        for (encoding, body, start) in bodies + [("gzip", Self.gzip + Self.gzipOfMore, Self.gzip.count)] {
            for end in (start + 1)..<body.count {
                #expect(code(Array(body[..<end]), as: encoding) == .truncatedBody, "\(encoding), \(end)")
            }
        }
    }

    @Test(arguments: [gzip.count - 1, gzip.count - 5, 12])
    func `A cut stream is a cut though its length was right`(size: Int) async throws {
        let cut = try await get(Array(Self.gzip[..<size]), encoding: "gzip")
        #expect(cut.error?.code == .truncatedBody)
        #expect(cut.error?.requestDeparted == true)
    }

    @Test func `Zeros behind the last member are padding, and nothing else is`() throws {
        #expect(try decoded(Self.gzip + [0, 0], as: "gzip") == Self.text)
        #expect(try decoded(Self.deflate + [0], as: "deflate") == Self.text)
        #expect(code(Self.gzip + [1, 2, 3], as: "gzip") == .undecodableBody)
        #expect(code(Self.gzip + [0] + Self.gzip, as: "gzip") == .undecodableBody)
        #expect(code(Self.deflate + Self.deflate, as: "deflate") == .undecodableBody)
        #expect(code(Self.bare + [7], as: "deflate") == .undecodableBody)
    }

    @Test(arguments: ["gzip, gzip", "br", "zstd", "rot13", "deflate,gzip"])
    func `A coding that can't be undone is an error, but for a body that is empty or a part`(
        encoding: String
    ) async throws {
        #expect(try await get(Self.gzip, encoding: encoding).error?.code == .undecodableBody)
        #expect(try await get([], encoding: encoding).result.get().body == [])
        #expect(try await get(Self.gzip, encoding: encoding, status: 206).result.get().body == Self.gzip)
    }

    @Test func `A part of a compressed body is left as it is`() async throws {
        let part = Array(Self.gzip.dropFirst(5))
        #expect(try await get(part, encoding: "gzip", status: 206).result.get().body == part)
        #expect(try await get([], encoding: "gzip").result.get().body == [])
    }

    @Test func `A broken stream is an error, and so is a checksum or a length that is wrong`() {
        #expect(code(Array("this is no gzip stream".utf8), as: "gzip") == .undecodableBody)
        for index in (Self.gzip.count - 8)..<Self.gzip.count {
            var broken = Self.gzip
            broken[index] ^= 0x10
            #expect(code(broken, as: "gzip") == .undecodableBody)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `A gzip stream with flipped or cut bytes never decodes to anything but the original`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            var body = Self.gzip
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                body[Int.random(in: 0..<body.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                body.removeLast(Int.random(in: 1..<body.count, using: &random))
            }
            let split = Int.random(in: 0...body.count, using: &random)
            if let text = try? decoded(body, as: "gzip", splitAt: split) { #expect(text == Self.text, "\(body)") }
        }
    }

    @Test func `A deflate stream with a flipped bit, whole or cut, never decodes to anything but the original`() {
        for bit in 0..<(Self.deflate.count * 8) {
            var body = Self.deflate
            body[bit / 8] ^= 1 << UInt8(bit % 8)
            while !body.isEmpty {
                if let text = try? decoded(body, as: "deflate") { #expect(text == Self.text, "\(body)") }
                body.removeLast()
            }
        }
    }

    @Test func `A small body that decodes to a large one ends at the limit`() async throws {
        let bomb = try await get(Self.bomb, encoding: "gzip", maxBody: 100_000)
        #expect(bomb.error?.code == .tooLarge)
        let fitting = try await get(Self.bomb, encoding: "gzip")
        #expect(try fitting.result.get().body.count == 1 << 20)
    }

    @Test func `The limit counts the bytes before decoding too`() async throws {
        let padding = Self.gzip + [UInt8](repeating: 0, count: 5_000)
        #expect(try await get(padding, encoding: "gzip", maxBody: 1_000).error?.code == .tooLarge)
    }
}
