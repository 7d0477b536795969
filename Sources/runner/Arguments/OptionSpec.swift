import BatchRunner

/// What the parser, the help and the suggestions know of an option.
package struct OptionSpec: Sendable {
    /// The option's letter.
    package var letter: Character?
    /// What stands for its value in the help; nil for an option without a value.
    package var placeholder: String?
    /// What it does.
    package var explanation: String
    /// The commands that take it.
    package var commands: Set<CommandName>
    /// Whether it may be given several times.
    package var isRepeatable: Bool

    private init(
        value placeholder: String? = nil,
        letter: Character? = nil,
        commands: Set<CommandName> = [.run],
        isRepeatable: Bool = false,
        _ explanation: String
    ) {
        self.placeholder = placeholder
        self.letter = letter
        self.commands = commands
        self.isRepeatable = isRepeatable
        self.explanation = explanation
    }

    /// The table of options.
    ///
    /// - Parameter name: The option.
    package init(of name: OptionName) {
        switch name {
        case .output:
            self.init(value: "FILE", letter: "o", "where the results go; - is standard output")
        case .data:
            self.init(value: "FILE", "where the answers go without times, for committing")
        case .format:
            self.init(
                value: Self.choices(RunOptions.Format.self), "one document; or, on standard output, one result a line")
        case .only:
            self.init(value: "ID", isRepeatable: true, "ask for this request alone; may be repeated")
        case .limit:
            self.init(value: "N", "ask for the first N requests alone")
        case .minInterval:
            self.init(value: "TIME", "least time between two sends to one server; 0 for no pace")
        case .rate:
            self.init(value: "N/UNIT", "the same as a rate: 3/s, 180/m, 1000/h")
        case .attempts:
            self.init(value: "N", "how often each URL is tried at the most")
        case .timeout:
            self.init(value: "TIME", "how long one attempt may take")
        case .deadline:
            self.init(value: "TIME", commands: [.run, .check], "how long the run may take")
        case .stateDir:
            self.init(value: "DIR", "where an unfinished run's journal is kept; without it beside the results")
        case .fresh:
            self.init("drop an unfinished run instead of resuming it")
        case .retryFailed:
            self.init("ask again only for what failed in the finished results")
        case .lockWait:
            self.init(value: "TIME", "how long to wait for another run of the same output")
        case .until:
            self.init(
                value: "HH:MM", commands: [.run, .check], "the local time at which the run ends, at the latest")
        case .noCache:
            self.init("neither read nor fill the cache")
        case .failOn:
            self.init(
                value: Self.choices(RunOptions.FailOn.self), isRepeatable: true,
                "count these as failures too; may be repeated")
        case .strict:
            self.init(commands: [.run, .check], "refuse a list of requests that has a bad line")
        case .clear:
            self.init(
                value: "LANE", commands: [.lanes], isRepeatable: true,
                "forget this lane's last use, pause and count; may be repeated")
        case .port:
            self.init(value: "N", commands: [.serve], "the port to listen on; without it any free one")
        case .quiet:
            self.init(letter: "q", "print errors only")
        case .verbose:
            self.init(letter: "v", "print each attempt and each wait")
        case .progress:
            self.init(
                value: Self.choices(ConsoleOptions.When.self),
                "always: a line for each finished request; auto: a live line on a terminal, the lines where CI is set"
            )
        case .color:
            self.init(value: Self.choices(ConsoleOptions.When.self), "auto: on a terminal, unless NO_COLOR is set")
        case .help:
            self.init(letter: "h", commands: Set(CommandName.allCases), "print this help")
        case .version:
            self.init(commands: Set(CommandName.allCases), "print the version")
        }
    }

    /// The values of an enumeration as the help shows them: `json|ndjson`.
    private static func choices<Value: CaseIterable & RawRepresentable<String>>(_ type: Value.Type) -> String {
        type.allCases.map(\.rawValue).joined(separator: "|")
    }
}

extension OptionName {
    /// What is known of the option.
    package var spec: OptionSpec { OptionSpec(of: self) }

    /// The option with a letter.
    ///
    /// - Parameter letter: The letter.
    package init?(letter: Character) {
        guard let name = OptionName.allCases.first(where: { $0.spec.letter == letter }) else { return nil }
        self = name
    }
}
