import Dispatch
import Synchronization

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The journal's file: lines are appended with one write each, and made durable by a helper while the run goes on.
///
/// A line that was appended outlives the process at once. It outlives a power cut when it is synced, which happens on
/// ``syncSoon()``, and is begun within a tenth of a second of the append. After a failed write or sync nothing more is
/// written: what the kernel dropped can't be told from what it kept.
package final class JournalLog: Sendable {
    private struct State {
        var record = JournalRecord()
        var line: [UInt8] = []
        var checksum: UInt32
        var length: Int
        var durable: Int
        var failure: FileError?
        var isSyncDue = false
        /// The folders that must be synced with the file, since names in them may be new.
        var unsyncedFolders: [String] = []
    }

    private let file: OpenFile
    private let state: Mutex<State>
    /// Held during a sync, so that one that failed is never followed by another that seems to succeed.
    private let syncing = Mutex(())
    private let queue = DispatchQueue(label: "journal", qos: .userInitiated)
    private let isDurable: Bool
    /// How long a line may wait for its sync; less than the tenth of a second by what a timer is late.
    private static let syncDelay = DispatchTimeInterval.milliseconds(80)

    /// What a sync makes to outlive a power cut.
    package enum Durability: Sendable, Hashable {
        /// Nothing: only this process has use for the file.
        case none
        /// The content.
        case content
        /// The content, and the file's new name in its folder, and whatever folders are new.
        case contentAndName(in: [String])
    }

    /// Takes over a file that is open for appending and reading.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - length: How long it is.
    ///   - checksum: The checksum of its last line, or what stands for it at the beginning of a run.
    ///   - durability: What a sync makes durable.
    package init(_ file: consuming OpenFile, length: Int, checksum: UInt32, durability: Durability) {
        self.file = file
        isDurable = durability != .none
        var state = State(checksum: checksum, length: length, durable: length)
        if case .contentAndName(let folders) = durability { state.unsyncedFolders = folders }
        self.state = Mutex(state)
    }

    /// The file's name in messages.
    package var path: String { file.path }

    /// How many bytes the journal has.
    package var length: Int { state.withLock(\.length) }

    /// How many of them outlive a power cut.
    package var durableLength: Int { state.withLock(\.durable) }

    /// Gives the lock of the file back, for another opening of it to go on with.
    package func unlock() {
        file.unlock()
    }

    /// Sees that nothing was refused so far.
    ///
    /// - Throws: ``FileError`` when the system has refused a write or a sync.
    package func check() throws(FileError) {
        if let failure = state.withLock(\.failure) { throw failure }
    }

    /// Appends a record.
    ///
    /// - Parameter write: Writes the record.
    /// - Returns: The offset of its line.
    /// - Throws: ``FileError`` when the system refuses, or has refused before.
    @discardableResult
    package func append(_ write: (inout JournalRecord) -> Void) throws(FileError) -> Int {
        let (offset, schedules) = try state.withLock { state throws(FileError) in
            if let failure = state.failure { throw failure }
            write(&state.record)
            state.line.removeAll(keepingCapacity: true)
            state.line.append(contentsOf: state.record.bytes)
            let checksum = JournalTail.complete(&state.line, synced: state.durable, previous: state.checksum)
            do throws(FileError) {
                try file.write(state.line)
            } catch {
                // A line that was begun would be taken for a torn one; where it can't be cut off, that is what happens.
                _ = ftruncate(file.descriptor, off_t(state.length))
                state.failure = error
                throw error
            }
            let offset = state.length
            state.checksum = checksum
            state.length += state.line.count
            let schedules = isDurable && !state.isSyncDue
            if schedules { state.isSyncDue = true }
            return (offset, schedules)
        }
        if schedules { queue.asyncAfter(deadline: .now() + Self.syncDelay, execute: syncWork()) }
        return offset
    }

    /// Makes what was appended durable as soon as the helper comes to it.
    package func syncSoon() {
        guard isDurable, state.withLock({ $0.durable < $0.length }) else { return }
        queue.async(execute: syncWork())
    }

    /// Makes what was appended durable before it returns.
    ///
    /// - Throws: ``FileError`` when the system refuses, or has refused before.
    package func sync() throws(FileError) {
        guard isDurable else { return }
        try syncing.withLock { _ throws(FileError) in
            let (length, durable, folders) = try state.withLock { state throws(FileError) in
                if let failure = state.failure { throw failure }
                state.isSyncDue = false
                return (state.length, state.durable, state.unsyncedFolders)
            }
            guard durable < length else { return }
            do throws(FileError) {
                try file.syncData()
                for folder in folders { try FilePath.syncFolder(folder) }
            } catch {
                state.withLock { $0.failure = error }
                throw error
            }
            state.withLock { state in
                state.durable = length
                state.unsyncedFolders = []
            }
        }
    }

    /// Reads bytes from a place.
    ///
    /// - Parameters:
    ///   - offset: The offset from the beginning.
    ///   - count: How many bytes to read at the most.
    /// - Returns: The bytes; none at the end.
    /// - Throws: ``FileError`` when the system refuses.
    package func read(at offset: Int, count: Int) throws(FileError) -> [UInt8] {
        try file.read(at: offset, count: count)
    }

    // Built here so that it inherits no isolation from where it is asked for.
    private func syncWork() -> DispatchWorkItem {
        DispatchWorkItem { @Sendable [self] in
            // The next append tells of a failure.
            try? sync()
        }
    }
}
