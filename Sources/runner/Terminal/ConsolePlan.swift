/// What is told during a run and how, decided once from the options and the surroundings.
package struct ConsolePlan: Sendable, Hashable {
    /// How progress is shown.
    package enum Progress: Sendable, Hashable {
        /// Not at all.
        case none
        /// By one line that is redrawn.
        case live
        /// By a line for each finished request.
        case lines

        /// How often there may be something to redraw or to add without an event; nil for never.
        package var refreshInterval: Duration? {
            switch self {
            case .none: nil
            case .live: .milliseconds(100)
            case .lines: .seconds(1)
            }
        }
    }

    /// What is known of the process's surroundings.
    package struct Surroundings: Sendable, Hashable {
        /// Whether standard error is a terminal.
        package var errorIsTerminal: Bool
        /// Whether standard output is a terminal.
        package var outputIsTerminal: Bool
        /// The environment.
        package var environment: [String: String]

        /// Creates surroundings.
        ///
        /// - Parameters:
        ///   - errorIsTerminal: Whether standard error is a terminal.
        ///   - outputIsTerminal: Whether standard output is a terminal.
        ///   - environment: The environment.
        package init(errorIsTerminal: Bool, outputIsTerminal: Bool, environment: [String: String]) {
            self.errorIsTerminal = errorIsTerminal
            self.outputIsTerminal = outputIsTerminal
            self.environment = environment
        }
    }

    /// How progress is shown.
    package var progress: Progress
    /// Whether each attempt and each wait is told.
    package var isVerbose: Bool
    /// Whether only errors are told.
    package var isQuiet: Bool
    /// Whether the plan and a successful run's summary are told too.
    package var isTalkative: Bool
    /// Whether problems of a list are told in few lines, as for a mail.
    package var isBrief: Bool
    /// Whether colours are used.
    package var isColored: Bool

    /// Decides.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - surroundings: What is known of the surroundings.
    ///   - sharesOutput: Whether the results go to standard output.
    package init(options: ConsoleOptions, surroundings: Surroundings, sharesOutput: Bool) {
        let environment = surroundings.environment
        let isDumb = environment["TERM"] == "dumb"
        let isCI = environment["CI"].map { !["", "0", "false"].contains($0) } ?? false
        let isTerminal = surroundings.errorIsTerminal
        isQuiet = options.isQuiet
        isVerbose = options.isVerbose
        isTalkative = !options.isQuiet && (isTerminal || isCI || options.isVerbose || options.progress == .always)
        isBrief = !isTerminal && !options.isVerbose
        progress =
            switch options.progress {
            case _ where options.isQuiet: .none
            case .never: .none
            case .always: .lines
            case .auto where isCI: .lines
            case .auto where !isTerminal: .none
            // Results on the same terminal would be torn by a line that is redrawn.
            case .auto: isDumb || sharesOutput && surroundings.outputIsTerminal ? .lines : .live
            }
        isColored =
            switch options.color {
            case .always: true
            case .never: false
            case .auto where environment.isSet("NO_COLOR"): false
            case .auto where environment.isSet("CLICOLOR_FORCE") || environment.isSet("FORCE_COLOR"): true
            case .auto: isTerminal && !isDumb
            }
    }
}

extension [String: String] {
    /// Whether a variable is there and not empty, as https://no-color.org asks.
    fileprivate func isSet(_ name: String) -> Bool {
        self[name].map { !$0.isEmpty } ?? false
    }
}
