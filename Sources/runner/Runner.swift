import BatchRunner

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The command.
@main
enum Runner {
    static func main() async {
        StandardStream.occupyClosed()
        StandardStream.ignoreBrokenPipes()
        StandardStream.ignoreSizeLimits()
        switch await ending() {
        case .status(let status): exit(status.rawValue)
        case .signal(let signal): SignalWatch.die(by: signal)
        }
    }

    private static func ending() async -> Ending {
        let words: [String]
        do throws(UsageError) {
            words = try ProgramWords.read()
        } catch {
            return refusal(error)
        }
        guard words.count > 1 else {
            StandardStream.error.write(HelpText.usage)
            return .status(.usage)
        }
        let environment = ProcessInfo.processInfo.environment
        let command: Command
        do throws(UsageError) {
            command = try CommandLineParser.parse(Array(words.dropFirst()), isThere: { access($0, F_OK) == 0 })
        } catch {
            return refusal(error)
        }
        if command.needsThreads, let fault = MachineLimits.fault {
            StandardStream.error.write("runner: \(fault)\n")
            return .status(.configuration)
        }
        switch command {
        case .run(let options, let console):
            return await RunCommand(options: options, console: console, words: words, environment: environment).run()
        case .check(let manifests):
            return .status(CheckCommand(manifests: manifests, environment: environment).run())
        case .lanes(let cleared):
            return .status(LanesCommand(cleared: cleared, environment: environment).run())
        case .serve(let port):
            return await ServeCommand(port: port).run()
        case .schema:
            return printed(ManifestSchema.text)
        case .help(let topic):
            return printed(HelpText.text(for: topic))
        case .version:
            return printed(HelpText.version)
        }
    }

    private static func refusal(_ error: UsageError) -> Ending {
        StandardStream.error.write(Printable.lines(error.description))
        return .status(.usage)
    }

    /// Prints what the command is asked to print; output that can't be written whole is an error.
    private static func printed(_ text: String) -> Ending {
        if StandardStream.output.write(text) { return .status(.success) }
        StandardStream.error.write("runner: standard output can't be written\n")
        return .status(.ioError)
    }
}
