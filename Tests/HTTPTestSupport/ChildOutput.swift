#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What came out of a stream of a child so far.
struct ChildOutput {
    private var source: Descriptor?
    private var bytes: [UInt8] = []
    private var taken = 0

    init(source: Descriptor?) {
        self.source = source
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The next whole line without its end, once it is there.
    mutating func takeLine() -> String? {
        guard let end = bytes[taken...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { taken = end + 1 }
        return String(decoding: bytes[taken..<end], as: UTF8.self)
    }

    /// What is left without a line's end.
    mutating func takeRest() -> String? {
        guard taken < bytes.count else { return nil }
        defer { taken = bytes.count }
        return String(decoding: bytes[taken...], as: UTF8.self)
    }

    /// Takes what is there, waiting for it at the most so long; tells whether something came.
    static func gather(_ first: inout ChildOutput, _ second: inout ChildOutput, within milliseconds: Int32) -> Bool {
        var entries = [first, second].map { output in
            pollfd(fd: output.source?.number ?? -1, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&entries, 2, milliseconds) > 0 else { return false }
        let firstGrew = entries[0].revents != 0 && first.take()
        let secondGrew = entries[1].revents != 0 && second.take()
        return firstGrew || secondGrew
    }

    private mutating func take() -> Bool {
        guard let available = source?.available(within: 0) else {
            source = nil
            return false
        }
        bytes += available
        return !available.isEmpty
    }
}
