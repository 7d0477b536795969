import BatchRunner
import HTTPPipeline

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lists the lanes that the user's runs share, or frees some.
struct LanesCommand {
    /// The lanes to free; empty to list all.
    let cleared: [String]
    /// The environment.
    let environment: [String: String]

    /// Lists or frees.
    ///
    /// - Returns: The code to exit with.
    func run() -> ExitStatus {
        guard let path = LaneFolder.path(in: environment) else {
            return failed("\(LaneFolder.unnamed)", .configuration)
        }
        do throws(FileError) {
            let folder = try Self.folder(at: path)
            return try cleared.isEmpty ? list(folder) : clear(in: folder)
        } catch {
            return failed("\(error)", .ioError)
        }
    }

    /// The folder; nil where there is none, as before the first run.
    private static func folder(at path: String) throws(FileError) -> LaneFolder? {
        do throws(FileError) {
            return try LaneFolder(at: path, creates: false)
        } catch {
            guard error.code == ENOENT else { throw error }
            return nil
        }
    }

    private func list(_ folder: LaneFolder?) throws(FileError) -> ExitStatus {
        folder?.sweep(at: .current)
        guard let lanes = try folder?.statuses(), !lanes.isEmpty else {
            StandardStream.error.write("runner: no lane was used in the last 24 hours\n")
            return .success
        }
        guard StandardStream.output.write(LaneTable.text(of: lanes)) else {
            return failed("standard output can't be written", .ioError)
        }
        return .success
    }

    private func clear(in folder: LaneFolder?) throws(FileError) -> ExitStatus {
        var status = ExitStatus.success
        for name in cleared {
            let lane = Self.lane(of: name)
            guard try folder?.clear(lane) != true else { continue }
            status = failed("there is no lane '\(lane.name)'; 'runner lanes' lists them", .usage)
        }
        return status
    }

    /// The lane that a person means by its name or by a URL of the server.
    private static func lane(of name: String) -> Lane {
        let url = (try? HTTPURL(name)) ?? (try? HTTPURL("http://\(name)"))
        return url.map(Lane.init(of:)) ?? Lane(name: name)
    }

    private func failed(_ message: String, _ status: ExitStatus) -> ExitStatus {
        StandardStream.error.write(Printable.line("runner: \(message)") + "\n")
        return status
    }
}
