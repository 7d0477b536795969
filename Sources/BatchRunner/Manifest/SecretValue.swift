/// A secret that a manifest names; printed, it shows its name alone.
package struct SecretValue: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
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

    /// The placeholder that stands for the secret.
    package var description: String { "${\(name)}" }

    /// The same as ``description``.
    package var debugDescription: String { description }

    /// What `dump` shows: no more than ``description``.
    package var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
}
