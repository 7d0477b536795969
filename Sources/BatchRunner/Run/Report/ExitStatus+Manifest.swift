extension ExitStatus {
    /// The code for a manifest that can't be used.
    ///
    /// - Parameter kind: The kind of failure.
    package init(of kind: ManifestError.Kind) {
        switch kind {
        case .unreadable: self = .unreadableManifest
        case .invalid, .changed: self = .invalidManifest
        case .secretMissing: self = .configuration
        case .io: self = .ioError
        case .interrupted: self = .unfinished
        }
    }
}
