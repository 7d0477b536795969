import HTTPTestSupport
import Synchronization

/// Has a server's script wait for the test.
final class Cue: Sendable {
    private let isGiven = Mutex(false)

    /// Lets the steps begin.
    func give() {
        isGiven.withLock { $0 = true }
    }

    /// Steps that are played at the cue, up to the arrival of what they send.
    func steps(_ steps: [ScriptedAnswer.Step]) -> [ScriptedAnswer.Step] {
        [.hold { self.isGiven.withLock(\.self) }] + steps + [.settle]
    }
}
