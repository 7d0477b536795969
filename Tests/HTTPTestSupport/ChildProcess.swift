import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program that runs beside a test; it is killed when the test lets go of it.
package final class ChildProcess: Sendable {
    /// What a standard stream of the child is.
    package enum Stream: Sendable {
        /// A pipe that the test reads.
        case pipe
        /// A pseudo terminal that the test reads.
        case terminal
        /// A pipe whose reader has left.
        case brokenPipe
        /// No descriptor at all.
        case closed
        /// A file.
        case file(String)
        /// The null device.
        package static let null = Stream.file("/dev/null")
    }

    /// How a child ended.
    package enum Ending: Sendable, Hashable {
        /// With an exit code.
        case exited(Int32)
        /// By a signal.
        case signalled(Int32)
    }

    /// What a child left.
    package struct Result: Sendable {
        /// How it ended.
        package var ending: Ending
        /// When that was seen.
        package var ended: ContinuousClock.Instant
        /// How long the machine held up the thread that waited for it, which is no time of the child's.
        package var heldUp: Duration
        /// What it wrote to standard output.
        package var output: String
        /// What it wrote to standard error.
        package var error: String
    }

    /// What the system refused, or what took too long.
    package struct Failure: Error, CustomStringConvertible {
        /// The reason, for people.
        package let description: String

        init(_ call: String, _ code: Int32) {
            description = "\(call): \(String(cString: strerror(code)))"
        }

        init(_ description: String) {
            self.description = description
        }
    }

    private struct State {
        var ending: Ending?
        var output: ChildOutput
        var error: ChildOutput

        var text: String { output.text + error.text }
    }

    /// What no child takes that isn't stuck, however busy the machine.
    package static let hung = Duration.seconds(240)

    /// The child's process id.
    package let identifier: Int32
    private let state: Mutex<State>
    /// Where a runner that is started keeps what its runs share, so that no two tests pace each other.
    private let stateFolder: String

    /// Starts a program with every signal at its default, and standard input at its end unless said otherwise.
    ///
    /// - Parameters:
    ///   - words: The program, looked for on the PATH, and its arguments.
    ///   - environment: Variables to set; `RUNNER_STATE_DIR` is a folder of the child's own where nothing else is said.
    ///   - inheritsEnvironment: Whether the test's own variables are set too.
    ///   - directory: The working directory; nil for the test's own.
    ///   - input: Standard input.
    ///   - output: Standard output.
    ///   - error: Standard error.
    /// - Throws: ``Failure`` when the system refuses.
    package init(
        _ words: [String],
        environment: [String: String] = [:],
        inheritsEnvironment: Bool = true,
        directory: String? = nil,
        input: Stream = .null,
        output: Stream = .pipe,
        error: Stream = .pipe
    ) throws(Failure) {
        var launch = try ChildLaunch()
        let captures = [
            try launch.connect(0, to: input), try launch.connect(1, to: output), try launch.connect(2, to: error),
        ]
        // A shell changes the directory, since posix_spawn can't portably.
        let prefix = directory.map { ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\"", $0] } ?? []
        stateFolder = FileManager.default.temporaryDirectory.appending(path: "runner-state-\(UUID().uuidString)").path
        let variables = ["RUNNER_STATE_DIR": stateFolder].merging(environment) { $1 }
        identifier = try launch.start(prefix + words, environment: variables, inherits: inheritsEnvironment)
        state = Mutex(State(output: captures[1], error: captures[2]))
    }

    deinit {
        kill()
        try? FileManager.default.removeItem(atPath: stateFolder)
    }

    /// Sends the child a signal.
    ///
    /// - Parameter signal: The signal.
    package func send(_ signal: Int32) {
        // The id of a child that was waited for may be another process's.
        state.withLock { if $0.ending == nil { _ = systemKill(identifier, signal) } }
    }

    /// Kills the child where it still runs.
    package func kill() {
        state.withLock { state in
            guard state.ending == nil else { return }
            _ = systemKill(identifier, SIGKILL)
            state.ending = Self.ending(of: identifier, options: 0)
        }
    }

    /// Waits, on a thread of its own, until the child has written a text to standard output or standard error.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - limit: How long to wait for it.
    /// - Throws: ``Failure`` when it does not come.
    package func waitForText(_ text: String, within limit: Duration = hung) async throws {
        try await onOwnThread { child in
            let deadline = ContinuousClock.now + limit
            while true {
                let (hasCome, isOver, all) = child.state.withLock { state in
                    let isOver = !child.gather(&state, within: 5) && state.ending != nil
                    return (state.output.text.contains(text) || state.error.text.contains(text), isOver, state.text)
                }
                if hasCome { return }
                guard !isOver, .now < deadline else { throw Failure("\(text) did not come; \(all)") }
            }
        }
    }

    /// Waits, on a thread of its own, for the end of the child, and kills it where it takes too long.
    ///
    /// - Parameter limit: How long to wait for it.
    /// - Returns: What it left.
    /// - Throws: ``Failure`` when it does not end.
    package func finish(within limit: Duration = hung) async throws -> Result {
        try await onOwnThread { child in
            var lateness = Lateness(of: .milliseconds(10))
            let deadline = ContinuousClock.now + limit
            while true {
                let (result, all) = child.state.withLock { state in
                    while child.gather(&state, within: 2) { lateness.note() }
                    lateness.note()
                    let result = state.ending.map { ending in
                        Result(
                            ending: ending, ended: .now, heldUp: lateness.total, output: state.output.text,
                            error: state.error.text)
                    }
                    return (result, state.text)
                }
                if let result { return result }
                guard .now < deadline else {
                    child.kill()
                    throw Failure("the child did not end; \(all)")
                }
            }
        }
    }

    /// Runs a body that waits on a thread that nothing else needs, so that tests neither hold up one another nor the waits.
    private func onOwnThread<Value: Sendable>(
        _ body: @escaping @Sendable (ChildProcess) throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "child").async { @Sendable in
                continuation.resume(with: Swift.Result { try body(self) })
            }
        }
    }

    /// Waits, on this thread, until it has printed a line.
    ///
    /// - Returns: The line without its end; nil at the end of the output.
    package func readLine() -> String? {
        state.withLock { state in
            while true {
                if let line = state.output.takeLine() { return line }
                guard gather(&state, within: 20) || state.ending == nil else { return state.output.takeRest() }
            }
        }
    }

    /// Waits, on this thread, for its end.
    ///
    /// - Returns: Its exit code, or 128 and the number of the signal that ended it.
    package func waitForExit() -> Int {
        state.withLock { state in
            while state.ending == nil { _ = gather(&state, within: 20) }
            switch state.ending {
            case .exited(let code): return Int(code)
            case .signalled(let signal): return 128 + Int(signal)
            case nil: return -1
            }
        }
    }

    /// Whether a program is on the PATH and runs.
    ///
    /// - Parameter words: The program with arguments that make it end at once.
    /// - Returns: Whether it ended with 0.
    package static func succeeds(_ words: [String]) -> Bool {
        (try? ChildProcess(words))?.waitForExit() == 0
    }

    /// Takes what the child wrote, and notes its end; tells whether something came.
    private func gather(_ state: inout State, within milliseconds: Int32) -> Bool {
        // The end is looked for first, so that nothing written before it is missed.
        if state.ending == nil { state.ending = Self.ending(of: identifier, options: WNOHANG) }
        let wait = state.ending == nil ? milliseconds : 0
        return ChildOutput.gather(&state.output, &state.error, within: wait)
    }

    private static func ending(of identifier: pid_t, options: Int32) -> Ending? {
        var status: Int32 = 0
        guard waitpid(identifier, &status, options) == identifier else { return nil }
        // The status word is laid out alike on Linux and Darwin: the signal in the low seven bits, else the code above.
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }
}

private func systemKill(_ identifier: pid_t, _ signal: Int32) -> Int32 {
    kill(identifier, signal)
}
