#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An IPv4 or IPv6 address as its bytes.
struct IPAddress: Hashable {
    private let bytes: [UInt8]

    /// Reads a literal; IPv6 with or without brackets.
    init?(_ text: String) {
        let bare = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        var four = in_addr()
        var six = in6_addr()
        if inet_pton(AF_INET, bare, &four) == 1 {
            bytes = withUnsafeBytes(of: four) { Array($0) }
        } else if inet_pton(AF_INET6, bare, &six) == 1 {
            bytes = withUnsafeBytes(of: six) { Array($0) }
        } else {
            return nil
        }
    }

    /// Whether another address of the same family begins with the same bits.
    func hasPrefix(of bits: Int, in other: IPAddress) -> Bool {
        guard bytes.count == other.bytes.count, bits <= bytes.count * 8 else { return false }
        let whole = bits / 8
        guard bytes[..<whole] == other.bytes[..<whole] else { return false }
        let rest = bits % 8
        guard rest > 0 else { return true }
        return (bytes[whole] ^ other.bytes[whole]) >> UInt8(8 - rest) == 0
    }
}
