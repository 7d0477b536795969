#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// Paths as text, and the few questions about them that the runner asks of the file system.
package enum FilePath {
    /// The folder that a path lies in; `.` for a bare name.
    ///
    /// - Parameter path: The path.
    /// - Returns: The folder's path.
    package static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The last part of a path.
    ///
    /// - Parameter path: The path.
    /// - Returns: The name.
    package static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// A path in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - path: A path relative to it, or an absolute one, which stands as it is.
    /// - Returns: The joined path.
    package static func join(_ folder: String, _ path: String) -> String {
        if path.hasPrefix("/") || folder == "." { return path }
        return folder.hasSuffix("/") ? folder + path : folder + "/" + path
    }

    /// A path without `.`, and without `..` where a folder stands before it.
    ///
    /// It names the same file only where no folder on the way is a link, so it serves to compare and to show.
    ///
    /// - Parameter path: The path.
    /// - Returns: The shorter path.
    package static func simplified(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }

    /// The way from a folder to a file, which stays the same when both are moved together.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - folder: The folder's path.
    /// - Returns: The relative path, with the links of both folders followed.
    package static func way(to path: String, from folder: String) -> String {
        let parts = real(Self.folder(of: path)).split(separator: "/") + [Substring(name(of: path))]
        let start = real(folder).split(separator: "/")
        let common = zip(parts, start).prefix { $0 == $1 }.count
        return (start.dropFirst(common).map { _ in ".." } + parts.dropFirst(common)).joined(separator: "/")
    }

    /// The one path of a folder, whatever links lead to it.
    ///
    /// - Parameter folder: A path of the folder, which need not be there.
    /// - Returns: The absolute path, with the links followed of all that is there.
    package static func real(_ folder: String) -> String {
        if let path = realpath(folder, nil) {
            defer { free(path) }
            return legible(path)
        }
        let path = absolute(folder)
        // A path that is not absolute even now leads nowhere, since the working directory is gone.
        return path == "/" || !path.hasPrefix("/") ? path : join(real(Self.folder(of: path)), name(of: path))
    }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return simplified(path) }
        defer { free(folder) }
        return simplified(legible(folder) + "/" + path)
    }

    /// A path of the system's as text; a byte that is no UTF-8 is written as `\xFF`, so that two paths stay two.
    private static func legible(_ path: UnsafePointer<CChar>) -> String {
        if let text = String(validatingCString: path) { return text }
        let bytes = UnsafeBufferPointer(start: path, count: strlen(path)).map { UInt8(bitPattern: $0) }
        let parts = bytes.map { byte in
            byte < 0x80 ? [byte] : Array("\\x".utf8) + Hexadecimal.digits(of: byte)
        }
        return String(decoding: parts.joined(), as: UTF8.self)
    }

    /// Sees that a relative path leads somewhere.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - attempt: What is to be done there, as the beginning of a sentence.
    /// - Throws: ``FileError`` when the working directory is gone.
    static func requireWorkingFolder(of path: String, to attempt: String) throws(FileError) {
        guard !path.hasPrefix("/") else { return }
        let folder = getcwd(nil, 0)
        defer { free(folder) }
        guard folder != nil || errno != ENOENT else {
            throw FileError(attempt, path, because: "the working directory was removed: go to one that is there")
        }
    }

    /// A path as a person would write it: ``simplified(_:)`` where that names the same file, else as it is.
    ///
    /// - Parameter path: The path of a file that exists.
    /// - Returns: The path to show.
    package static func shown(_ path: String) -> String {
        let simple = simplified(path)
        return isSameFile(path, simple) ? simple : path
    }

    /// Whether two paths lead to one file, links followed.
    ///
    /// - Parameters:
    ///   - path: A path.
    ///   - other: Another path.
    /// - Returns: Whether both exist and are the same file.
    package static func isSameFile(_ path: String, _ other: String) -> Bool {
        var (file, otherFile) = (stat(), stat())
        guard stat(path, &file) == 0, stat(other, &otherFile) == 0 else { return false }
        return file.st_dev == otherFile.st_dev && file.st_ino == otherFile.st_ino
    }

    /// The folder for files that are gone with the process.
    package static var temporaryFolder: String {
        guard let folder = getenv("TMPDIR").flatMap({ String(validatingCString: $0) }), !folder.isEmpty else {
            return "/tmp"
        }
        return folder
    }

    /// A name cut at its last dot: `books` and `.json`.
    ///
    /// - Parameter name: The name.
    /// - Returns: The stem, and the extension with its dot or nothing.
    package static func split(_ name: String) -> (stem: String, ending: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// Makes a folder and those above it, so that they outlive a power cut where the system lets their parents be synced.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - mode: The permissions of the folders that are made, before the umask.
    /// - Throws: ``FileError`` when one can't be made, or something else stands in its place.
    package static func makeFolder(_ path: String, mode: mode_t = 0o777) throws(FileError) {
        if mkdir(path, mode) == 0 {
            try? syncFolder(folder(of: path))
            return
        }
        let code = errno
        if code == EEXIST || code == EISDIR {
            guard kind(of: path) == .folder else { throw FileError("Can't make the folder", path, code: ENOTDIR) }
            return
        }
        let above = folder(of: path)
        guard code == ENOENT, above != path else { throw FileError("Can't make the folder", path, code: code) }
        try makeFolder(above, mode: mode)
        // The error may be the same although the folder above is there, as in /proc.
        guard mkdir(path, mode) == 0 || errno == EEXIST else { throw FileError("Can't make the folder", path) }
        try? syncFolder(above)
    }

    /// What stands at a path.
    package enum Kind: Sendable {
        /// A regular file.
        case file
        /// A folder.
        case folder
        /// A device, a FIFO or a socket.
        case stream
    }

    /// What stands at a path, links followed.
    ///
    /// - Parameter path: The path.
    /// - Returns: What it is; nil for nothing.
    package static func kind(of path: String) -> Kind? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file
        case S_IFDIR: return .folder
        default: return .stream
        }
    }

    /// Follows symbolic links to the file that they stand for, which need not exist.
    ///
    /// - Parameter path: The path.
    /// - Returns: The path of the file itself.
    /// - Throws: ``FileError`` when the links form a loop, lead to a name that is no UTF-8, or are another user's trap.
    package static func resolvingLinks(_ path: String) throws(FileError) -> String {
        let attempt = "Can't follow the link"
        var path = path
        for _ in 0..<40 {
            var buffer = [CChar](repeating: 0, count: 4_096)
            let count = readlink(path, &buffer, buffer.count)
            guard count >= 0 else { return path }
            guard let target = String(validating: buffer[..<count], as: UTF8.self) else {
                throw FileError(
                    attempt, path, because: "it leads to a name that is not UTF-8: give that file another name")
            }
            guard !isTrap(path) else {
                throw FileError(attempt, path, because: "another user has put it where anyone may put one: remove it")
            }
            path = join(folder(of: path), target)
        }
        throw FileError(attempt, path, code: ELOOP)
    }

    /// Whether a link in a folder like `/tmp` is neither ours nor its folder's owner's; Linux follows none of them where it guards such
    /// folders (proc_sys_fs(5), protected_symlinks).
    private static func isTrap(_ link: String) -> Bool {
        var (status, above) = (stat(), stat())
        guard lstat(link, &status) == 0, stat(folder(of: link), &above) == 0 else { return false }
        return above.st_mode & (S_ISVTX | S_IWOTH) == S_ISVTX | S_IWOTH && status.st_uid != geteuid()
            && status.st_uid != above.st_uid
    }

    /// The names of what lies in a folder.
    ///
    /// - Parameter path: The folder.
    /// - Returns: The names; none where the folder can't be read.
    package static func names(in path: String) -> [String] {
        guard let folder = try? OpenFile(path, flags: O_RDONLY | O_DIRECTORY) else { return [] }
        return (try? folder.names()) ?? []
    }

    /// Removes a file; one that isn't there is fine.
    ///
    /// - Parameter path: The path.
    /// - Returns: Whether it was there and is removed.
    @discardableResult
    package static func remove(_ path: String) -> Bool {
        unlink(path) == 0
    }

    /// Forces the entries of a folder to the disk, so that a rename in it outlives a power cut, where that can be done.
    ///
    /// - Parameter path: The folder.
    /// - Throws: ``FileError`` when the system refuses.
    package static func syncFolder(_ path: String) throws(FileError) {
        let folder: OpenFile
        do throws(FileError) {
            folder = try OpenFile(path, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            // A folder that may be written to but not read can't be synced.
            guard error.code == EACCES else { throw error }
            return
        }
        try folder.sync()
    }
}
