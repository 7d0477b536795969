extension String {
    /// The beginning of a text; of a character made of many scalars it may take a part.
    ///
    /// - Parameter count: How many scalars it has at most.
    /// - Returns: The beginning.
    func cut(to count: Int) -> String {
        String(String.UnicodeScalarView(unicodeScalars.prefix(count)))
    }
}
