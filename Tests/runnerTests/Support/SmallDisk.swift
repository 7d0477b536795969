import HTTPTestSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A small file system in memory, mounted over a folder; it takes root on Linux.
struct SmallDisk {
    private let path: String

    /// Whether this machine allows it.
    static let isAvailable =
        geteuid() == 0 && ChildProcess.succeeds(["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"])

    init(at path: String, kibibytes: Int) throws {
        self.path = path
        try Self.require(["mkdir", "-p", path])
        try Self.require(["mount", "-t", "tmpfs", "-o", "size=\(kibibytes)k", "none", path])
    }

    /// Changes its size.
    func resize(kibibytes: Int) throws {
        try Self.require(["mount", "-o", "remount,size=\(kibibytes)k", path])
    }

    func unmount() {
        _ = ChildProcess.succeeds(["umount", "-l", path])
    }

    private static func require(_ words: [String]) throws {
        guard ChildProcess.succeeds(words) else { throw Refused(words: words) }
    }

    /// The system refused a command.
    struct Refused: Error {
        var words: [String]
    }
}
