import Books
import HTTPPipeline
import SampleLibrary

/// The book APIs of a run, and the sample library where the manifest asks for it.
struct APIRegistry: Sendable {
    /// The names that a manifest may use.
    static let names = ["openlibrary", "sample"]

    /// The APIs by their names.
    let apis: [String: any BookAPI]
    private let sample: SampleServer?

    /// Makes the APIs that a run needs.
    ///
    /// - Parameters:
    ///   - used: The names that the manifest uses.
    ///   - environment: `RUNNER_OPENLIBRARY_URL` may name a mirror of Open Library.
    /// - Throws: ``JobError`` when the mirror's URL is wrong or the sample library can't start.
    init(using used: Set<String>, environment: [String: String]) throws(JobError) {
        var apis: [String: any BookAPI] = [:]
        do throws(HTTPURLError) {
            let mirror = environment[Self.mirrorVariable].flatMap { $0.isEmpty ? nil : $0 }
            let base = try HTTPURL(mirror ?? "https://openlibrary.org")
            apis["openlibrary"] = OpenLibraryAPI(name: "openlibrary", baseURL: base)
        } catch {
            throw JobError(.configuration, "\(Self.mirrorVariable) is not a URL that can be asked: \(error).")
        }
        guard used.contains("sample") else {
            sample = nil
            self.apis = apis
            return
        }
        let server: SampleServer
        do throws(SampleServerError) {
            server = try SampleServer()
        } catch {
            throw JobError(.ioError, "The sample library can't start: \(error)")
        }
        do throws(HTTPURLError) {
            apis["sample"] = OpenLibraryAPI(name: "sample", baseURL: try HTTPURL(server.baseURL))
        } catch {
            throw JobError(.bug, "The sample library has no address: \(error)")
        }
        sample = server
        self.apis = apis
    }

    /// Stops the sample library.
    func close() {
        sample?.stop()
    }

    private static let mirrorVariable = "RUNNER_OPENLIBRARY_URL"
}
