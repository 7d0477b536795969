#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
package import HTTPPipeline

/// Which run this is, and on which clock its moments count.
package struct RunIdentity: Sendable {
    /// The version of the runner.
    package static let version = "1.0.0"
    /// The version that servers are told.
    package static let agentVersion = version.split(separator: ".").prefix(2).joined(separator: ".")

    /// Sixteen hexadecimal digits, different for every run.
    package let id: String
    /// When the run began, by the wall clock.
    package let startedAt: WallTime
    /// Which start of the machine the monotonic times count from.
    package let boot: String
    /// The time from the machine's start to the run's.
    package let sinceBoot: Duration

    /// Names a run that begins now.
    package init() {
        var generator = SystemRandomNumberGenerator()
        id = Self.hexadecimal(generator.next())
        startedAt = WallTime.current()
        boot = Self.bootIdentifier()
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        #endif
        sinceBoot = .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// This start as one of a run that began before.
    ///
    /// - Parameters:
    ///   - id: The run's id.
    ///   - startedAt: When its first start began.
    /// - Returns: The run with this start's clock.
    package func resuming(id: String, startedAt: WallTime) -> RunIdentity {
        RunIdentity(id: id, startedAt: startedAt, boot: boot, sinceBoot: sinceBoot)
    }

    private init(id: String, startedAt: WallTime, boot: String, sinceBoot: Duration) {
        self.id = id
        self.startedAt = startedAt
        self.boot = boot
        self.sinceBoot = sinceBoot
    }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }

    private static func bootIdentifier() -> String {
        #if os(Linux)
            guard let file = try? OpenFile("/proc/sys/kernel/random/boot_id", flags: O_RDONLY) else { return "" }
            var buffer: [UInt8] = []
            guard let count = try? file.read(into: &buffer, count: 64) else { return "" }
            return String(decoding: buffer[..<count].prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        #else
            var buffer = [CChar](repeating: 0, count: 64)
            var size = buffer.count
            guard sysctlbyname("kern.bootsessionuuid", &buffer, &size, nil, 0) == 0 else { return "" }
            return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        #endif
    }
}
