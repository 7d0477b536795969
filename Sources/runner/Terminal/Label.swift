/// The word in front of a message.
enum Label: String {
    /// Something is wrong.
    case error
    /// Something should be known.
    case warning

    /// The word with its colon.
    ///
    /// - Parameter isColored: Whether it is red or yellow, and bold.
    /// - Returns: The text to print.
    func text(isColored: Bool) -> String {
        guard isColored else { return "\(rawValue):" }
        let color = self == .error ? 31 : 33
        return "\u{1B}[1;\(color)m\(rawValue):\u{1B}[0m"
    }
}
