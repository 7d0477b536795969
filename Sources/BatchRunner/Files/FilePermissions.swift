#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// Whose a file is, and who may do what with it.
package struct FilePermissions: Sendable, Hashable {
    /// The owner.
    package let owner: uid_t
    /// The group.
    package let group: gid_t
    /// The permissions of owner, group and others.
    package let mode: mode_t

    /// Those of a file.
    ///
    /// - Parameter path: The file, links followed; nil comes of none.
    package init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode & 0o777)
    }

    /// Gives them to a file as far as the system lets: file systems of other systems know none, and only root gives files away.
    ///
    /// - Parameter file: A file that is its owner's alone.
    func give(to file: borrowing OpenFile) {
        let unchanged = uid_t.max
        if fchown(file.descriptor, owner, group) != 0 { _ = fchown(file.descriptor, unchanged, group) }
        var status = stat()
        let keepsGroup = fstat(file.descriptor, &status) == 0 && status.st_gid == group
        // What the old group might do is not another's to do.
        let mode = keepsGroup ? mode : mode & 0o707 | (mode & 0o007) << 3
        try? file.setMode(mode)
    }
}
