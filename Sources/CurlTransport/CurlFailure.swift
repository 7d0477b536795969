import CCurl
import HTTPPipeline

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A transfer's failure as libcurl reports it.
struct CurlFailure {
    /// The result of the transfer.
    var result: Int32
    /// libcurl's own words for this one.
    var text: String?
    /// The system's error number; 0 for none.
    var systemError: Int32
    /// Whether a proxy was to be used.
    var usesProxy: Bool
    /// Whether the gate had let the request go.
    var hasDeparted: Bool
    /// Whether the head of the response was complete.
    var hasHead: Bool

    /// What a result means in general.
    static func text(of result: Int32) -> String { String(cString: ccurl_result_text(result)) }

    /// The failure in the pipeline's terms.
    var error: HTTPClientError {
        let (code, message) = meaning
        // libcurl quotes a proxy's variable, in which a password may stand, where it can't read it.
        let words = usesProxy ? text?.prefix { $0 != "'" }.description : text
        var error = HTTPClientError(code, message, cause: words ?? Self.text(of: result))
        error.requestDeparted = hasDeparted
        return error
    }

    private var meaning: (HTTPClientError.Code, String) {
        switch result {
        case CCURLE_COULDNT_RESOLVE_HOST: (.nameLookup, "The host's name could not be resolved.")
        case CCURLE_COULDNT_RESOLVE_PROXY where text?.contains("'") == true: (.invalidRequest, Self.badProxy)
        case CCURLE_COULDNT_RESOLVE_PROXY: (.nameLookup, "The proxy's name could not be resolved.")
        case CCURLE_COULDNT_CONNECT where systemError == ECONNREFUSED:
            (.connectionRefused, "The connection was refused.")
        case CCURLE_COULDNT_CONNECT: (.connectionFailed, "No connection could be made.")
        case CCURLE_PROXY: (.connectionFailed, "The proxy made no connection.")
        case CCURLE_OPERATION_TIMEDOUT: (.timedOut, "A time limit of libcurl passed.")
        case CCURLE_URL_MALFORMAT: (.invalidRequest, "The URL can't be used.")
        case CCURLE_PARTIAL_FILE: (.truncatedBody, "The body ended before its announced end.")
        case CCURLE_GOT_NOTHING: (.connectionClosed, "The server closed the connection without an answer.")
        case CCURLE_SEND_ERROR, CCURLE_SEND_FAIL_REWIND, CCURLE_RECV_ERROR: brokenConnection
        case CCURLE_SSL_CONNECT_ERROR: brokenHandshake
        case CCURLE_UNSUPPORTED_PROTOCOL, CCURLE_WEIRD_SERVER_REPLY:
            hasDeparted
                ? (.malformedResponse, "What came is not an HTTP response.")
                : (.invalidRequest, "The URL can't be used.")
        case CCURLE_TOO_LARGE, CCURLE_OUT_OF_MEMORY:
            // A line beyond libcurl's own limit of 100 KiB ends, before 8.6, as if memory were out.
            hasDeparted && !hasHead
                ? (.tooLarge, "A header line is too long.") : (.transport, "The exchange failed.")
        case CCURLE_PEER_FAILED_VERIFICATION: (.tls, "The server's certificate can't be trusted.")
        case _ where Self.tlsResults.contains(result): (.tls, "The TLS connection could not be made.")
        // A trailer that is no field is told in other ways by other releases.
        case _ where hasDeparted && text?.contains("chunk") == true: brokenChunks
        default: (.transport, "The exchange failed.")
        }
    }

    private static let badProxy =
        "The proxy's address can't be read: look at the variables http_proxy, https_proxy and all_proxy."

    private var brokenChunks: (HTTPClientError.Code, String) {
        (.malformedResponse, "The body's chunked framing is broken.")
    }

    private var brokenConnection: (HTTPClientError.Code, String) {
        guard hasDeparted else {
            // A proxy's refusal is reported as a failure to receive; TLS libraries report a broken handshake so.
            return usesProxy
                ? (.connectionFailed, "The proxy made no connection.")
                : (.connectionReset, "The connection broke before the request was sent.")
        }
        if let text, text.contains("chunk") { return brokenChunks }
        if let text, text.contains("too large") || text.contains("Too large") {
            return (.tooLarge, "The header is too large.")
        }
        return (.connectionReset, "The connection broke.")
    }

    /// A handshake that the network broke may succeed the next time, other than one that the two sides can't agree on.
    private var brokenHandshake: (HTTPClientError.Code, String) {
        let isNetwork = ["SSL_ERROR_SYSCALL", "Connection reset", "unexpected eof", "Broken pipe"]
            .contains { text?.contains($0) ?? false }
        return isNetwork
            ? (.connectionReset, "The connection broke in the TLS handshake.")
            : (.tls, "The TLS connection could not be made.")
    }

    private static let tlsResults: Set<Int32> = [
        CCURLE_SSL_ENGINE_NOTFOUND, CCURLE_SSL_ENGINE_SETFAILED, CCURLE_SSL_CERTPROBLEM, CCURLE_SSL_CIPHER,
        CCURLE_SSL_ENGINE_INITFAILED, CCURLE_SSL_CACERT_BADFILE, CCURLE_SSL_SHUTDOWN_FAILED, CCURLE_SSL_CRL_BADFILE,
        CCURLE_SSL_ISSUER_ERROR, CCURLE_SSL_PINNEDPUBKEYNOTMATCH, CCURLE_SSL_INVALIDCERTSTATUS, CCURLE_SSL_CLIENTCERT,
    ]
}
