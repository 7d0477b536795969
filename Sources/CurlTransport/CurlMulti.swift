import CCurl
import Synchronization

/// libcurl's multi handle, which holds the connections.
///
/// Only the worker's thread uses and closes it, but for ``wakeUp()``.
final class CurlMulti: Sendable {
    /// libcurl allows `curl_multi_wakeup` from every thread; all else stays on the worker's.
    nonisolated(unsafe) private let pointer: UnsafeMutableRawPointer
    private let isOpen = Mutex(true)

    init?() {
        guard let pointer = ccurl_multi_make() else { return nil }
        self.pointer = pointer
    }

    deinit {
        close()
    }

    /// Closes the connections and frees the handle; does nothing the second time.
    func close() {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen { ccurl_multi_free(pointer) }
    }

    /// Ends a poll in the worker's thread, or keeps the next one from waiting; does nothing once it is closed.
    func wakeUp() {
        isOpen.withLock { if $0 { _ = ccurl_multi_wakeup(pointer) } }
    }

    func add(_ easy: CurlEasy) -> Bool {
        ccurl_multi_add(pointer, easy.pointer) == CCURLE_OK
    }

    func remove(_ easy: CurlEasy) {
        _ = ccurl_multi_remove(pointer, easy.pointer)
    }

    /// Does what can be done without waiting.
    func perform() -> Bool {
        ccurl_multi_perform(pointer) == CCURLE_OK
    }

    /// The result of the transfer that has ended; nil while it runs.
    func finished() -> Int32? {
        var result: Int32 = 0
        return ccurl_multi_finished(pointer, &result) == 1 ? result : nil
    }

    /// Waits for sockets or a wake-up; returns whether a socket had something, nil when the poll failed.
    func poll(milliseconds: Int32) -> Bool? {
        var active: Int32 = 0
        guard ccurl_multi_poll(pointer, milliseconds, &active) == CCURLE_OK else { return nil }
        return active > 0
    }
}
