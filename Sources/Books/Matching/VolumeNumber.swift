/// The numbers that tell one volume from another.
enum VolumeNumber {
    /// Whether some of the words are a number: digits, a Roman number, or a number's name beside a word such as `part`.
    ///
    /// - Parameter words: Words as they are compared.
    /// - Returns: Whether there is one.
    static func isHeld(by words: some Collection<String>) -> Bool {
        let words = Array(words)
        return words.indices.contains { index in
            if isNumber(words[index]) || isRoman(words[index]) { return true }
            guard designations.contains(words[index]) else { return false }
            return [index - 1, index + 1].contains { words.indices.contains($0) && isName(words[$0]) }
        }
    }

    /// Whether the words are the number of a volume and nothing else: `vol 2`, `book one of three`, `1965`.
    ///
    /// - Parameter words: Words as they are compared.
    /// - Returns: Whether they are.
    static func isAll(of words: [String]) -> Bool {
        isHeld(by: words)
            && words.allSatisfy {
                designations.contains($0) || isNumber($0) || isRoman($0) || isName($0)
                    || ["the", "of", "and"].contains($0)
            }
    }

    /// Whether a word is written with digits: `2`, `2nd`.
    ///
    /// - Parameter word: A word as it is compared.
    /// - Returns: Whether it is.
    static func isNumber(_ word: String) -> Bool {
        let rest = word.drop { $0.isASCII && $0.isNumber }
        return rest.count < word.count && (rest.isEmpty || ["st", "nd", "rd", "th"].contains(rest))
    }

    /// Whether a word is a Roman number from 2 to 39; a single letter is one only beside a word such as `part`.
    private static func isRoman(_ word: String) -> Bool {
        guard word.count > 1, word.allSatisfy({ "ivx".contains($0) }) else { return false }
        let ones = word.drop { $0 == "x" }
        return word.count - ones.count <= 3
            && ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"].contains(String(ones))
    }

    private static func isName(_ word: String) -> Bool { names.contains(word) || word.count == 1 }

    private static let designations: Set<String> = [
        "volume", "vol", "part", "pt", "book", "bk", "no", "number", "issue", "episode", "season", "series", "level",
        "grade",
        "stage", "tome", "tom", "band", "bd", "teil", "buch", "tomo", "libro", "livre", "partie", "parte", "deel",
        "том",
        "часть", "частина", "книга",
    ]
    private static let names: Set<String> = [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "first",
        "second",
        "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "last", "final",
    ]
}
