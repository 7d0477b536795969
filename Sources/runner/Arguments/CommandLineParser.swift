import BatchRunner

/// Turns the words of a command line into what they ask for.
package enum CommandLineParser {
    /// Reads a command line.
    ///
    /// - Parameter words: The words without the program's name.
    /// - Returns: What they ask for; help goes before the version, both before everything else.
    /// - Throws: ``UsageError`` when they make no sense.
    package static func parse(_ words: [String]) throws(UsageError) -> Command {
        let beforeOperands = words.prefix { $0 != "--" }
        if beforeOperands.contains("--help") || beforeOperands.contains("-h") {
            return .help(beforeOperands.lazy.compactMap(CommandName.init(rawValue:)).first)
        }
        if beforeOperands.contains("--version") { return .version }
        let arguments = try ParsedArguments(words)
        if arguments.has(.help) { return .help(arguments.command) }
        try refuseMisspelledCommand(arguments)
        let command = arguments.command ?? .run
        try arguments.refuseOptions(foreignTo: command)
        switch command {
        case .run:
            return .run(try runOptions(arguments), try consoleOptions(arguments))
        case .check:
            guard !arguments.operands.isEmpty else { throw UsageError("a manifest is missing", help: .check) }
            return .check(try checkOptions(arguments))
        case .lanes:
            try refuseOperands(arguments, of: .lanes)
            return .lanes(cleared: arguments.texts(.clear))
        case .serve:
            try refuseOperands(arguments, of: .serve)
            return .serve(port: try arguments.count(.port, in: 0...65_535) ?? 0)
        case .schema:
            try refuseOperands(arguments, of: .schema)
            return .schema
        }
    }

    private static func runOptions(_ arguments: ParsedArguments) throws(UsageError) -> RunOptions {
        guard let manifest = arguments.operands.first else { throw UsageError("a manifest is missing", help: .run) }
        guard arguments.operands.count == 1 else {
            throw UsageError("one manifest at a time; '\(arguments.operands[1])' is too much", help: .run)
        }
        guard !arguments.has(.rate) || !arguments.has(.minInterval) else {
            throw UsageError("--rate and --min-interval say the same thing; give one of them", help: .run)
        }
        var options = RunOptions(manifest: manifest)
        options.output = arguments.text(.output)
        options.data = arguments.text(.data)
        options.format = try arguments.choices(.format, of: RunOptions.Format.self).last
        let interval = try arguments.duration(.minInterval, allowsZero: true)
        let intervalOfRate = try arguments.interval(.rate)
        options.minInterval = interval ?? intervalOfRate
        options.attempts = try arguments.count(.attempts, in: 1...100)
        options.timeout = try arguments.duration(.timeout)
        options.ignoresCache = arguments.has(.noCache)
        options.only = arguments.texts(.only)
        options.limit = try arguments.count(.limit, in: 1...Int.max)
        options.deadline = try arguments.duration(.deadline)
        options.stateFolder = arguments.text(.stateDir)
        options.startsFresh = arguments.has(.fresh)
        options.retriesFailed = arguments.has(.retryFailed)
        options.lockWait = try arguments.duration(.lockWait, allowsZero: true)
        options.until = try arguments.localTime(.until)
        options.failOn = Set(try arguments.choices(.failOn, of: RunOptions.FailOn.self))
        options.isStrict = arguments.has(.strict)
        if options.retriesFailed, options.isSubset {
            throw UsageError(
                "--retry-failed selects the requests itself; --only and --limit don't go with it", help: .run)
        }
        for name in [OptionName.fresh, .stateDir] where arguments.has(name) && options.isSubset {
            throw UsageError(
                "\(name.rawValue) is about the state of a run, and one with --only or --limit keeps none", help: .run)
        }
        return options
    }

    private static func checkOptions(_ arguments: ParsedArguments) throws(UsageError) -> [RunOptions] {
        var options = RunOptions(manifest: "-")
        options.deadline = try arguments.duration(.deadline)
        options.until = try arguments.localTime(.until)
        options.isStrict = arguments.has(.strict)
        return arguments.operands.map { manifest in
            options.manifest = manifest
            return options
        }
    }

    private static func consoleOptions(_ arguments: ParsedArguments) throws(UsageError) -> ConsoleOptions {
        guard !arguments.has(.quiet) || !arguments.has(.verbose) else {
            throw UsageError("--quiet and --verbose exclude each other", help: .run)
        }
        var options = ConsoleOptions()
        options.isQuiet = arguments.has(.quiet)
        options.isVerbose = arguments.has(.verbose)
        options.progress = try arguments.choices(.progress, of: ConsoleOptions.When.self).last ?? .auto
        options.color = try arguments.choices(.color, of: ConsoleOptions.When.self).last ?? .auto
        return options
    }

    private static func refuseOperands(_ arguments: ParsedArguments, of command: CommandName) throws(UsageError) {
        guard let operand = arguments.operands.first else { return }
        throw UsageError("'runner \(command.rawValue)' takes no operand; '\(operand)' is too much", help: command)
    }

    /// Refuses a bare word that reads like a command, since as a manifest it would only be a file that isn't there.
    private static func refuseMisspelledCommand(_ arguments: ParsedArguments) throws(UsageError) {
        guard arguments.command == nil, let word = arguments.operands.first else { return }
        guard !word.contains("/"), !word.contains("."), word != "-" else { return }
        let names = CommandName.allCases.map(\.rawValue)
        let isOption = word == "help" || word == "version"
        guard let name = isOption ? "--" + word : Suggestion.closest(to: word, among: names) else { return }
        throw UsageError("unknown command '\(word)' (a manifest of that name is ./\(word))", suggestion: name)
    }
}
