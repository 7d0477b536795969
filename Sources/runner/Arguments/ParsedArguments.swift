/// The words of a command line sorted into options and operands, with readers for the options' values.
struct ParsedArguments: Sendable {
    /// The command that was named; nil where none was.
    private(set) var command: CommandName?
    /// The words that are neither the command nor an option nor an option's value.
    private(set) var operands: [String] = []
    private var values: [OptionName: [String]] = [:]

    /// Sorts the words of a command line.
    ///
    /// - Parameter words: The words without the program's name.
    /// - Throws: ``UsageError`` when an option is unknown, is repeated, lacks a value or has one it can't take.
    init(_ words: [String]) throws(UsageError) {
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                for operand in rest { take(operand: operand) }
                break
            } else if word.hasPrefix("--") {
                try take(long: word, following: &rest)
            } else if word.hasPrefix("-"), word != "-" {
                try take(letters: word, following: &rest)
            } else {
                take(operand: word)
            }
        }
    }

    /// Whether an option is given.
    ///
    /// - Parameter name: The option.
    /// - Returns: Whether it is there, with a value or without.
    func has(_ name: OptionName) -> Bool { values[name] != nil }

    /// The value of an option that is given once.
    ///
    /// - Parameter name: The option.
    /// - Returns: The value; nil where the option is not given.
    func text(_ name: OptionName) -> String? { values[name]?.last }

    /// The values of an option.
    ///
    /// - Parameter name: The option.
    /// - Returns: The values in order.
    func texts(_ name: OptionName) -> [String] { values[name] ?? [] }

    private mutating func take(operand: String) {
        if command == nil, operands.isEmpty, let name = CommandName(rawValue: operand) {
            command = name
        } else {
            operands.append(operand)
        }
    }

    private mutating func take(long word: String, following rest: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = OptionName(rawValue: String(parts[0])) else { throw unknown(String(parts[0])) }
        try add(name, spelled: name.rawValue, attached: parts.count == 2 ? String(parts[1]) : nil, following: &rest)
    }

    private mutating func take(letters word: String, following rest: inout ArraySlice<String>) throws(UsageError) {
        // With one dash too few a long name would read as a letter and its value.
        if OptionName(rawValue: "-" + word) != nil { throw unknown(word) }
        var letters = word.dropFirst()
        while let letter = letters.popFirst() {
            guard let name = OptionName(letter: letter) else { throw unknown("-\(letter)") }
            guard name.spec.placeholder != nil || letters.first == "=" else {
                try add(name, spelled: "-\(letter)", attached: nil, following: &rest)
                continue
            }
            let attached = letters.isEmpty ? nil : String(letters.first == "=" ? letters.dropFirst() : letters)
            try add(name, spelled: "-\(letter)", attached: attached, following: &rest)
            return
        }
    }

    private mutating func add(
        _ name: OptionName,
        spelled spelling: String,
        attached: String?,
        following rest: inout ArraySlice<String>
    ) throws(UsageError) {
        let spec = name.spec
        guard spec.isRepeatable || values[name] == nil else {
            throw UsageError("\(name.rawValue) is given twice", help: command ?? .run)
        }
        guard let placeholder = spec.placeholder else {
            guard attached == nil else { throw UsageError("\(spelling) takes no value", help: command ?? .run) }
            values[name] = [""]
            return
        }
        let value = attached ?? Self.value(from: &rest)
        guard let value, !value.isEmpty else {
            throw UsageError("\(spelling) needs a value: \(name.rawValue)=\(placeholder)", help: command ?? .run)
        }
        values[name, default: []].append(value)
    }

    /// The next word where it can be a value; one that looks like an option is more often a forgotten value.
    private static func value(from rest: inout ArraySlice<String>) -> String? {
        guard let word = rest.first, word == "-" || !word.hasPrefix("-") else { return nil }
        return rest.popFirst()
    }

    private func unknown(_ word: String) -> UsageError {
        if word == "--dry-run" || word == "-n" {
            return UsageError(
                "unknown option '\(word)'; 'runner check MANIFEST' tells what a run would send, and sends nothing",
                help: .check)
        }
        let names = OptionName.allCases.filter { command == nil || $0.spec.commands.contains(command ?? .run) }
        return UsageError(
            "unknown option '\(word)'",
            suggestion: Self.suggestion(for: word, among: names.map(\.rawValue)),
            help: command ?? .run
        )
    }
}
