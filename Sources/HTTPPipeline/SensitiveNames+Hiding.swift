extension SensitiveNames {
    /// Whether a header holds a secret, by this list or by what its name says.
    ///
    /// - Parameter name: The header's name in any case.
    /// - Returns: Whether its value must not be kept.
    package func hides(header name: String) -> Bool {
        headers.contains(name.asciiLowercased) || SecretName.isSecret(header: name)
    }

    /// Whether a query parameter holds a secret, by this list or by what its name says.
    ///
    /// - Parameter name: The decoded name.
    /// - Returns: Whether its value must not be kept.
    package func hides(parameter name: String) -> Bool {
        parameters.contains(name) || SecretName.isSecret(parameter: name)
    }
}
