import BatchRunner
import SampleLibrary

/// The help texts, at most 80 columns wide.
package enum HelpText {
    /// What `--version` prints.
    package static let version = "runner \(RunIdentity.version)\n"

    /// The lines that say how the program is called.
    package static let usage =
        "Usage:\n"
        + CommandName.allCases.map { "  \($0.usage)\n" }.joined()
        + "  runner help [COMMAND]\n"
        + "  runner --help | --version\n"

    /// The help of a command.
    ///
    /// - Parameter command: The command; nil for the overview.
    /// - Returns: The text with its final line break.
    package static func text(for command: CommandName?) -> String {
        guard let command else { return overview }
        var text = "Usage:\n  \(command.usage)\n\n\(introduction(of: command))\n"
        text += "\nOptions:\n" + optionLines(of: command)
        if command == .serve { text += "\nFaults:\n" + faultLines }
        text += "\n" + exitCodes(of: command)
        text += "\nExample:\n" + example(of: command)
        return text
    }

    private static var overview: String {
        var text = "runner asks book APIs for what a manifest lists: one request at a time, never\n"
        text += "faster than the server allows, and with the timing of every request.\n\n"
        text += usage + "\nCommands:\n"
        for command in CommandName.allCases {
            text += TextTable.row("  \(command.rawValue)", command.summary, column: 12)
        }
        text += "\n'runner COMMAND --help' tells a command's options; 'runner MANIFEST' is\n"
        text += "'runner run MANIFEST'.\n"
        text += "\n" + exitCodes(of: .run)
        text += "\nExample:\n" + example(of: .run)
        return text
    }

    private static func introduction(of command: CommandName) -> String {
        switch command {
        case .run:
            """
            Sends the requests of a manifest and writes the results. MANIFEST - is
            standard input. Options go before what the manifest says, for this run alone.
            TIME is 200ms, 1.5s, 2m, 12h, 7d or a number of seconds.
            """
        case .check:
            """
            Reads manifests as a run would, tells every problem with its place, and says
            what would be sent and the least time it takes. Sends nothing.
            """
        case .lanes:
            """
            Lists the lanes, one for each server, on which your runs on this machine keep
            the pace together: the last use, the interval, the time before which the
            server asked not to be asked, and how many requests were sent today. Times are
            UTC. The lanes are kept in RUNNER_STATE_DIR, else in runner in XDG_STATE_HOME,
            else in ~/.local/state/runner.
            """
        case .serve:
            """
            Serves the sample library, a small catalogue of books with a few faults, on
            the loopback interface until it is interrupted. Prints its URL. Each start
            begins with the faults below; to meet them with "api": "openlibrary", set
            RUNNER_OPENLIBRARY_URL to the URL.
            """
        case .schema:
            "Prints the JSON schema of manifests, for editors that check while one types."
        }
    }

    private static func example(of command: CommandName) -> String {
        switch command {
        case .run:
            """
              runner manifests/books.json
              runner manifests/books.json --only gatsby --no-cache --output -

            """
        case .check: "  runner check manifests/books.json\n"
        case .lanes: "  runner lanes --clear openlibrary.org\n"
        case .serve: "  runner serve --port 8080\n"
        case .schema: "  runner schema > manifest.schema.json\n"
        }
    }

    private static func optionLines(of command: CommandName) -> String {
        var text = ""
        for name in OptionName.allCases {
            let spec = name.spec
            guard spec.commands.contains(command) else { continue }
            let letter = spec.letter.map { "-\($0), " } ?? "    "
            let value = spec.placeholder.map { " " + $0 } ?? ""
            text += TextTable.row("  \(letter)\(name.rawValue)\(value)", spec.explanation, column: 30)
        }
        return text
    }

    private static var faultLines: String {
        SampleFaults.all.map { TextTable.row("  \($0.target)", $0.summary, column: 29) }.joined()
    }

    private static func exitCodes(of command: CommandName) -> String {
        var text = "Exit codes:\n"
        for status in ExitStatus.allCases where command.exitStatuses.contains(status) {
            text += TextTable.row("  \(status.rawValue)", status.explanation(for: command), column: 6)
        }
        if command == .run || command == .serve {
            text += "  A signal ends the process by that signal: 129, 130 or 143 in a shell.\n"
        }
        return text
    }
}

extension CommandName {
    /// The codes with which the command can end.
    fileprivate var exitStatuses: Set<ExitStatus> {
        switch self {
        case .run: Set(ExitStatus.allCases)
        case .check: [.success, .usage, .invalidManifest, .unreadableManifest, .configuration]
        case .lanes: [.success, .usage, .ioError, .configuration]
        case .serve: [.usage, .cannotCreate]
        case .schema: [.success, .usage, .ioError]
        }
    }
}

extension ExitStatus {
    /// What the code means after a command.
    fileprivate func explanation(for command: CommandName) -> String {
        switch self {
        case .success:
            switch command {
            case .run: "every request is answered"
            case .check: "every manifest is valid"
            case .lanes, .serve, .schema: "done"
            }
        case .failures: "finished; some requests failed"
        case .usage:
            command == .lanes ? "the command line is wrong, or there is no such lane" : "the command line is wrong"
        case .invalidManifest:
            command == .run
                ? "the manifest is invalid, the journal is damaged, or the results to retry are none"
                : "the manifest is invalid"
        case .unreadableManifest:
            "the manifest can't be read" + (command == .run ? ", or the results to retry" : "")
        case .bug: "a fault of runner itself"
        case .cannotCreate: command == .serve ? "the port can't be opened" : "the output can't be created"
        case .ioError: "reading or writing failed, as on a full disk"
        case .unfinished: "not finished; run it again later"
        case .configuration where command == .lanes: "no variable leads to a folder for the lanes"
        case .configuration: "a secret that the manifest names is missing or empty, or a variable is wrong"
        }
    }
}
