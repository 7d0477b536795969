/// Words as a shell reads them.
package enum ShellWords {
    /// Joins words so that a shell takes them apart again.
    ///
    /// - Parameter words: The words.
    /// - Returns: The text, with quotes where a word needs them.
    package static func joined(_ words: [String]) -> String {
        words.map(quoted).joined(separator: " ")
    }

    private static func quoted(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-", "_", ".", "/", ":", "=", ",", "+", "@", "%": true
            default: false
            }
        }
        guard word.isEmpty || !isPlain else { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
