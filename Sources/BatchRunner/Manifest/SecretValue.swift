/// A secret that a manifest names.
package struct SecretValue: Sendable, Hashable {
    /// The name as the manifest writes it within `${…}`: `env:TOKEN`, `file:token.txt`.
    package let name: String
    /// The value; never print it.
    package let value: String

    /// Creates a secret.
    ///
    /// - Parameters:
    ///   - name: The name within `${…}`.
    ///   - value: The value.
    package init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}
