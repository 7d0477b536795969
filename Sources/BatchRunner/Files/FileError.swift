#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A failed call to the file system.
package struct FileError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was tried, as the beginning of a sentence: `Can't write`.
    package var attempt: String
    /// The file or folder.
    package var path: String
    /// The system's error number; zero where the system refused nothing.
    package var code: Int32
    /// What is wrong where the system refused nothing.
    private var fault: String?

    /// Creates an error of the system.
    ///
    /// - Parameters:
    ///   - attempt: What was tried, as the beginning of a sentence.
    ///   - path: The file or folder.
    ///   - code: The system's error number.
    package init(_ attempt: String, _ path: String, code: Int32 = errno) {
        self.attempt = attempt
        self.path = path
        self.code = code
    }

    /// Creates an error of a place that the system would let us use.
    ///
    /// - Parameters:
    ///   - attempt: What was to be done, as the beginning of a sentence.
    ///   - path: The file or folder.
    ///   - fault: What is wrong with it and what to do about it, as the end of the sentence.
    package init(_ attempt: String, _ path: String, because fault: String) {
        self.attempt = attempt
        self.path = path
        self.fault = fault
        code = 0
    }

    /// Creates the error of a file whose lock another opening of it holds.
    ///
    /// - Parameter path: The file.
    init(heldByAnother path: String) {
        self.init(
            "Can't lock", path,
            because: "another run is working with it; nothing was asked, run it again when that one has ended")
        code = EWOULDBLOCK
    }

    /// Creates the error of a file that is another one each time its name is looked up.
    ///
    /// - Parameters:
    ///   - attempt: What was to be done, as the beginning of a sentence.
    ///   - path: The file.
    init(_ attempt: String, unsteady path: String) {
        self.init(
            attempt, path,
            because:
                "\(OpenFile.mostTries) times another file had its name at once: name a place on a file system whose "
                + "inode numbers stay the same")
    }

    /// Whether the device is full or broken, which has nothing to do with the place that was asked for.
    package var isOfDevice: Bool {
        [ENOSPC, EDQUOT, EFBIG, EIO].contains(code)
    }

    /// Whether another run holds the lock of the file.
    package var isOfHolder: Bool { code == EWOULDBLOCK }

    /// The system's words for the error: `No space left on device`; `interrupted` for a call that a cancel has ended; our own where
    /// the system refused nothing.
    package var reason: String { fault ?? (isInterrupted ? "interrupted" : String(cString: strerror(code))) }

    /// Whether the task was cancelled while the call waited for someone else.
    package var isInterrupted: Bool { code == ECANCELED }

    /// One sentence: `Can't write output/books.json: No space left on device`.
    package var description: String {
        "\(attempt) \(path): \(reason)"
    }
}
