import BatchRunner
import SampleLibrary

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
        let server: SampleServer
        do throws(SampleServerError) {
            server = try SampleServer(port: port)
        } catch {
            StandardStream.error.write("runner: the sample library can't start: \(error)\n")
            return .status(.cannotCreate)
        }
        defer { server.stop() }
        StandardStream.output.write("\(server.baseURL)\n")
        for await signal in stream { return .signal(signal) }
        return .status(.success)
    }
}
