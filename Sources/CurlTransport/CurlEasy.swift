import CCurl
import HTTPPipeline

/// libcurl's easy handle with the lists and buffers that it points into; used on the worker's thread alone.
final class CurlEasy {
    let pointer: UnsafeMutableRawPointer
    /// The sockets of the connections; those that are kept outlast what is set for one exchange.
    let sockets = OpenSockets()
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerLines: UnsafeMutableRawPointer?
    private var refused: (option: Int32, result: Int32)?

    init?() {
        guard let pointer = ccurl_easy_make() else { return nil }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CCURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CCURL_ERROR_SIZE))
    }

    deinit {
        ccurl_easy_free(pointer)
        ccurl_list_free(headerLines)
        errorText.deallocate()
    }

    /// What libcurl said of the last transfer's failure.
    var failureText: String? {
        errorText.pointee == 0 ? nil : String(cString: errorText)
    }

    /// Forgets everything that was set, so that nothing of one exchange leaks into the next and no callback outlives its context.
    func clear() {
        ccurl_easy_reset(pointer)
    }

    /// Has the connection closed at the end of the exchange that runs on it.
    func closeConnection() {
        set(CCURLOPT_FORBID_REUSE, 1)
    }

    /// Sets everything for one exchange.
    ///
    /// - Parameters:
    ///   - request: What to send.
    ///   - proxy: The proxy; nil for none.
    ///   - userAgent: What the client calls itself where the request doesn't say.
    ///   - certificateFile: The certificates to trust; nil for the system's.
    ///   - connection: Over which connection it goes.
    ///   - context: What the callbacks get.
    /// - Throws: `HTTPClientError` when the request can't be sent as it is, or libcurl refuses a setting.
    func prepare(
        _ request: HTTPRequest,
        proxy: String?,
        userAgent: String,
        certificateFile: String?,
        connection: ConnectionChoice,
        context: UnsafeMutableRawPointer
    ) throws(HTTPClientError) {
        errorText.pointee = 0
        refused = nil
        setRules(proxy: proxy, certificateFile: certificateFile)
        setCallbacks(context)
        if connection != .kept { set(CCURLOPT_FRESH_CONNECT, 1) }
        if connection == .own { set(CCURLOPT_FORBID_REUSE, 1) }
        // Longer than our own limit, so that ours is the one that passes; of a host's many addresses each gets its part of it.
        let connect = request.limits.connect.saturatedNanoseconds / 1_000_000
        set(CCURLOPT_CONNECTTIMEOUT_MS, Int(min(connect, 1_000_000_000)) + 100)
        let url = request.url.serialized
        guard !url.utf8.contains(0) else { throw HTTPClientError(.invalidRequest, "The URL contains a NUL.") }
        set(CCURLOPT_URL, url)
        try setMethod(of: request)
        try setHeaders(of: request, userAgent: userAgent)
        if let refused {
            throw HTTPClientError(
                .transport,
                "libcurl refused option \(refused.option).",
                cause: CurlFailure.text(of: refused.result)
            )
        }
    }

    private func setRules(proxy: String?, certificateFile: String?) {
        set(CCURLOPT_NOSIGNAL, 1)
        set(CCURLOPT_HTTP_VERSION, Int(CCURL_HTTP_VERSION_1_1))
        set(CCURLOPT_FOLLOWLOCATION, 0)
        set(CCURLOPT_NETRC, 0)
        set(CCURLOPT_HTTP09_ALLOWED, 0)
        set(CCURLOPT_PATH_AS_IS, 1)
        set(CCURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        set(CCURLOPT_SSLVERSION, Int(CCURL_SSLVERSION_TLSv1_2))
        set(CCURLOPT_SSL_VERIFYPEER, 1)
        set(CCURLOPT_SSL_VERIFYHOST, 2)
        set(CCURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
        set(CCURLOPT_HEADEROPT, Int(CCURL_HEADER_SEPARATE))
        // 7.80 to 7.84 know only the numeric form, later ones warn of it.
        if !setIfKnown(ccurl_set_string(pointer, CCURLOPT_PROTOCOLS_STR, "http,https"), CCURLOPT_PROTOCOLS_STR) {
            set(CCURLOPT_PROTOCOLS, Int(CCURL_PROTO_HTTP_HTTPS))
        }
        // Without it a cancel waits for a name look-up that doesn't answer; unknown before 7.87.
        _ = setIfKnown(ccurl_set_long(pointer, CCURLOPT_QUICK_EXIT, 1), CCURLOPT_QUICK_EXIT)
        // Both are always set: unset, libcurl reads the environment by itself.
        set(CCURLOPT_PROXY, proxy ?? "")
        set(CCURLOPT_NOPROXY, "")
        if let certificateFile { set(CCURLOPT_CAINFO, certificateFile) }
    }

    private func setCallbacks(_ context: UnsafeMutableRawPointer) {
        note(ccurl_set_pointer(pointer, CCURLOPT_ERRORBUFFER, errorText), CCURLOPT_ERRORBUFFER)
        note(ccurl_set_data_callback(pointer, CCURLOPT_HEADERFUNCTION, curlTookHeader), CCURLOPT_HEADERFUNCTION)
        note(ccurl_set_pointer(pointer, CCURLOPT_HEADERDATA, context), CCURLOPT_HEADERDATA)
        note(ccurl_set_data_callback(pointer, CCURLOPT_WRITEFUNCTION, curlTookBody), CCURLOPT_WRITEFUNCTION)
        note(ccurl_set_pointer(pointer, CCURLOPT_WRITEDATA, context), CCURLOPT_WRITEDATA)
        note(ccurl_set_prereq_callback(pointer, curlIsConnected), CCURLOPT_PREREQFUNCTION)
        note(ccurl_set_pointer(pointer, CCURLOPT_PREREQDATA, context), CCURLOPT_PREREQDATA)
        note(
            ccurl_set_socket_callbacks(pointer, curlOpensSocket, curlClosesSocket), CCURLOPT_OPENSOCKETFUNCTION)
        let opened = Unmanaged.passUnretained(sockets).toOpaque()
        note(ccurl_set_pointer(pointer, CCURLOPT_OPENSOCKETDATA, opened), CCURLOPT_OPENSOCKETDATA)
        note(ccurl_set_pointer(pointer, CCURLOPT_CLOSESOCKETDATA, opened), CCURLOPT_CLOSESOCKETDATA)
        note(ccurl_set_debug_callback(pointer, curlReported), CCURLOPT_DEBUGFUNCTION)
        note(ccurl_set_pointer(pointer, CCURLOPT_DEBUGDATA, context), CCURLOPT_DEBUGDATA)
        set(CCURLOPT_VERBOSE, 1)
    }

    private func setMethod(of request: HTTPRequest) throws(HTTPClientError) {
        let name = request.method.name
        guard HTTPHeaders.isValidName(name), name != "CONNECT" else {
            throw HTTPClientError(.invalidRequest, "\(name.debugDescription) can't be sent as a method.")
        }
        switch (name, request.body) {
        case ("GET", nil):
            set(CCURLOPT_HTTPGET, 1)
        case ("HEAD", nil):
            set(CCURLOPT_NOBODY, 1)
        case ("HEAD", _):
            throw HTTPClientError(.invalidRequest, "A HEAD request can't have a body.")
        case ("POST", nil), ("PUT", nil), ("PATCH", nil):
            // RFC 9110 section 8.6: where the method expects a body, its absence is said by a length of zero.
            setBody([], method: name)
        case (_, let body?):
            setBody(body, method: name)
        default:
            set(CCURLOPT_HTTPGET, 1)
            set(CCURLOPT_CUSTOMREQUEST, name)
        }
    }

    private func setBody(_ body: [UInt8], method: String) {
        set(CCURLOPT_POST, 1)
        note(
            ccurl_set_offset(pointer, CCURLOPT_POSTFIELDSIZE_LARGE, Int64(body.count)),
            CCURLOPT_POSTFIELDSIZE_LARGE
        )
        body.withUnsafeBytes { bytes in
            withUnsafeBytes(of: 0) { empty in
                note(
                    ccurl_set_pointer(pointer, CCURLOPT_COPYPOSTFIELDS, bytes.baseAddress ?? empty.baseAddress),
                    CCURLOPT_COPYPOSTFIELDS
                )
            }
        }
        if method != "POST" { set(CCURLOPT_CUSTOMREQUEST, method) }
    }

    private func setHeaders(of request: HTTPRequest, userAgent: String) throws(HTTPClientError) {
        ccurl_list_free(headerLines)
        headerLines = nil
        var line = HeaderLine()
        for field in request.headers.fields + additions(to: request, userAgent: userAgent) {
            guard try line.set(field, bodySize: request.body?.count) else { continue }
            appendHeader(&line)
        }
        // An empty value takes away what libcurl would add by itself.
        if request.body != nil || request.method.name != "GET" {
            if request.headers["Expect"] == nil {
                line.remove("Expect")
                appendHeader(&line)
            }
            if request.headers["Content-Type"] == nil {
                line.remove("Content-Type")
                appendHeader(&line)
            }
        }
        note(ccurl_set_pointer(pointer, CCURLOPT_HTTPHEADER, headerLines), CCURLOPT_HTTPHEADER)
    }

    /// What is sent besides what the request names.
    private func additions(to request: HTTPRequest, userAgent: String) -> [HTTPHeaders.Field] {
        var fields: [HTTPHeaders.Field] = []
        if request.headers["User-Agent"] == nil { fields.append(.init(name: "User-Agent", value: userAgent)) }
        // A range of a compressed body would be none of the body.
        if request.headers["Accept-Encoding"] == nil, request.headers["Range"] == nil {
            fields.append(.init(name: "Accept-Encoding", value: "gzip, deflate"))
        }
        return fields
    }

    private func appendHeader(_ line: inout HeaderLine) {
        headerLines = line.withCString { ccurl_list_append(headerLines, $0) }
        if headerLines == nil { note(CCURLE_OUT_OF_MEMORY, CCURLOPT_HTTPHEADER) }
    }

    private func set(_ option: Int32, _ value: Int) {
        note(ccurl_set_long(pointer, option, value), option)
    }

    private func set(_ option: Int32, _ value: String) {
        note(ccurl_set_string(pointer, option, value), option)
    }

    private func setIfKnown(_ result: Int32, _ option: Int32) -> Bool {
        if result == CCURLE_UNKNOWN_OPTION { return false }
        note(result, option)
        return true
    }

    private func note(_ result: Int32, _ option: Int32) {
        if result != CCURLE_OK, refused == nil { refused = (option, result) }
    }
}
