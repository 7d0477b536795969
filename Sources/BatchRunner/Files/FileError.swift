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
    /// The system's error number.
    package var code: Int32

    /// Creates an error.
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

    /// Whether the device is full or broken, which has nothing to do with the place that was asked for.
    package var isOfDevice: Bool {
        [ENOSPC, EDQUOT, EFBIG, EIO].contains(code)
    }

    /// The system's words for the error: `No space left on device`; `interrupted` for a call that a cancel has ended.
    package var reason: String { isInterrupted ? "interrupted" : String(cString: strerror(code)) }

    /// Whether the task was cancelled while the call waited for someone else.
    package var isInterrupted: Bool { code == ECANCELED }

    /// One sentence: `Can't write output/books.json: No space left on device`.
    package var description: String {
        "\(attempt) \(path): \(reason)"
    }
}
