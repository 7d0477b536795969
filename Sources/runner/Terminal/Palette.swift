import BatchRunner

/// The colours of what a person looks for first; the word stays, so that nothing is told by a colour alone.
package struct Palette: Sendable, Hashable {
    private let isColored: Bool

    /// No colours.
    package static let plain = Palette(isColored: false)

    /// Creates a palette.
    ///
    /// - Parameter isColored: Whether there are colours.
    package init(isColored: Bool) {
        self.isColored = isColored
    }

    /// An outcome's text in the outcome's colour.
    func paint(_ text: String, as outcome: Outcome) -> String {
        switch outcome {
        case .ok: paint(text, 32)
        case .notFound: paint(text, 36)
        case .failed: paint(text, 31)
        case .deferred, .skipped: paintWait(text)
        }
    }

    /// What is waited for, or put off.
    func paintWait(_ text: String) -> String { paint(text, 33) }

    private func paint(_ text: String, _ color: Int) -> String {
        isColored ? "\u{1B}[\(color)m\(text)\u{1B}[0m" : text
    }
}
