/// What is wrong with a command line.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What is wrong, without a full stop.
    package var message: String
    /// What was probably meant.
    package var suggestion: String?
    /// The command whose help says more; nil for the overview.
    package var help: CommandName?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: What is wrong, without a full stop.
    ///   - suggestion: What was probably meant.
    ///   - help: The command whose help says more; nil for the overview.
    package init(_ message: String, suggestion: String? = nil, help: CommandName? = nil) {
        self.message = message
        self.suggestion = suggestion
        self.help = help
    }

    /// What to print: the problem with the suggestion, then where to read more.
    package var description: String {
        let guess = suggestion.map { "; did you mean \($0)?" } ?? ""
        let topic = help.map { "\($0.rawValue) " } ?? ""
        return "runner: \(message)\(guess)\nSee 'runner \(topic)--help'.\n"
    }
}
