import BatchRunner

/// Turns the words of a command line into what they ask for.
package enum CommandLineParser {
    /// Reads a command line.
    ///
    /// - Parameters:
    ///   - words: The words without the program's name.
    ///   - isThere: Whether there is a file of a name.
    /// - Returns: What they ask for; help goes before the version, both before everything else.
    /// - Throws: ``UsageError`` when they make no sense.
    package static func parse(
        _ words: [String], isThere: (String) -> Bool = { _ in true }
    ) throws(UsageError) -> Command {
        let beforeOperands = words.prefix { $0 != "--" }
        if beforeOperands.contains("--help") || beforeOperands.contains("-h") {
            return .help(beforeOperands.lazy.compactMap(CommandName.init(rawValue:)).first)
        }
        if beforeOperands.contains("--version") { return .version }
        let arguments = try ParsedArguments(words)
        if arguments.has(.help) { return .help(arguments.command) }
        if arguments.command == nil, arguments.operands.first == "help" {
            return .help(try helpTopic(arguments.operands.dropFirst()))
        }
        try refuseUnknownCommand(arguments, isThere: isThere)
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

    /// The command that `help` is followed by; nil for the overview.
    private static func helpTopic(_ words: ArraySlice<String>) throws(UsageError) -> CommandName? {
        guard let word = words.first else { return nil }
        guard words.count == 1 else { throw UsageError("'runner help' takes one command; '\(words[2])' is too much") }
        guard let name = CommandName(rawValue: word) else {
            let names = CommandName.allCases.map(\.rawValue)
            throw UsageError("unknown command '\(word)'", suggestion: Suggestion.closest(to: word, among: names))
        }
        return name
    }

    /// Refuses a first word that is meant for a command, since as a manifest it would only be a file that isn't there.
    private static func refuseUnknownCommand(
        _ arguments: ParsedArguments, isThere: (String) -> Bool
    ) throws(UsageError) {
        guard arguments.command == nil, let word = arguments.operands.first else { return }
        guard !word.contains("/"), !word.contains("."), word != "-" else { return }
        let manifest = "(a manifest of that name is ./\(word))"
        if let advice = advice(insteadOf: word) {
            throw UsageError("this version has no command '\(word)' \(manifest)\(advice)")
        }
        let names = CommandName.allCases.map(\.rawValue)
        if let name = word == "version" ? "--version" : Suggestion.closest(to: word, among: names) {
            throw UsageError("unknown command '\(word)' \(manifest)", suggestion: name)
        }
        guard !isThere(word) else { return }
        guard !looksLikeISBN(word) else {
            throw UsageError(
                "'\(word)' is no manifest but an ISBN; name it in one: "
                    + "{ \"api\": \"openlibrary\", \"requests\": [{ \"isbn\": \"\(word)\" }] }")
        }
        throw UsageError("unknown command '\(word)', and there is no manifest of that name")
    }

    /// What to say of a command that other programs have and one may look for; nil for any other word.
    private static func advice(insteadOf word: String) -> String? {
        switch word {
        case "plan": "; 'runner check MANIFEST' tells what a run would send"
        case "fetch", "get": "; what to ask for is named in a manifest"
        case "cache", "completions", "diff", "export", "init", "report", "status", "verify": ""
        default: nil
        }
    }

    private static func looksLikeISBN(_ word: String) -> Bool {
        let digits = word.utf8.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: " ") }
        guard digits.count == 10 || digits.count == 13, let last = digits.last else { return false }
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        return digits.dropLast().allSatisfy(isDigit) && (isDigit(last) || last | 0x20 == UInt8(ascii: "x"))
    }
}
