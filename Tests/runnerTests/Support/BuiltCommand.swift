import HTTPTestSupport

/// The built command, which lies beside the test bundle.
enum BuiltCommand {
    /// Its path.
    static let path: String = {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let folders = bundle.split(separator: "/", omittingEmptySubsequences: false)
        let depth = folders.firstIndex { $0.hasSuffix(".xctest") } ?? folders.endIndex - 1
        return (folders[..<depth] + ["runner"]).joined(separator: "/")
    }()

    /// The words before a program that is to run before all others, where the system allows it: what is timed must not
    /// depend on what else the machine does.
    static let urgent = ChildProcess.succeeds(["chrt", "-f", "1", "true"]) ? ["chrt", "-f", "1"] : []

    /// The words before a program of which many run, so that they leave the machine to the tests that measure times.
    static let patient = ["nice", "-n", "5"]

    /// Starts it with no environment but the given one.
    static func start(
        _ arguments: [String],
        environment: [String: String] = [:],
        directory: String? = nil,
        input: ChildProcess.Stream = .null,
        output: ChildProcess.Stream = .pipe,
        error: ChildProcess.Stream = .pipe,
        isUrgent: Bool = false
    ) throws -> ChildProcess {
        try ChildProcess(
            (isUrgent ? urgent : []) + [path] + arguments, environment: environment, inheritsEnvironment: false,
            directory: directory,
            input: input, output: output, error: error)
    }

    /// Starts it and waits for its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        directory: String? = nil,
        input: ChildProcess.Stream = .null,
        output: ChildProcess.Stream = .pipe,
        error: ChildProcess.Stream = .pipe
    ) async throws -> ChildProcess.Result {
        try await start(
            arguments, environment: environment, directory: directory, input: input, output: output, error: error
        ).finish()
    }
}
