/// Keeps answers in memory within a bound of bytes; the one that was used least recently goes first.
public struct MemoryResponseStore: ResponseStore {
    /// An answer and its neighbours in the order of use.
    private struct Slot {
        var key: CacheKey
        var response: CachedResponse?
        var size: Int
        var newer: Int?
        var older: Int?
    }

    /// The most bytes that the answers take together.
    public let capacity: Int
    /// The bytes that they take.
    public private(set) var size = 0
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var places: [CacheKey: Int] = [:]
    private var placesByURL: [HTTPURL: [Int]] = [:]
    private var newest: Int?
    private var oldest: Int?

    /// Creates an empty store.
    ///
    /// - Parameter capacity: The most bytes that the answers take together, keys and headers included.
    public init(capacity: Int = 32 * 1024 * 1024) {
        self.capacity = capacity
    }

    /// How many answers there are.
    public var count: Int { places.count }

    /// Looks an answer up and makes it the one used last.
    public mutating func response(for key: CacheKey) -> CachedResponse? {
        guard let place = places[key] else { return nil }
        unlink(place)
        linkAsNewest(place)
        return slots[place].response
    }

    /// Keeps an answer; one that is larger than the whole store is dropped.
    public mutating func store(_ response: CachedResponse, for key: CacheKey) {
        removeResponse(for: key)
        let needed = response.size + key.description.utf8.count
        guard needed <= capacity else { return }
        while size + needed > capacity, let oldest { removeResponse(for: slots[oldest].key) }
        let slot = Slot(key: key, response: response, size: needed)
        let place: Int
        if let reused = free.popLast() {
            place = reused
            slots[place] = slot
        } else {
            place = slots.count
            slots.append(slot)
        }
        places[key] = place
        for url in response.urls { placesByURL[url, default: []].append(place) }
        size += needed
        linkAsNewest(place)
    }

    /// Drops an answer.
    public mutating func removeResponse(for key: CacheKey) {
        guard let place = places.removeValue(forKey: key) else { return }
        unlink(place)
        size -= slots[place].size
        for url in slots[place].response?.urls ?? [] {
            placesByURL[url]?.removeAll { $0 == place }
            if placesByURL[url]?.isEmpty == true { placesByURL[url] = nil }
        }
        slots[place].response = nil
        free.append(place)
    }

    /// Drops every answer that came from a URL, or by way of it.
    public mutating func removeResponses(from url: HTTPURL) {
        for place in placesByURL[url] ?? [] { removeResponse(for: slots[place].key) }
    }

    private mutating func unlink(_ place: Int) {
        let (newer, older) = (slots[place].newer, slots[place].older)
        if let newer { slots[newer].older = older } else { newest = older }
        if let older { slots[older].newer = newer } else { oldest = newer }
    }

    private mutating func linkAsNewest(_ place: Int) {
        slots[place].newer = nil
        slots[place].older = newest
        if let newest { slots[newest].newer = place } else { oldest = place }
        newest = place
    }
}
