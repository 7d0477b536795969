/// What the journal knows a request by: its fingerprint, and which of those that have it but are sent each for itself.
package struct JournalKey: Sendable, Hashable {
    /// The first sixty-four bits of the fingerprint.
    package var high: UInt64
    /// The next sixty-four bits.
    package var low: UInt64
    /// The number among equal requests of a manifest, from 1; where equal requests are sent once, how many requests before it may
    /// have changed what they ask for.
    package var occurrence: UInt32

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - high: The first sixty-four bits of the fingerprint.
    ///   - low: The next sixty-four bits.
    ///   - occurrence: The number among equal requests; 0 where they are sent once.
    package init(high: UInt64, low: UInt64, occurrence: UInt32) {
        self.high = high
        self.low = low
        self.occurrence = occurrence
    }

    /// Creates a key from a fingerprint.
    ///
    /// - Parameters:
    ///   - fingerprint: The request's fingerprint.
    ///   - occurrence: The number among equal requests; 0 where they are sent once.
    package init(_ fingerprint: Fingerprint, occurrence: UInt32) {
        self.init(high: fingerprint.high, low: fingerprint.low, occurrence: occurrence)
    }

    /// Creates a key from its text.
    ///
    /// - Parameter text: What ``text`` gives; nil comes of anything else.
    package init?(text: String) {
        var rest = Array("\"\(text)\"".utf8)[...]
        guard let key = rest.skipKey(), rest.isEmpty else { return nil }
        self = key
    }

    /// The key as the journal writes it: 32 hexadecimal digits, and `#` with the occurrence where there is one.
    package var text: String {
        let digits = String(decoding: Hexadecimal.digits(of: high) + Hexadecimal.digits(of: low), as: UTF8.self)
        return digits + (occurrence == 0 ? "" : "#\(occurrence)")
    }
}
