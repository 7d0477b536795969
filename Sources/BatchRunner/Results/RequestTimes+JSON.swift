package import JSONText

extension RequestTimes {
    /// Writes the times as members of the open object, total first.
    ///
    /// - Parameter writer: Where to write.
    package func write(to writer: inout JSONWriter) {
        let members = [
            ("totalMs", total), ("cacheMs", cache), ("paceMs", pace), ("serverMs", server), ("backoffMs", backoff),
            ("networkMs", network), ("otherMs", other),
        ]
        for (key, value) in members {
            writer.key(key)
            writer.milliseconds(value)
        }
    }
}
