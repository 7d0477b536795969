import JSONText

/// The ids of a manifest: which are given, and which of the default ones are taken.
///
/// It holds 16 bytes an id in flat arrays, three eighths to three quarters of them filled: the ids themselves are only kept as hashes of
/// 64 bits, equal for strings that Swift calls equal. Two of a million ids share a hash once in forty million manifests.
struct IdentifierTable: Sendable {
    private var hashes: [UInt64] = []
    /// The place of a given id, with the highest bit set; else how many ids were made of a default one.
    private var values: [UInt64] = []
    private var count = 0
    /// How many ids were made of a default one that equals a given id, by its hash.
    private var madeOfGiven: [UInt64: UInt64] = [:]

    private static let given: UInt64 = 1 << 63
    private static let columnBits: UInt64 = 24

    /// Takes an id that the manifest gives.
    ///
    /// - Returns: Where the same id is given already; nil where it isn't, or only here.
    mutating func claim(_ id: String, at position: JSONPosition) -> (line: Int, column: Int)? {
        let column = min(UInt64(position.column), 1 << IdentifierTable.columnBits - 1)
        let value = IdentifierTable.given | UInt64(position.line) << IdentifierTable.columnBits | column
        let hash = IdentifierTable.hash(of: id)
        guard let known = self[hash] else {
            insert(hash, value)
            return nil
        }
        guard known != value else { return nil }
        let place = known & ~IdentifierTable.given
        return (Int(place >> IdentifierTable.columnBits), Int(place & (1 << IdentifierTable.columnBits - 1)))
    }

    /// Makes an id of a default one that no other request has: the text itself, else with `#2`, `#3` and so on.
    mutating func assign(_ id: String) -> String {
        let hash = IdentifierTable.hash(of: id)
        guard let known = self[hash] else {
            insert(hash, 1)
            return id
        }
        let isGiven = known & IdentifierTable.given != 0
        var number = (isGiven ? madeOfGiven[hash] ?? 1 : known) + 1
        while self[IdentifierTable.hash(of: "\(id)#\(number)")] != nil { number += 1 }
        insert(IdentifierTable.hash(of: "\(id)#\(number)"), 1)
        if isGiven { madeOfGiven[hash] = number } else { insert(hash, number) }
        return "\(id)#\(number)"
    }

    private static func hash(of id: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(id)
        // Zero marks a free slot.
        return max(1, UInt64(bitPattern: Int64(hasher.finalize())))
    }

    private subscript(hash: UInt64) -> UInt64? {
        guard !hashes.isEmpty else { return nil }
        let slot = slot(of: hash)
        return hashes[slot] == hash ? values[slot] : nil
    }

    private mutating func insert(_ hash: UInt64, _ value: UInt64) {
        if (count + 1) * 4 > hashes.count * 3 { grow() }
        let slot = slot(of: hash)
        if hashes[slot] == 0 { count += 1 }
        hashes[slot] = hash
        values[slot] = value
    }

    private func slot(of hash: UInt64) -> Int {
        let mask = hashes.count - 1
        var slot = Int(truncatingIfNeeded: hash) & mask
        while hashes[slot] != 0 && hashes[slot] != hash { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func grow() {
        let (oldHashes, oldValues) = (hashes, values)
        let capacity = max(16, hashes.count * 2)
        hashes = [UInt64](repeating: 0, count: capacity)
        values = [UInt64](repeating: 0, count: capacity)
        for index in oldHashes.indices where oldHashes[index] != 0 {
            let slot = slot(of: oldHashes[index])
            hashes[slot] = oldHashes[index]
            values[slot] = oldValues[index]
        }
    }
}
