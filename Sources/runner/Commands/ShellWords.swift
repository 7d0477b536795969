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

    /// The words of a command line with other options.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - dropped: The options to leave out, with their values.
    ///   - added: The options to add, which have no values.
    /// - Returns: The words.
    package static func words(
        _ words: [String], without dropped: [OptionName], adding added: [OptionName] = []
    ) -> [String] {
        // Behind two dashes there are no options.
        let end = words.firstIndex(of: "--") ?? words.endIndex
        var kept: [String] = []
        var isValue = false
        for word in words[..<end] {
            let name = dropped.first { word == $0.rawValue || word.hasPrefix($0.rawValue + "=") }
            if name == nil, !isValue { kept.append(word) }
            isValue = word == name?.rawValue && name?.spec.placeholder != nil
        }
        return kept + added.map(\.rawValue) + words[end...]
    }
}
