extension ManifestSchema {
    /// The schema with the APIs that this program knows.
    package static var text: String { text(apis: APIRegistry.names) }
}
