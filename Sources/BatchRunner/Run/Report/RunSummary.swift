package import HTTPPipeline

/// The counts and times of a run.
package struct RunSummary: Sendable {
    /// How many requests the run is about.
    package var requests = 0
    /// How many ended in each way.
    package var outcomes: [Outcome: Int] = [:]
    /// How many answers came from each source.
    package var sources: [AnswerSource: Int] = [:]
    /// How many requests repeat another one and took its answer.
    package var duplicates = 0
    /// How many requests reached the wire.
    package var sends = 0
    /// How many attempts were repeats.
    package var retries = 0
    /// How many attempts were hops of a redirect.
    package var redirects = 0
    /// The sum of the requests' times.
    package var times = RequestTimes()

    /// Creates the summary of a run in which nothing happened.
    package init() {}

    /// How many requests ended in one way.
    ///
    /// - Parameter outcome: The way.
    package subscript(outcome: Outcome) -> Int { outcomes[outcome, default: 0] }

    /// How many answers came from one source.
    ///
    /// - Parameter source: The source.
    package subscript(source: AnswerSource) -> Int { sources[source, default: 0] }
}
