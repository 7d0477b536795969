/// A hash of all that makes a request what it is: the first half of a SHA-256.
package struct Fingerprint: Sendable, Hashable {
    /// The first sixty-four bits.
    package let high: UInt64
    /// The next sixty-four bits.
    package let low: UInt64

    /// Hashes a text.
    ///
    /// - Parameter text: The canonical text of a request.
    package init(of text: String) {
        var hash = SHA256()
        hash.update(Array(text.utf8))
        let words = hash.digest().map { UInt64($0) }
        high = words[0] << 32 | words[1]
        low = words[2] << 32 | words[3]
    }
}
