extension Duration {
    /// The duration cut to whole microseconds.
    var wholeMicroseconds: Int { wholeUnits(perSecond: 1_000_000) }

    /// The duration cut to whole nanoseconds.
    var wholeNanoseconds: Int { wholeUnits(perSecond: 1_000_000_000) }

    /// The duration cut to whole units, at most as many as eighteen digits tell: a journal's reader takes no more.
    private func wholeUnits(perSecond: Int64) -> Int {
        let limit = Duration.seconds(1_000_000_000_000_000_000 / perSecond - 1)
        let (seconds, attoseconds) = min(max(self, .zero - limit), limit).components
        return Int(seconds * perSecond + attoseconds / (1_000_000_000_000_000_000 / perSecond))
    }
}
