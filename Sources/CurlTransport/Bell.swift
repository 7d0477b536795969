import CCurl

/// What the worker's thread waits for while no transfer runs: any thread rings it.
final class Bell: Sendable {
    /// The C functions lock the bell themselves, so the pointer may be used from every thread.
    nonisolated(unsafe) private let pointer: OpaquePointer

    init?() {
        guard let pointer = ccurl_bell_make() else { return nil }
        self.pointer = pointer
    }

    deinit {
        ccurl_bell_free(pointer)
    }

    func ring() {
        ccurl_bell_ring(pointer)
    }

    /// Waits for a ring, at most this many nanoseconds; for ever where they are negative.
    func wait(nanoseconds: Int64 = -1) {
        _ = ccurl_bell_wait(pointer, nanoseconds)
    }
}
