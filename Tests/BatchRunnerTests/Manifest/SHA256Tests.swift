import BatchRunner
import Testing

@Suite struct SHA256Tests {
    /// The first three from FIPS 180-2, appendix B, and the empty message.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func `The published examples come out`(text: String, hash: String) {
        #expect(SHA256.hexadecimal(of: text) == hash)
    }

    @Test(arguments: [1, 3, 63, 64, 65, 1_000])
    func `The size of the pieces changes nothing`(size: Int) {
        let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000)
        var hash = SHA256()
        var start = 0
        while start < bytes.count {
            hash.update(Array(bytes[start..<min(start + size, bytes.count)]))
            start += size
        }
        #expect(hash.hexadecimal() == "27dd1f61b867b6a0f6e9d8a41c43231de52107e53ae424de8f847b821db4b711")
    }
}
