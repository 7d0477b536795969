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
    ///   - servesSample: Whether the sample library is started where it is used; a mere plan doesn't need it.
    /// - Throws: ``JobError`` when the mirror's URL is wrong or the sample library can't start.
    init(
        using used: Set<String>, environment: [String: String], servesSample: Bool = true
    ) throws(JobError) {
        var apis: [String: any BookAPI] = [:]
        do throws(HTTPURLError) {
            if used.contains("openlibrary"), let mirror = environment[Self.mirrorVariable], !mirror.isEmpty {
                let url = try HTTPURL(mirror)
                guard url.query == nil else {
                    throw HTTPURLError("a query has no place there, since paths of the library are added to it")
                }
                apis["openlibrary"] = OpenLibraryAPI(name: "openlibrary", baseURL: url, hasRules: true)
            } else {
                apis["openlibrary"] = try OpenLibraryAPI()
            }
        } catch {
            throw JobError(.configuration, "\(Self.mirrorVariable) is not a URL that can be asked: \(error).")
        }
        guard used.contains("sample") else {
            sample = nil
            self.apis = apis
            return
        }
        do throws(SampleServerError) {
            sample = servesSample ? try SampleServer() : nil
        } catch {
            throw JobError(.ioError, "The sample library can't start: \(error)")
        }
        do throws(HTTPURLError) {
            let base = try HTTPURL(sample?.baseURL ?? "http://127.0.0.1")
            apis["sample"] = OpenLibraryAPI(name: "sample", baseURL: base)
        } catch {
            throw JobError(.bug, "The sample library has no address: \(error)")
        }
        self.apis = apis
    }

    /// Where the sample library is served; nil where it isn't.
    var sampleOrigin: Origin? {
        sample.flatMap { _ in apis["sample"]?.baseURL.origin }
    }

    /// Sees that the certificates to trust are there where the manifest asks for more than the sample library.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - environment: The variables.
    /// - Throws: ``JobError`` when they are not.
    func checkCertificates(for manifest: Manifest, in environment: [String: String]) throws(JobError) {
        let isSampleAlone = manifest.urlRequests.isEmpty && manifest.usedAPIs.isSubset(of: ["sample"])
        if !isSampleAlone { try CertificateFile.check(in: environment) }
    }

    /// Stops the sample library.
    func close() {
        sample?.stop()
    }

    private static let mirrorVariable = "RUNNER_OPENLIBRARY_URL"
}
