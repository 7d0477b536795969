package import HTTPPipeline
import Synchronization

/// Writes to the journal that a request is about to be sent, before it is handed to the transport for the first time.
///
/// The loop says which request comes next, and the transport's side when it is handed over to be sent. A request that a
/// kill finds waiting for its pace before that has no note and is asked again. The note comes before the connection is made
/// and before the last look at a lane that is shared, so that a request with one may still not have been sent.
package final class SendNote: Sendable {
    private let log: JournalLog
    private let wallNow: @Sendable () -> WallTime
    private let pending = Mutex<JournalRequest?>(nil)

    /// Creates a note.
    ///
    /// - Parameters:
    ///   - log: The journal.
    ///   - wallNow: Reads the wall clock.
    package init(to log: JournalLog, wallNow: @escaping @Sendable () -> WallTime) {
        self.log = log
        self.wallNow = wallNow
    }

    /// Says which request is asked for next.
    ///
    /// - Parameter request: The request.
    package func expect(_ request: JournalRequest) {
        pending.withLock { $0 = request }
    }

    /// Writes the note, once for each request; that of a request that must not be sent twice is durable on return.
    ///
    /// - Throws: ``FileError`` when the system refuses.
    func write() throws(FileError) {
        let request = pending.withLock { pending in
            defer { pending = nil }
            return pending
        }
        guard let request else { return }
        try log.append { $0.writeSend(request.key, isOnce: request.isOnce, wall: wallNow()) }
        if request.isOnce { try log.sync() }
    }
}
