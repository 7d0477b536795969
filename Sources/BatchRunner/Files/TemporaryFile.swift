import HTTPPipeline

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Files that have a name only until they are complete or open, and what killed processes leave of them.
package enum TemporaryFile {
    private static let beginning = ".runner-"
    private static let ending = ".tmp"

    /// The path of one; its length doesn't depend on the name of another file.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - tag: A ``RandomTag``.
    /// - Returns: The path.
    static func path(in folder: String, tag: String) -> String {
        FilePath.join(folder, beginning + tag + ending)
    }

    /// Removes those that killed processes left in a folder.
    ///
    /// A file that is being written is locked by its writer, and one of another user is not ours: both stay. One that is to lose its
    /// name at once has no lock, and its user doesn't mind who takes the name from it.
    ///
    /// - Parameter folder: The folder.
    package static func removeStale(in folder: String) {
        for name in FilePath.names(in: folder) where name.hasPrefix(beginning) && name.hasSuffix(ending) {
            let tag = name.dropFirst(beginning.count).dropLast(ending.count)
            guard tag.utf8.count == 16, tag.utf8.allSatisfy({ Hexadecimal.value(of: $0) != nil }) else { continue }
            let path = FilePath.join(folder, name)
            // Once the file has become the target, its lock is free and its name may be that of another file in use.
            guard let file = try? OpenFile(path, flags: O_WRONLY | O_NOFOLLOW | O_NONBLOCK), file.isOwnRegularFile,
                (try? file.tryLock()) == true, file.stands(at: path)
            else { continue }
            FilePath.remove(path)
        }
    }
}
