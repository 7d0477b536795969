/// An IPv6 address with its canonical text.
struct IPv6Address: Hashable {
    private var groups: [UInt16] = []

    /// Reads an address in any of the forms of RFC 4291 section 2.2, without brackets and without a zone.
    ///
    /// - Parameter text: The address; the result is nil where it is none.
    init?(_ text: String) {
        let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
        guard let head = Self.groups(of: halves[0], mayEndInIPv4: halves.count == 1) else { return nil }
        guard halves.count == 2 else {
            guard head.count == 8 else { return nil }
            groups = head
            return
        }
        guard let tail = Self.groups(of: halves[1], mayEndInIPv4: true), head.count + tail.count < 8 else { return nil }
        groups = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
    }

    /// The address in the form of RFC 5952: small letters, the first longest run of zeros cut, an IPv4-mapped address dotted.
    var canonicalText: String {
        if groups[..<5].allSatisfy({ $0 == 0 }), groups[5] == 0xFFFF {
            return "::ffff:\(groups[6] >> 8).\(groups[6] & 255).\(groups[7] >> 8).\(groups[7] & 255)"
        }
        let zeros = longestRunOfZeros
        let digits = groups.map { String($0, radix: 16) }
        guard zeros.count > 1 else { return digits.joined(separator: ":") }
        return digits[..<zeros.lowerBound].joined(separator: ":") + "::"
            + digits[zeros.upperBound...].joined(separator: ":")
    }

    /// The 16 bytes of the address in network order.
    var octets: [UInt8] { groups.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } }

    private var longestRunOfZeros: Range<Int> {
        var longest = 0..<0
        var start = 0
        for end in 1...8 {
            guard groups[end - 1] == 0 else {
                start = end
                continue
            }
            if end - start > longest.count { longest = start..<end }
        }
        return longest
    }

    private static func groups(of text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
        guard !text.isEmpty else { return [] }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        var groups: [UInt16] = []
        for (place, part) in parts.enumerated() {
            if mayEndInIPv4, place == parts.count - 1, part.contains(".") {
                guard let octets = IPv4Text.octets(of: part) else { return nil }
                groups.append(UInt16(octets[0]) << 8 | UInt16(octets[1]))
                groups.append(UInt16(octets[2]) << 8 | UInt16(octets[3]))
            } else {
                guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0.hexDigitValue != nil }),
                    let group = UInt16(part, radix: 16)
                else { return nil }
                groups.append(group)
            }
        }
        return groups.count <= 8 ? groups : nil
    }
}

/// Reads the only text form of an IPv4 address that all software agrees on.
enum IPv4Text {
    /// The octets of four decimal numbers without leading zeros, parted by dots.
    ///
    /// - Parameter text: The address.
    /// - Returns: Four octets; nil where the text has another form.
    static func octets(of text: some StringProtocol) -> [UInt8]? {
        var octets: [UInt8] = []
        var octet: UInt8?
        for byte in text.utf8 {
            if byte == UInt8(ascii: "."), let complete = octet, octets.count < 3 {
                octets.append(complete)
                octet = nil
            } else {
                guard byte.isASCIIDigit, octet != 0 else { return nil }
                let (tens, isTooLarge) = (octet ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, overflows) = tens.addingReportingOverflow(byte - UInt8(ascii: "0"))
                guard !isTooLarge, !overflows else { return nil }
                octet = sum
            }
        }
        guard let octet, octets.count == 3 else { return nil }
        return octets + [octet]
    }
}
