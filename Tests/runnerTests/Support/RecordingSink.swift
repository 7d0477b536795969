import Synchronization
import runner

/// A sink that keeps what it is given.
final class RecordingSink: ConsoleSink {
    private let texts = Mutex<[String]>([])
    let isReady: Bool

    init(isReady: Bool = true) {
        self.isReady = isReady
    }

    /// All that was written.
    var text: String { texts.withLock { $0.joined() } }

    func write(_ text: String) {
        texts.withLock { $0.append(text) }
    }
}
