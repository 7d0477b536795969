/// One run of a manifest, from reading it to the written results.
package struct Job: Sendable {
    private let options: RunOptions
    private let environment: [String: String]

    /// Creates a job.
    ///
    /// - Parameters:
    ///   - options: What the command line says.
    ///   - environment: The variables that placeholders and proxies are read from.
    package init(options: RunOptions, environment: [String: String]) {
        self.options = options
        self.environment = environment
    }

    /// Runs the job; cancelling the task stops it: waits end at once, a request on the wire has five seconds.
    ///
    /// - Parameter observer: Is told what happens.
    /// - Returns: How the run ended.
    /// - Throws: ``JobError`` when the run can't begin.
    package func run(observer: any RunObserver) async throws(JobError) -> RunReport {
        throw JobError(.bug, "not built")
    }

    /// Ends the request on the wire at once; for the second signal.
    package func abort() {}
}
