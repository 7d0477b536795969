/// The base 64 encoding with padding (RFC 4648 section 4).
package enum Base64 {
    /// Encodes bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The text.
    package static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var end = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let count = min(3, bytes.count - start)
                var bits: UInt32 = 0
                for offset in 0..<3 {
                    bits = bits << 8 | (offset < count ? UInt32(bytes[start + offset]) : 0)
                }
                for digit in 0..<4 {
                    let value = Int(bits >> UInt32(18 - 6 * digit) & 63)
                    text.initializeElement(at: end, to: digit <= count ? alphabet[value] : UInt8(ascii: "="))
                    end += 1
                }
            }
            return end
        }
    }
}
