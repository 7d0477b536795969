import HTTPPipeline

/// Finds the word that was probably meant.
package enum Suggestion {
    /// The candidate nearest to a word, where one is near enough to be a slip of the hand.
    ///
    /// Near enough is a third of the word's letters, at least one; case of ASCII letters doesn't count.
    ///
    /// - Parameters:
    ///   - word: The word as it was written.
    ///   - candidates: The words that would be right; of equally near ones the first wins.
    /// - Returns: The candidate; nil where none is near.
    package static func closest(to word: String, among candidates: [String]) -> String? {
        let written = Array(word.asciiLowercased.unicodeScalars)
        let limit = max(1, written.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate != word {
            let letters = Array(candidate.asciiLowercased.unicodeScalars)
            guard abs(letters.count - written.count) <= limit else { continue }
            let distance = distance(from: written, to: letters)
            guard distance <= limit, distance < letters.count, distance < best?.distance ?? .max else { continue }
            best = (candidate, distance)
        }
        return best?.candidate
    }

    /// The end of a sentence that offers the nearest candidate; empty where none is near.
    ///
    /// - Parameters:
    ///   - word: The word as it was written.
    ///   - candidates: The words that would be right.
    /// - Returns: `; did you mean "isbn"?`, or nothing.
    package static func offer(for word: String, among candidates: [String]) -> String {
        closest(to: word, among: candidates).map { "; did you mean \"\($0)\"?" } ?? ""
    }

    /// The Damerau–Levenshtein distance in its restricted form: insert, delete, replace, swap of neighbours.
    private static func distance(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
        guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in 1...a.count {
            var row = [i]
            for j in 1...b.count {
                let cost = a[i - 1] == b[j - 1] ? 0 : 1
                var least = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + cost)
                if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                    least = min(least, beforeLast[j - 2] + 1)
                }
                row.append(least)
            }
            beforeLast = last
            last = row
        }
        return last[b.count]
    }
}
