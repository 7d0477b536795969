#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What must hold of a file or folder so that nobody else can have put something into it.
struct FileTrust {
    /// What it must be, as a part of `st_mode`; a link is never trusted.
    let type: mode_t
    /// The users who may own it; nil for any.
    let owners: [uid_t]?
    /// The permissions that nobody may have.
    let writers: mode_t
    /// What to do about a place that is another's.
    var remedy = "remove it"
    /// The end of a sentence that says how to do without the place.
    let wayAround: String

    /// The user who runs the process, and root, who can do anything anyway; for root nobody else.
    static var ownOrRoot: [uid_t] { geteuid() == 0 ? [0] : [0, geteuid()] }

    /// Judges a place.
    ///
    /// - Parameters:
    ///   - path: The path, for the message.
    ///   - status: What the system says of it.
    /// - Throws: ``FileError`` that says what is wrong and what to do about it.
    func check(_ path: String, _ status: stat) throws(FileError) {
        let fault: String
        switch status.st_mode & S_IFMT {
        case S_IFLNK:
            fault = "it is a link: \(remedy)\(wayAround)"
        case let found where found != type:
            fault = "it is no \(type == S_IFDIR ? "folder" : "regular file"): \(remedy)\(wayAround)"
        case _ where owners.map { !$0.contains(status.st_uid) } ?? false:
            fault = "it is another user's: \(remedy)\(wayAround)"
        case _ where status.st_mode & writers != 0:
            fault = "others may write to it: chmod \(writers == S_IWOTH ? "o-w" : "go-w") \(path)"
        default:
            return
        }
        throw FileError("Can't trust", path, because: fault)
    }
}
