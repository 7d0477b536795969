import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Synchronization

/// A machine with a test clock, on which runs share the lanes of a folder.
struct TestMachine {
    /// What the runs were told of lanes that are theirs alone.
    final class Failures: Sendable {
        private let errors = Mutex<[FileError]>([])

        var all: [FileError] { errors.withLock(\.self) }

        func note(_ error: FileError) {
            errors.withLock { $0.append(error) }
        }
    }

    let folder: String
    let failures = Failures()
    let clock = SteppingClock(wall: WallTime(year: 2026, month: 11, day: 30, hour: 12))
    private var boot = "a"
    private var origin = Duration.seconds(500)

    /// Another run of the same user, which has opened the folder.
    func store() -> FileLaneStore {
        let store = store(at: folder)
        _ = store.state(of: Lane(name: "opening"))
        return store
    }

    /// Another run, which has touched nothing; where a lock is another's, it rests as given.
    func store(at path: String?, rest: @escaping @Sendable (Duration) -> Void = { _ in }) -> FileLaneStore {
        let (clock, failures) = (clock, failures)
        return FileLaneStore(
            at: path, boot: boot, origin: origin, now: { clock.moment }, wall: { clock.wallNow },
            rest: rest, onFailure: { failures.note($0) })
    }

    /// The machine after it was started anew: its clock since the start has another beginning.
    func restarted() -> TestMachine {
        var machine = self
        machine.boot = "b"
        machine.origin = .zero - clock.moment.sinceOrigin
        return machine
    }

    init(folder: String) {
        self.folder = folder
    }
}

extension FileLaneStore {
    /// Sends at this moment where the lane is free; tells how it went.
    @discardableResult
    func send(on lane: Lane, _ terms: LaneTerms, at moment: Moment) -> LaneClaim {
        let claim = claim(lane, terms: terms)
        if claim == .granted { departed(lane, at: moment) }
        return claim
    }
}
