#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
import HTTPPipeline

/// The clock that all processes of one start of the machine share, and that goes on while the machine sleeps.
///
/// It never goes back: of two readings the later counts.
package enum BootClock {
    /// The time since the machine's start; `ContinuousClock` counts the same.
    package static var now: Duration { latest.now }

    private static let latest = LatestReading(reading)

    private static func reading() -> Duration {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC_RAW, &time)
        #endif
        return .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
    }

    /// Which start of the machine it is; empty where that can't be told.
    package static let identifier = readIdentifier()

    private static func readIdentifier() -> String {
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
