import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The open file of a lane: its record, and the lock under which it changes; or that of its turn, which is a lock alone.
package final class LaneFile: Sendable {
    /// What a file says.
    package enum Content: Sendable, Hashable {
        /// Nothing: it was just made.
        case nothing
        /// Nothing that can be understood.
        case unknown
        /// A record.
        case record(LaneRecord)
    }

    /// What was read or written last, so that bytes that nobody changed are not read as text again.
    private struct Known {
        var bytes: [UInt8]
        var record: LaneRecord
    }

    private let file: OpenFile
    private let known = Mutex<Known?>(nil)

    /// Takes an open file over.
    ///
    /// - Parameter file: The file.
    init(_ file: consuming OpenFile) {
        self.file = file
    }

    /// Takes the lock where nobody has it; the kernel frees it when the holder ends, in whatever way.
    ///
    /// - Returns: Whether it is taken.
    /// - Throws: ``FileError`` when the file can't be locked, whoever has it.
    package func tryLock() throws(FileError) -> Bool {
        try file.tryLock()
    }

    /// A holder is waited for this long, whatever happens: it has the lock only while a head is written.
    package static let leastPatience = Duration.milliseconds(100)

    /// Takes the lock, and waits for a holder; not for longer than ``leastPatience`` once the task is cancelled.
    ///
    /// - Parameters:
    ///   - patience: How long to wait.
    ///   - rest: Rests between two tries.
    /// - Returns: Whether it is taken.
    /// - Throws: ``FileError`` when the file can't be locked, whoever has it.
    package func lock(
        within patience: Duration = leastPatience, rest: (Duration) -> Void = LaneFile.rest
    ) throws(FileError) -> Bool {
        let pause = Duration.milliseconds(1)
        var left = patience
        while try !tryLock() {
            guard left > .zero, patience - left < Self.leastPatience || !Task.isCancelled else { return false }
            rest(pause)
            left -= pause
        }
        return true
    }

    /// Puts the thread to sleep.
    ///
    /// - Parameter duration: How long.
    package static func rest(_ duration: Duration) {
        usleep(useconds_t(duration.boundedNanoseconds / 1_000))
    }

    /// The error of a lock that another process never gives back.
    package var isHeld: FileError { FileError("Can't lock", file.path, code: EWOULDBLOCK) }

    /// Gives the lock back.
    package func unlock() {
        file.unlock()
    }

    /// Whether the file still has its name; one that was removed is nobody's lane any more.
    package var isLinked: Bool {
        var status = stat()
        return fstat(file.descriptor, &status) == 0 && status.st_nlink > 0
    }

    /// Reads the file.
    ///
    /// - Returns: What it says.
    package func read() -> Content {
        guard let bytes = try? file.read(at: 0, count: LaneRecord.size + 1) else { return .unknown }
        if bytes.isEmpty { return .nothing }
        return known.withLock { known in
            if let known, known.bytes == bytes { return .record(known.record) }
            known = LaneRecord(bytes).map { Known(bytes: bytes, record: $0) }
            return known.map { .record($0.record) } ?? .unknown
        }
    }

    /// Empties the file, which may be longer than a record.
    package func clear() {
        try? file.truncate(to: 0)
    }

    /// Writes a record in place of the former one.
    ///
    /// It is not forced to the disk: after a power cut the machine starts anew, which takes longer than an interval.
    ///
    /// - Parameter record: The record.
    /// - Throws: ``FileError`` when the system refuses.
    package func write(_ record: LaneRecord) throws(FileError) {
        let bytes = record.bytes
        try file.write(bytes, at: 0)
        known.withLock { $0 = Known(bytes: bytes, record: record) }
    }
}

extension LaneFile.Content {
    /// The record to go by under the lock.
    ///
    /// - Parameter time: The present time.
    /// - Returns: The record; of an unknown content one that makes everybody wait an interval.
    func record(at time: LaneTime) -> LaneRecord {
        switch self {
        case .nothing: LaneRecord(unusedAt: time)
        case .unknown: .unknown(at: time)
        case .record(let record): record
        }
    }
}
