/// The rules for the host of a URL.
enum HTTPHost {
    /// The one spelling of a host that stands in a URL.
    ///
    /// - Parameter bytes: The host as it is written.
    /// - Returns: A name in small letters, an IPv4 address, or an IPv6 address in brackets.
    /// - Throws: ``HTTPURLError`` when it is none of them, or when other software might read it as another host.
    static func canonical(_ bytes: ArraySlice<UInt8>) throws(HTTPURLError) -> String {
        // Before any message shows the host.
        if let bad = bytes.first(where: { $0 <= 0x20 || $0 == 0x7F }) {
            throw HTTPURLError("its host holds \(bad == 0x20 ? "a space" : "a control character")")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if bytes.contains(where: { $0 >= 0x80 }) {
            throw HTTPURLError(
                "its host ", quoting: text, " is not ASCII: write it in punycode, with labels that begin with xn--")
        }
        if bytes.first == UInt8(ascii: "[") { return try canonicalIPv6(text) }
        var name = text.asciiLowercased
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        guard !name.isEmpty else { throw HTTPURLError("its host is empty") }
        guard !name.utf8.contains(UInt8(ascii: "%")) else { throw HTTPURLError("its host must not be percent-encoded") }
        // RFC 1035 section 2.3.4 allows 255 octets on the wire, where each label has a length octet and the root its own.
        guard name.utf8.count <= 253 else { throw HTTPURLError("its host is longer than 253 characters") }
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels { try check(label, in: text) }
        guard let last = labels.last, isNumber(last) else { return name }
        guard IPv4Text.octets(of: name) != nil else {
            throw HTTPURLError(
                "its host ", quoting: text,
                " ends in a number, but is not four numbers from 0 to 255 without leading zeros")
        }
        return name
    }

    private static func canonicalIPv6(_ text: String) throws(HTTPURLError) -> String {
        let address = String(text.dropFirst().dropLast())
        guard !address.contains("%") else {
            throw HTTPURLError("its host has a zone identifier, which no server knows")
        }
        guard let canonical = IPv6Address(address)?.canonicalText else {
            throw HTTPURLError("its host ", quoting: text, " is not an IPv6 address")
        }
        return "[\(canonical)]"
    }

    private static func check(_ label: Substring.UTF8View, in host: String) throws(HTTPURLError) {
        guard !label.isEmpty else { throw HTTPURLError("its host ", quoting: host, " has an empty label") }
        guard label.count <= 63 else { throw HTTPURLError("its host has a label longer than 63 characters") }
        for byte in label
        where !(byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")) {
            let scalar = Unicode.Scalar(byte)
            let name = byte > 0x20 && byte < 0x7F ? String(scalar) : byte == 0x20 ? "a space" : "a control character"
            throw HTTPURLError(
                "its host holds ", quoting: name,
                ", where only letters, digits, hyphens and underscores are allowed")
        }
    }

    /// Whether a last label makes some readers take the host for an IPv4 address.
    private static func isNumber(_ label: Substring.UTF8View) -> Bool {
        if label.allSatisfy(\.isASCIIDigit) { return true }
        return label.starts(with: "0x".utf8) && label.dropFirst(2).allSatisfy { $0.hexDigitValue != nil }
    }
}

extension String {
    /// A host without a leading `www.`, behind which is the same server.
    var withoutWWW: String { hasPrefix("www.") ? String(dropFirst(4)) : self }

    /// The one name of the server behind a host, whatever names and literals lead to it.
    var ofServer: String {
        let host = withoutWWW
        // RFC 6761 section 6.3: every name under it is the machine's own as well. The usual literal is not taken apart.
        if host == "127.0.0.1" || host == Self.localhost || host.utf8.suffix(10).elementsEqual(".localhost".utf8) {
            return Self.localhost
        }
        // No other host ends like an address, and most are names.
        guard let last = host.utf8.last, last.isASCIIDigit || last == UInt8(ascii: "]"),
            let address = IPAddress(host)
        else { return host }
        return address.isOwnMachine ? Self.localhost : address.textOfV4 ?? host
    }

    /// The name of the machine itself.
    private static var localhost: String { "localhost" }
}
