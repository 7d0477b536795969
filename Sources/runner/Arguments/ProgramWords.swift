/// The words that the program was started with.
enum ProgramWords {
    /// Reads them, the program's name first.
    ///
    /// - Returns: The words.
    /// - Throws: ``UsageError`` where one is not UTF-8: as text it would be another file's name.
    static func read() throws(UsageError) -> [String] {
        var words: [String] = []
        for number in 0..<Int(CommandLine.argc) {
            guard let bytes = CommandLine.unsafeArgv[number] else { continue }
            if let word = String(validatingCString: bytes) {
                words.append(word)
            } else if number == 0 {
                words.append("runner")
            } else {
                let shown = String(cString: bytes)
                throw UsageError("argument \(number), '\(shown)', is not UTF-8: give the file a name that is")
            }
        }
        return words
    }
}
