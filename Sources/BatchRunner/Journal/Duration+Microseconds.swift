extension Duration {
    /// The duration cut to whole microseconds.
    var microseconds: Int {
        let (seconds, attoseconds) = components
        return Int(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)
    }
}
