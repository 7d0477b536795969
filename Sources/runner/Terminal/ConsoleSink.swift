/// Where messages go.
package protocol ConsoleSink: Sendable {
    /// Whether text would be taken at once, so that a redraw holds up nothing.
    var isReady: Bool { get }

    /// Writes text; a sink that can't take it loses it.
    ///
    /// - Parameter text: The text.
    func write(_ text: String)
}
