/// Finds any of many patterns in one pass over a text, in a time that depends on the text's length alone (Aho and Corasick).
///
/// The case of ASCII letters doesn't count, and a plus sign is a space, as it is in the query of a URL.
struct PatternSearch: Sendable {
    /// What is found.
    struct Match {
        /// Where it stands.
        var range: Range<Int>
        /// Whether it is a part of a code, as ``insert(_:ofCode:)`` was told.
        var isOfCode: Bool
    }

    // One element a state. A state is a beginning of a pattern, and the first one is the empty beginning.
    /// The byte that leads into the state.
    private var bytes: [UInt8] = [0]
    /// The first state that is one byte longer; 0 for none.
    private var child: [Int32] = [0]
    /// The next state that is one byte longer than the same beginning; 0 for none.
    private var sibling: [Int32] = [0]
    /// The state of the longest beginning that this one ends with.
    private var fallback: [Int32] = [0]
    /// The length of the longest pattern that ends here; 0 for none.
    private var ending: [Int32] = [0]
    /// Whether that pattern is a part of a code.
    private var isOfCode: [Bool] = [false]
    /// The states of one byte.
    private var first = [Int32](repeating: 0, count: 256)
    /// The length of the longest pattern.
    private(set) var longest = 0

    /// Whether there is nothing to look for.
    var isEmpty: Bool { longest == 0 }

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - patterns: What to look for.
    ///   - codes: What to look for besides that is a part of a code.
    init(_ patterns: some Sequence<[UInt8]>, codes: some Sequence<[UInt8]>) {
        for pattern in patterns { insert(pattern, ofCode: false) }
        for code in codes { insert(code, ofCode: true) }
        if !isEmpty { linkFallbacks() }
    }

    /// Whether a pattern stands in a text.
    func finds(in text: [UInt8]) -> Bool {
        var isFound = false
        search(text) { _ in
            isFound = true
            return false
        }
        return isFound
    }

    /// All places of patterns, in the order of their ends; of those with one end the longest.
    func matches(in text: [UInt8]) -> [Match] {
        var matches: [Match] = []
        search(text) { match in
            matches.append(match)
            return true
        }
        return matches
    }

    /// Looks through a text until it is told to stop.
    private func search(_ text: [UInt8], _ take: (Match) -> Bool) {
        guard !isEmpty else { return }
        var state: Int32 = 0
        text.withUnsafeBufferPointer { text in
            Self.folding.withUnsafeBufferPointer { folding in
                first.withUnsafeBufferPointer { first in
                    for place in text.indices {
                        let byte = folding[Int(text[place])]
                        if state == 0 {
                            state = first[Int(byte)]
                            continue
                        }
                        state = next(after: state, byte)
                        let length = Int(ending[Int(state)])
                        guard length > 0 else { continue }
                        let end = place + 1
                        guard take(Match(range: (end - length)..<end, isOfCode: isOfCode[Int(state)])) else { return }
                    }
                }
            }
        }
    }

    /// The longest beginning of a pattern that the text ends with after one byte more.
    private func next(after state: Int32, _ byte: UInt8) -> Int32 {
        var state = state
        while state != 0 {
            let longer = longer(than: state, by: byte)
            if longer != 0 { return longer }
            state = fallback[Int(state)]
        }
        return first[Int(byte)]
    }

    private func longer(than state: Int32, by byte: UInt8) -> Int32 {
        var longer = child[Int(state)]
        while longer != 0, bytes[Int(longer)] != byte { longer = sibling[Int(longer)] }
        return longer
    }

    private mutating func insert(_ pattern: [UInt8], ofCode isCode: Bool) {
        // A byte alone is not looked for, so that no state of one byte is an end.
        guard pattern.count > 1 else { return }
        var state: Int32 = 0
        for byte in pattern {
            let byte = Self.folding[Int(byte)]
            var longer = state == 0 ? first[Int(byte)] : longer(than: state, by: byte)
            if longer == 0 {
                longer = Int32(bytes.count)
                bytes.append(byte)
                child.append(0)
                sibling.append(child[Int(state)])
                fallback.append(0)
                ending.append(0)
                isOfCode.append(false)
                child[Int(state)] = longer
                if state == 0 { first[Int(byte)] = longer }
            }
            state = longer
        }
        ending[Int(state)] = Int32(pattern.count)
        isOfCode[Int(state)] = isCode
        longest = max(longest, pattern.count)
    }

    /// Links each state with the longest beginning that it ends with, the shorter states first.
    private mutating func linkFallbacks() {
        var states = first.filter { $0 != 0 }
        var place = 0
        while place < states.count {
            let state = Int(states[place])
            place += 1
            var longer = child[state]
            while longer != 0 {
                let link = next(after: fallback[state], bytes[Int(longer)])
                fallback[Int(longer)] = link
                if ending[Int(longer)] == 0 {
                    ending[Int(longer)] = ending[Int(link)]
                    isOfCode[Int(longer)] = isOfCode[Int(link)]
                }
                states.append(longer)
                longer = sibling[Int(longer)]
            }
        }
    }

    /// What each byte counts as.
    private static let folding: [UInt8] = (0...255).map { byte in
        byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : UInt8(byte).asciiLowercased
    }
}
