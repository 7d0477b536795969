import BatchRunner
import HTTPPipeline
import HTTPTestSupport

/// A machine with a test clock, on which runs share the lanes of a folder.
struct TestMachine {
    let folder: String
    let clock = SteppingClock(wall: WallTime(year: 2026, month: 11, day: 30, hour: 12))
    private var boot = "a"
    private var origin = Duration.seconds(500)

    /// Another run of the same user.
    func store() throws -> FileLaneStore {
        let clock = clock
        return FileLaneStore(
            in: try LaneFolder(at: folder, creates: true), boot: boot, origin: origin, now: { clock.moment },
            wall: { clock.wallNow })
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
