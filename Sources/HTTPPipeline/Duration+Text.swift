extension Duration {
    /// The duration rounded up to the second, to tell a wait that must not be cut short.
    package var roundedUpToSecond: Duration {
        let (seconds, attoseconds) = components
        return .seconds(attoseconds > 0 ? seconds + 1 : seconds)
    }

    /// The duration in seconds for a sentence, to the millisecond: `600 s`, `4.25 s`, `0.2 s`.
    package var inSeconds: String {
        let (seconds, attoseconds) = components
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        guard milliseconds > 0 else { return "\(seconds) s" }
        var fraction = String(milliseconds + 1000).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(seconds).\(fraction) s"
    }
}
