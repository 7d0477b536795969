/// An IPv4 or IPv6 address, which knows the network it belongs to and whether the whole internet can reach it.
package struct IPAddress: Sendable, Hashable {
    /// The 16 bytes of an IPv6 address; an IPv4 one is mapped (RFC 4291 section 2.5.5.2).
    private let bytes: [UInt8]

    /// Reads a literal.
    ///
    /// - Parameter text: An IPv4 literal of four decimal parts or an IPv6 literal, with or without brackets and zone.
    package init?(_ text: String) {
        var literal = Substring(text)
        if literal.utf8.first == UInt8(ascii: "["), literal.utf8.last == UInt8(ascii: "]") {
            literal = literal.dropFirst().dropLast()
        }
        if let zone = literal.utf8.firstIndex(of: UInt8(ascii: "%")) { literal = literal[..<zone] }
        if let v4 = IPv4Text.octets(of: literal) {
            bytes = Self.mappedPrefix + v4
        } else if let v6 = IPv6Address(String(literal)) {
            bytes = v6.octets
        } else {
            return nil
        }
    }

    /// Whether the address is reachable from the whole internet: none of the ranges that are private, loopback or link-local.
    package var isPublic: Bool {
        if let v4 = embeddedV4 { return !Self.localV4.contains { $0.contains(v4) } }
        return !Self.localV6.contains { $0.contains(bytes) }
    }

    /// Whether the address leads to the machine itself: it is loopback (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3), or the
    /// unspecified one, which systems connect to themselves.
    var isOwnMachine: Bool {
        if isV4 { return bytes[12] == 127 || bytes[12...].allSatisfy { $0 == 0 } }
        return bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
    }

    /// The text of an IPv4 address, also of a mapped one; nil for any other.
    var textOfV4: String? {
        isV4 ? bytes[12...].map { String($0) }.joined(separator: ".") : nil
    }

    /// Whether another address of the same family begins with the same bits (RFC 4632 section 3.1).
    ///
    /// - Parameters:
    ///   - bits: How many bits count; more than the family has are never the same.
    ///   - other: The other address.
    /// - Returns: Whether they begin alike.
    package func hasPrefix(of bits: Int, in other: IPAddress) -> Bool {
        let offset = isV4 ? 96 : 0
        guard isV4 == other.isV4, (0...128 - offset).contains(bits) else { return false }
        return IPAddressRange(bytes, bits: offset + bits).contains(other.bytes)
    }

    private var isV4: Bool { bytes.starts(with: Self.mappedPrefix) }

    /// The IPv4 address behind a mapped one, or one of NAT64 (RFC 6052) or 6to4 (RFC 3056).
    private var embeddedV4: [UInt8]? {
        if isV4 || Self.nat64.contains(bytes) { return Array(bytes[12...]) }
        return Self.sixToFour.contains(bytes) ? Array(bytes[2..<6]) : nil
    }

    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]
    private static let nat64 = IPAddressRange([0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0], bits: 96)
    private static let sixToFour = IPAddressRange([0x20, 0x02], bits: 16)

    /// "This" network, private use, shared by carriers, loopback, link-local, protocol and benchmark use (RFC 6890).
    private static let localV4 = [
        IPAddressRange([0], bits: 8), IPAddressRange([10], bits: 8), IPAddressRange([100, 64], bits: 10),
        IPAddressRange([127], bits: 8), IPAddressRange([169, 254], bits: 16), IPAddressRange([172, 16], bits: 12),
        IPAddressRange([192, 0, 0], bits: 24), IPAddressRange([192, 168], bits: 16),
        IPAddressRange([198, 18], bits: 15), IPAddressRange([255, 255, 255, 255], bits: 32),
    ]

    /// Unspecified and loopback with the rest of their /96, local NAT64, unique local, link-local and old site-local.
    private static let localV6 = [
        IPAddressRange([UInt8](repeating: 0, count: 12), bits: 96),
        IPAddressRange([0x00, 0x64, 0xFF, 0x9B, 0x00, 0x01], bits: 48), IPAddressRange([0xFC], bits: 7),
        IPAddressRange([0xFE, 0x80], bits: 10), IPAddressRange([0xFE, 0xC0], bits: 10),
    ]
}

/// A range of addresses that share their leading bits.
private struct IPAddressRange {
    private let prefix: [UInt8]
    private let bits: Int

    init(_ prefix: [UInt8], bits: Int) {
        self.prefix = prefix
        self.bits = bits
    }

    func contains(_ address: [UInt8]) -> Bool {
        let whole = bits / 8
        guard address.count * 8 >= bits, address.prefix(whole).elementsEqual(prefix.prefix(whole)) else { return false }
        let rest = bits % 8
        return rest == 0 || address[whole] >> (8 - rest) == prefix[whole] >> (8 - rest)
    }
}
