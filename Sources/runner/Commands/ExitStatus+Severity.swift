package import BatchRunner

extension ExitStatus {
    /// From the worst to the best.
    private static let bySeverity: [ExitStatus] = [
        .bug, .ioError, .cannotCreate, .usage, .unreadableManifest, .invalidManifest, .configuration, .unfinished,
        .failures, .success,
    ]

    /// The worse of two codes.
    ///
    /// - Parameter other: The other code.
    /// - Returns: The code to exit with where both apply.
    package func orWorse(_ other: ExitStatus) -> ExitStatus {
        Self.bySeverity.first { $0 == self || $0 == other } ?? self
    }
}
