#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A program started for a test; it is killed when the test lets go of it.
struct ChildProcess: ~Copyable {
    /// What a standard stream of the child is.
    enum Stream: Sendable {
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
        static let null = Stream.file("/dev/null")
    }

    /// How a child ended.
    enum Ending: Sendable, Hashable {
        case exited(Int32)
        case signalled(Int32)
    }

    /// What a child left.
    struct Result: Sendable {
        var ending: Ending
        var output: String
        var error: String
    }

    /// What the system refused, or what took too long.
    struct Failure: Error, CustomStringConvertible {
        let description: String

        init(_ call: String, _ code: Int32) {
            description = "\(call): \(String(cString: strerror(code)))"
        }

        init(_ description: String) {
            self.description = description
        }
    }

    private let identifier: pid_t
    private var ending: Ending?
    private var output: Capture
    private var error: Capture

    /// The built command, which lies beside the test bundle.
    static var runner: String {
        let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
        let folders = bundle.split(separator: "/", omittingEmptySubsequences: false)
        let depth = folders.firstIndex { $0.hasSuffix(".xctest") } ?? folders.endIndex - 1
        return (folders[..<depth] + ["runner"]).joined(separator: "/")
    }

    /// Starts a program with every signal at its default, and standard input at its end unless said otherwise.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - program: The program's path.
    ///   - environment: The whole environment.
    ///   - directory: The working directory; nil for the test's own.
    ///   - input: Standard input.
    ///   - output: Standard output.
    ///   - error: Standard error.
    /// - Throws: ``Failure`` when the system refuses.
    init(
        _ arguments: [String],
        program: String = ChildProcess.runner,
        environment: [String: String] = [:],
        directory: String? = nil,
        input: Stream = .null,
        output: Stream = .pipe,
        error: Stream = .pipe
    ) throws {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

        var ends: [Descriptor] = []
        var captures: [Capture] = []
        for (number, stream) in zip(Int32(0)..., [input, output, error]) {
            var capture = Capture(source: nil)
            switch stream {
            case .pipe:
                let pipe = try Descriptor.pipe()
                ends.append(number == 0 ? pipe.reading : pipe.writing)
                capture = Capture(source: number == 0 ? nil : pipe.reading)
                posix_spawn_file_actions_adddup2(&actions, ends[ends.count - 1].number, number)
            case .brokenPipe:
                ends.append(try Descriptor.pipe().writing)
                posix_spawn_file_actions_adddup2(&actions, ends[ends.count - 1].number, number)
            case .terminal:
                let terminal = try Descriptor.terminal()
                ends.append(terminal.slave)
                capture = Capture(source: terminal.master)
                posix_spawn_file_actions_adddup2(&actions, terminal.slave.number, number)
            case .closed:
                posix_spawn_file_actions_addclose(&actions, number)
            case .file(let path):
                let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT
                posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o644)
            }
            captures.append(capture)
        }
        var words = [program] + arguments
        // A shell changes the directory, since posix_spawn can't portably.
        if let directory { words = ["/bin/sh", "-c", "cd -- \"$0\" && exec \"$@\"", directory] + words }
        let path = words[0]
        identifier = try Self.withStrings(words) { words in
            try Self.withStrings(environment.map { "\($0)=\($1)" }) { variables in
                var identifier: pid_t = 0
                let code = posix_spawn(&identifier, path, &actions, &attributes, words, variables)
                guard code == 0 else { throw Failure("posix_spawn \(path)", code) }
                return identifier
            }
        }
        self.output = captures[1]
        self.error = captures[2]
        withExtendedLifetime(ends) {}
    }

    deinit {
        guard ending == nil else { return }
        kill(identifier, SIGKILL)
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
    }

    /// Sends the child a signal.
    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits until the child has written a text to standard output or standard error.
    mutating func waitForText(_ text: String, within limit: Duration = .seconds(20)) throws {
        let deadline = ContinuousClock.now + limit
        while !output.text.contains(text), !error.text.contains(text) {
            guard .now < deadline else { throw Failure("\(text) did not come; \(output.text)\(error.text)") }
            let isOpen = gather(within: 10)
            guard isOpen || output.text.contains(text) || error.text.contains(text) else {
                throw Failure("the child ended without \(text); \(output.text)\(error.text)")
            }
        }
    }

    /// Waits for the end of the child, and kills it where it takes too long.
    mutating func finish(within limit: Duration = .seconds(20)) throws -> Result {
        let deadline = ContinuousClock.now + limit
        while ending == nil {
            guard .now < deadline else { throw Failure("the child did not end; \(output.text)\(error.text)") }
            if !gather(within: 5) { _ = poll(nil, 0, 2) }
            reap()
        }
        while gather(within: 0), .now < deadline {}
        return Result(ending: ending ?? .exited(-1), output: output.text, error: error.text)
    }

    /// Starts a program and waits for its end.
    static func run(
        _ arguments: [String],
        environment: [String: String] = [:],
        input: Stream = .null,
        output: Stream = .pipe,
        error: Stream = .pipe
    ) throws -> Result {
        var child = try ChildProcess(arguments, environment: environment, input: input, output: output, error: error)
        return try child.finish()
    }

    /// Takes what the child wrote; tells whether more can come.
    private mutating func gather(within milliseconds: Int32) -> Bool {
        let outputIsOpen = output.gather(within: error.isOpen ? milliseconds / 2 : milliseconds)
        let errorIsOpen = error.gather(within: outputIsOpen ? milliseconds / 2 : milliseconds)
        return outputIsOpen || errorIsOpen
    }

    private mutating func reap() {
        var status: Int32 = 0
        guard waitpid(identifier, &status, WNOHANG) == identifier else { return }
        // The status word is laid out alike on Linux and Darwin: the signal in the low seven bits, else the code above.
        let signal = status & 0x7F
        ending = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    private static func withStrings<Value>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) throws -> Value
    ) rethrows -> Value {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return try body(pointers + [nil])
    }
}

/// What came out of a stream so far.
private struct Capture {
    private var source: Descriptor?
    private var bytes: [UInt8] = []

    init(source: Descriptor?) {
        self.source = source
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    var isOpen: Bool { source != nil }

    /// Takes what is there; tells whether more can come.
    mutating func gather(within milliseconds: Int32) -> Bool {
        guard let source else { return false }
        guard let available = source.available(within: milliseconds) else {
            self.source = nil
            return false
        }
        bytes += available
        // An empty answer after the child's end means that another process holds the stream: it is not waited for.
        return !available.isEmpty || milliseconds > 0
    }
}
