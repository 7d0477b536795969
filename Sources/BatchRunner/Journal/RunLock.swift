#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif
package import HTTPPipeline
import JSONText

/// The right to a run's output, held until the last reference is let go or the process ends, however it ends.
///
/// It is the kernel's lock on a file that is never removed. What the file says of its holder is for people; nothing is
/// decided by it, so a file left by a crash or a process id used again blocks nobody.
package final class RunLock: Sendable {
    private let file: OpenFile

    private init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Takes a lock, if nobody holds it.
    ///
    /// - Parameters:
    ///   - path: The file, which is made where it isn't there.
    ///   - now: The present time.
    /// - Returns: The lock; nil where someone holds it.
    /// - Throws: ``FileError`` when the file can't be made or locked.
    package static func taken(at path: String, now: WallTime) throws(FileError) -> RunLock? {
        for _ in 0..<OpenFile.mostTries {
            let file = try OpenFile(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW)
            guard file.isRegular else {
                throw FileError("Can't lock", path, because: "it is no regular file: remove it")
            }
            guard try file.tryLock() else { return nil }
            // Someone may have removed the file between its opening and the lock, and another run may hold the one that is there.
            guard file.stands(at: path) else { continue }
            let isOwn = file.isOwnAndOnlyHere
            let lock = RunLock(file)
            // Nothing is written into a file that someone may have put there because it is another's.
            if isOwn { try lock.sign(at: now) }
            return lock
        }
        throw FileError("Can't lock", unsteady: path)
    }

    /// Who holds a lock, for people: `pid 4711 on host db1 since 2026-11-30T01:00:00Z`.
    ///
    /// - Parameter path: The file.
    /// - Returns: The words; nil where the file says nothing.
    package static func holder(at path: String) -> String? {
        guard let file = try? OpenFile(path, flags: O_RDONLY | O_NOFOLLOW),
            let bytes = try? file.read(at: 0, count: 4_096), let text = try? JSONValue(parsing: bytes),
            let pid = text["pid"]?.int, let host = text["host"]?.text, let since = text["since"]?.text
        else { return nil }
        return "pid \(pid) on host \(host) since \(since)"
    }

    private func sign(at now: WallTime) throws(FileError) {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("pid")
        writer.value(Int(getpid()))
        writer.key("host")
        writer.value(String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        writer.key("since")
        writer.value(now.rfc3339(fractionDigits: 0))
        writer.endObject()
        // The umask may have taken from the owner what later starts need.
        try? file.setMode(0o600)
        // The text of the holder before goes first, so that no mixture of two can be read.
        try file.truncate(to: 0)
        try file.write(writer.bytes + [UInt8(ascii: "\n")])
    }
}
