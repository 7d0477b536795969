import CCurl

/// A connection as the kernel knows it, looked at just before a request is written to it.
struct Wire {
    /// What lay there to be read.
    enum Waiting {
        case nothing, bytes, end
    }

    private struct Counts {
        var received: UInt64 = 0
        var acknowledged: UInt64 = 0

        init?(of socket: Int32) {
            guard ccurl_socket_counts(socket, &received, &acknowledged) == 1 else { return nil }
        }
    }

    private let socket: Int32
    /// What the kernel had counted; nil where it doesn't tell.
    private let counts: Counts?
    /// What lay there to be read; an error counts as the end.
    let waiting: Waiting

    /// Looks at a connection.
    init(_ socket: Int32) {
        self.socket = socket
        // What comes between the two looks is found by the second.
        counts = Counts(of: socket)
        waiting =
            switch ccurl_socket_waiting(socket) {
            case CCURL_WAITING_NOTHING: .nothing
            case CCURL_WAITING_BYTES: .bytes
            default: .end
            }
    }

    /// Whether bytes that are read now can't be the answer to what was written since the look.
    ///
    /// Either they were there before, in a buffer above the kernel's, or they came before the other side had acknowledged a
    /// single byte: every segment acknowledges what had come before it was sent (RFC 9293 section 3.1).
    var hasNoAnswer: Bool {
        guard let before = counts, let now = Counts(of: socket) else { return false }
        // Zero bytes received, of which some were read, or sent, of which some were answered: nobody counts.
        return now.received > 0 && now.received == before.received
            || now.acknowledged > 0 && now.acknowledged == before.acknowledged
    }
}
