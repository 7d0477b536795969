#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The file with the certificates to trust that the environment names.
enum CertificateFile {
    /// Refuses a file that can't be read, which the transport would only tell as a failure of every connection.
    ///
    /// - Parameter environment: The variables.
    /// - Throws: ``JobError`` of status 78 when there is no such file, or it can't be read.
    static func check(in environment: [String: String]) throws(JobError) {
        let names = ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]
        guard let name = names.first(where: { environment[$0]?.isEmpty == false }), let path = environment[name] else {
            return
        }
        let fault: String
        switch FilePath.kind(of: path) {
        case .file, .stream:
            guard access(path, R_OK) != 0 else { return }
            fault = String(cString: strerror(errno))
        case .folder: fault = "it is a folder where a file of certificates is due"
        case nil: fault = "there is no such file"
        }
        throw JobError(
            .configuration, "\(name) names the certificates to trust, \(path): \(fault). Mend the variable or unset it."
        )
    }
}
