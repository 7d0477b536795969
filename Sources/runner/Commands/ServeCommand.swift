import BatchRunner

/// Serves the sample library until a signal comes.
struct ServeCommand {
    /// The port; 0 for any free one.
    let port: Int

    /// Serves.
    ///
    /// - Returns: How the process ends.
    func run() async -> Ending {
        let signals = SignalWatch()
        let (stream, continuation) = AsyncStream.makeStream(of: TerminationSignal.self)
        signals.listen { signal, _ in continuation.yield(signal) }
        StandardStream.output.write("http://127.0.0.1:\(port)\n")
        for await signal in stream { return .signal(signal) }
        return .status(.success)
    }
}
