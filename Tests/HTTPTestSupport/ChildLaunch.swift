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

/// The start of a child: what its standard streams are, and its signals.
struct ChildLaunch: ~Copyable {
    #if canImport(Darwin)
        private var actions: posix_spawn_file_actions_t?
        private var attributes: posix_spawnattr_t?
    #else
        private var actions = posix_spawn_file_actions_t()
        private var attributes = posix_spawnattr_t()
    #endif
    /// The child's ends, which are kept until it has them.
    private var ends: [Descriptor] = []

    init() throws(ChildProcess.Failure) {
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        #if canImport(Darwin)
            posix_spawnattr_setflags(&attributes, Int16(flags | POSIX_SPAWN_CLOEXEC_DEFAULT))
        #else
            posix_spawnattr_setflags(&attributes, Int16(flags))
        #endif
    }

    deinit {
        var (actions, attributes) = (actions, attributes)
        posix_spawn_file_actions_destroy(&actions)
        posix_spawnattr_destroy(&attributes)
    }

    /// Says what a standard stream is; returns what the test reads of it.
    mutating func connect(
        _ number: Int32, to stream: ChildProcess.Stream
    ) throws(ChildProcess.Failure) -> ChildOutput {
        switch stream {
        case .pipe:
            let pipe = try Descriptor.pipe()
            give(number == 0 ? pipe.reading : pipe.writing, as: number)
            return ChildOutput(source: number == 0 ? nil : pipe.reading)
        case .brokenPipe:
            give(try Descriptor.pipe().writing, as: number)
        case .terminal:
            let terminal = try Descriptor.terminal()
            give(terminal.slave, as: number)
            return ChildOutput(source: terminal.master)
        case .closed:
            posix_spawn_file_actions_addclose(&actions, number)
        case .file(let path):
            let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT
            posix_spawn_file_actions_addopen(&actions, number, path, flags, 0o644)
        }
        return ChildOutput(source: nil)
    }

    private mutating func give(_ end: Descriptor, as number: Int32) {
        ends.append(end)
        posix_spawn_file_actions_adddup2(&actions, end.number, number)
    }

    /// Starts the program.
    consuming func start(
        _ words: [String], environment: [String: String], inherits: Bool
    ) throws(ChildProcess.Failure) -> pid_t {
        let own = inherits ? ProcessInfo.processInfo.environment : [:]
        let variables = own.merging(environment) { $1 }.map { "\($0)=\($1)" }
        // Sockets of other tests in this process would count among the child's open files; on Darwin a flag keeps them out.
        #if !canImport(Darwin)
            for number in Int32(3)..<1_024 { posix_spawn_file_actions_addclose(&actions, number) }
        #endif
        var identifier: pid_t = 0
        let code = Self.withStrings(words) { words in
            Self.withStrings(variables) { variables in
                words[0].map { posix_spawnp(&identifier, $0, &actions, &attributes, words, variables) } ?? EINVAL
            }
        }
        guard code == 0 else { throw ChildProcess.Failure("posix_spawn \(words.first ?? "")", code) }
        return identifier
    }

    private static func withStrings<Value>(
        _ strings: [String],
        _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let pointers = strings.map { strdup($0) }
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers + [nil])
    }
}
