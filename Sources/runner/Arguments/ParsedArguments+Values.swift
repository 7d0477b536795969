import BatchRunner

extension ParsedArguments {
    /// The option that a word resembles or begins, with a dash forgotten or not.
    static func suggestion(for word: String, among names: [String]) -> String? {
        guard word.hasPrefix("--") || word.count > 2 else { return nil }
        let written = word.hasPrefix("--") ? word : "-" + word
        if let name = Suggestion.closest(to: written, among: names) { return name }
        let continued = written.count < 5 ? [] : names.filter { $0.hasPrefix(written) }
        return continued.count == 1 ? continued.first : nil
    }

    /// Refuses the options that a command doesn't take.
    ///
    /// - Parameter command: The command.
    /// - Throws: ``UsageError`` when one is given.
    func refuseOptions(foreignTo command: CommandName) throws(UsageError) {
        for name in OptionName.allCases where has(name) && !name.spec.commands.contains(command) {
            let owner = CommandName.allCases.first { name.spec.commands.contains($0) } ?? .run
            throw UsageError(
                "\(name.rawValue) is an option of 'runner \(owner.rawValue)', not of 'runner \(command.rawValue)'",
                help: command
            )
        }
    }

    /// The duration given for an option.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - allowsZero: Whether it may be zero.
    /// - Returns: The duration; nil where the option is not given.
    /// - Throws: ``UsageError`` when the value is no such duration.
    func duration(_ name: OptionName, allowsZero: Bool = false) throws(UsageError) -> Duration? {
        guard let text = text(name) else { return nil }
        try refuse(DurationText.excess(argument: text), of: name)
        guard let duration = DurationText.duration(argument: text), allowsZero || duration > .zero else {
            let form = allowsZero ? "a time" : "a time above zero"
            throw refusal(of: text, for: name, needs: "\(form), as in 200ms, 1.5s, 2m, 12h, 7d or a number of seconds")
        }
        return duration
    }

    /// The interval given as a rate.
    ///
    /// - Parameter name: The option.
    /// - Returns: The interval; nil where the option is not given.
    /// - Throws: ``UsageError`` when the value is no rate.
    func interval(_ name: OptionName) throws(UsageError) -> Duration? {
        guard let text = text(name) else { return nil }
        try refuse(DurationText.excess(rate: text), of: name)
        guard let interval = DurationText.interval(rate: text) else {
            throw refusal(of: text, for: name, needs: "a count for a unit of time, as in 3/s, 180/m or 1000/h")
        }
        return interval
    }

    /// The time of the day given for an option.
    ///
    /// - Parameter name: The option.
    /// - Returns: The time; nil where the option is not given.
    /// - Throws: ``UsageError`` when the value is no such time.
    func localTime(_ name: OptionName) throws(UsageError) -> LocalTime? {
        guard let text = text(name) else { return nil }
        guard let time = LocalTime(text) else {
            throw refusal(of: text, for: name, needs: "a time of the day from 00:00 to 23:59, as in 05:30")
        }
        return time
    }

    /// The whole number given for an option.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - range: What it may be.
    /// - Returns: The number; nil where the option is not given.
    /// - Throws: ``UsageError`` when the value is no such number.
    func count(_ name: OptionName, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = text(name) else { return nil }
        guard text.utf8.allSatisfy({ (48...57).contains($0) }), let count = Int(text), range.contains(count) else {
            let limits = range.upperBound == .max ? "of at least" : "from \(range.lowerBound) to"
            let bound = range.upperBound == .max ? range.lowerBound : range.upperBound
            throw refusal(of: text, for: name, needs: "a whole number \(limits) \(bound)")
        }
        return count
    }

    /// The choices given for an option, in order.
    ///
    /// - Parameters:
    ///   - name: The option.
    ///   - type: What can be chosen.
    /// - Returns: The choices.
    /// - Throws: ``UsageError`` when one of them is not to be had.
    func choices<Choice: CaseIterable & RawRepresentable<String>>(
        _ name: OptionName,
        of type: Choice.Type
    ) throws(UsageError) -> [Choice] {
        var choices: [Choice] = []
        for text in texts(name) {
            guard let choice = Choice(rawValue: text) else {
                let known = type.allCases.map(\.rawValue)
                let list = known.dropLast().joined(separator: ", ") + " or " + (known.last ?? "")
                var error = refusal(of: text, for: name, needs: list)
                error.suggestion = Suggestion.closest(to: text, among: known)
                throw error
            }
            choices.append(choice)
        }
        return choices
    }

    private func refuse(_ excess: String?, of name: OptionName) throws(UsageError) {
        if let excess { throw UsageError("\(name.rawValue): \(excess)", help: command ?? .run) }
    }

    private func refusal(of text: String, for name: OptionName, needs form: String) -> UsageError {
        UsageError("\(name.rawValue) needs \(form), not '\(text)'", help: command ?? .run)
    }
}
