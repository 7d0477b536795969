/// What the command line says about messages.
package struct ConsoleOptions: Sendable, Hashable {
    /// A choice between the surroundings' word and the user's.
    package enum When: String, Sendable, Hashable, CaseIterable {
        /// As the surroundings suggest.
        case auto
        /// In any case.
        case always
        /// In no case.
        case never
    }

    /// Whether only errors are told.
    package var isQuiet = false
    /// Whether each attempt and each wait is told.
    package var isVerbose = false
    /// Whether progress is told.
    package var progress = When.auto
    /// Whether colours are used.
    package var color = When.auto

    /// Creates the options of a plain call.
    package init() {}
}
