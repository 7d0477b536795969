/// The index of a run's results by their requests: 32 bytes a request and a place in a table.
package struct Ledger: Sendable {
    /// What is known of a request.
    package struct State: OptionSet, Sendable, Hashable {
        /// The bits.
        package let rawValue: UInt32

        /// Creates a state.
        ///
        /// - Parameter rawValue: The bits.
        package init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// It has a result that the run keeps.
        package static let kept = State(rawValue: 1)
        /// It was about to be sent, and no result says how that ended.
        package static let sent = State(rawValue: 2)
        /// It must not be sent twice.
        package static let once = State(rawValue: 4)
        /// The kept result is a failure.
        package static let failed = State(rawValue: 8)
        /// The present start has come to it.
        package static let met = State(rawValue: 16)
        /// It was asked, whatever came of it.
        package static let answered = State(rawValue: 32)
        /// An earlier start sent it, and its answer never came.
        package static let lost = State(rawValue: 64)
        /// It has a result that is too old to be kept.
        package static let outdated = State(rawValue: 128)
        /// It failed in an earlier start that met trouble, which may have been the reason.
        package static let suspect = State(rawValue: 256)
        /// It did so in two earlier starts.
        package static let suspectTwice = State(rawValue: 512)
        /// It was sent and put off, by what may be its own fault alone.
        package static let putOff = State(rawValue: 1024)
    }

    /// A request's place in the ledger.
    package struct Item: Sendable, Hashable {
        /// The request.
        package let key: JournalKey
        /// What is known of it.
        package var state: State = []
        /// Where its result lies, as ``JournalPlace`` writes it.
        private var reference = 0

        /// Creates an item of which nothing is known.
        ///
        /// - Parameter key: The request.
        init(_ key: JournalKey) {
            self.key = key
        }

        /// Where its result lies; of meaning only where there is one.
        package var place: JournalPlace {
            get { JournalPlace(reference: reference) }
            set { reference = newValue.reference }
        }
    }

    private var items: [Item] = []
    /// The numbers of the items plus one by their keys' hashes, 0 for none; a power of two of them, at most half in use.
    private var slots = [UInt32](repeating: 0, count: 64)

    /// Creates an empty ledger.
    package init() {}

    /// How many requests it knows.
    package var count: Int { items.count }

    /// How many results of earlier starts are kept.
    package var keptCount: Int {
        items.count { $0.state.contains(.kept) }
    }

    /// How many results of earlier starts are too old to be kept.
    package var outdatedCount: Int {
        items.count { $0.state.contains(.outdated) }
    }

    /// Whether a request is asked again that an earlier start has asked in vain.
    package var hasSuspects: Bool {
        items.contains { $0.state.isSuspect }
    }

    /// Makes room at once, so that growing doesn't hold two copies.
    ///
    /// - Parameter count: How many requests to expect.
    package mutating func reserve(_ count: Int) {
        items.reserveCapacity(count)
        if count * 2 > slots.count { rehash(for: count) }
    }

    /// What is known of a request.
    ///
    /// - Parameter key: The request.
    package subscript(key: JournalKey) -> Item? {
        let slot = slots[slot(of: key)]
        return slot == 0 ? nil : items[Int(slot) - 1]
    }

    /// Changes what is known of a request.
    ///
    /// - Parameters:
    ///   - key: The request.
    ///   - change: The change.
    package mutating func update(_ key: JournalKey, _ change: (inout Item) -> Void) {
        var slot = slot(of: key)
        if slots[slot] == 0 {
            if (items.count + 1) * 2 > slots.count {
                rehash(for: (items.count + 1) * 2)
                slot = self.slot(of: key)
            }
            items.append(Item(key))
            slots[slot] = UInt32(items.count)
        }
        change(&items[Int(slots[slot]) - 1])
    }

    /// Changes what is known of every request.
    ///
    /// - Parameter change: The change.
    package mutating func updateAll(_ change: (inout Item) -> Void) {
        for index in items.indices { change(&items[index]) }
    }

    private func slot(of key: JournalKey) -> Int {
        let mask = slots.count - 1
        // The fingerprint is a hash already; the occurrence must only move it.
        var slot = Int(truncatingIfNeeded: key.low &+ UInt64(key.occurrence) &* 0x9E37_79B9_7F4A_7C15) & mask
        while slots[slot] != 0, items[Int(slots[slot]) - 1].key != key { slot = (slot + 1) & mask }
        return slot
    }

    private mutating func rehash(for count: Int) {
        var size = slots.count
        while size < count * 2 { size *= 2 }
        slots = [UInt32](repeating: 0, count: size)
        for (index, item) in items.enumerated() { slots[slot(of: item.key)] = UInt32(index + 1) }
    }
}

extension Ledger.State {
    /// Whether an earlier start has asked in vain, and this one has not yet asked again.
    package var isSuspect: Bool {
        !isDisjoint(with: [.suspect, .putOff]) && isDisjoint(with: [.kept, .met])
    }
}
