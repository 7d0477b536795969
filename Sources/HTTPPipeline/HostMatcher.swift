/// Finds secret hosts that are too short to be looked for anywhere but where they stand as a whole host.
struct HostMatcher: Sendable {
    private let hosts: [[UInt8]]

    /// Creates a matcher.
    ///
    /// - Parameter hosts: The hosts in small letters.
    init(hosts: Set<String>) {
        self.hosts = hosts.sorted().map { Array($0.utf8) }
    }

    /// Whether there is nothing to look for.
    var isEmpty: Bool { hosts.isEmpty }

    /// The places of the hosts, in no order.
    func ranges(in bytes: [UInt8]) -> [Range<Int>] {
        guard !isEmpty else { return [] }
        var ranges: [Range<Int>] = []
        for start in bytes.indices where start == 0 || !Self.isOfHost(bytes[start - 1]) {
            let rest = bytes[start...]
            for host in hosts where rest.lazy.map(\.asciiLowercased).starts(with: host) {
                let end = start + host.count
                if !Self.goesOn(bytes[end...]) { ranges.append(start..<end) }
            }
        }
        return ranges
    }

    /// Whether a host goes on here; the dot at the end of a sentence or of a name with its root ends it.
    private static func goesOn(_ rest: ArraySlice<UInt8>) -> Bool {
        let rest = rest.first == UInt8(ascii: ".") ? rest.dropFirst() : rest
        return rest.first.map(isOfHost) ?? false
    }

    private static func isOfHost(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: ".")
    }
}
