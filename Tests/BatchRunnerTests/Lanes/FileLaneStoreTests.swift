import BatchRunner
import HTTPPipeline
import HTTPTestSupport
import Synchronization
import Testing

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct FileLaneStoreTests {
    private let lane = Lane(name: "openlibrary.org")
    private let terms = LaneTerms(interval: .seconds(2))

    private func withMachine<Result>(_ body: (TestMachine) throws -> Result) throws -> Result {
        try withTemporaryFolder { try body(TestMachine(folder: $0 + "/state/lanes")) }
    }

    private func at(_ seconds: Double) -> Moment {
        Moment(sinceOrigin: .seconds(seconds))
    }

    #if os(Linux)
        /// The files in a folder that this process has open.
        private func openFiles(in folder: String) -> Set<String> {
            let paths = FilePath.names(in: "/proc/self/fd").compactMap {
                try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
            }
            return Set(paths.filter { $0.hasPrefix(folder + "/") })
        }
    #endif

    @Test func `What one run sends, another waits for`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(0.5))
            #expect(other.state(of: lane)?.lastSend == at(0))
            #expect(other.state(of: lane)?.interval == .seconds(2))
            #expect(other.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            machine.clock.advance(by: .seconds(1.5))
            #expect(other.claim(lane, terms: terms) == .granted)
            machine.clock.advance(by: .milliseconds(250))
            other.departed(lane, at: at(2.25))
            #expect(one.claim(lane, terms: terms) == .wait(until: at(4.25), .pace))
            #expect(one.isWhole && other.isWhole)
        }
    }

    @Test func `The slow pace of a run that has ended doesn't bind the next one`() throws {
        try withMachine { machine in
            let (slow, quick) = (machine.store(), machine.store())
            #expect(slow.send(on: lane, LaneTerms(interval: .seconds(3_600)), at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(1))
            #expect(quick.claim(lane, terms: terms) == .wait(until: at(3_600), .pace))
            slow.leave()
            #expect(quick.claim(lane, terms: terms) == .wait(until: at(2), .pace))
        }
    }

    @Test func `A run that ends takes back no interval that another may keep to`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(2))
            #expect(other.send(on: lane, terms, at: at(2)) == .granted)
            one.leave()
            #expect(machine.store().claim(lane, terms: LaneTerms(interval: .zero)) == .wait(until: at(4), .pace))
        }
    }

    @Test func `A quick run that ends leaves the interval of a slow one that is at work`() throws {
        try withMachine { machine in
            let (slow, quick) = (machine.store(), machine.store())
            #expect(slow.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(2))
            let short = LaneTerms(interval: .seconds(0.2))
            #expect(quick.send(on: lane, short, at: at(2)) == .granted)
            quick.leave()
            #expect(machine.store().claim(lane, terms: short) == .wait(until: at(4), .pace))
        }
    }

    @Test func `A run that ends leaves the interval of one that waits for its turn and asks for the same`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(1))
            #expect(other.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            one.leave()
            #expect(machine.store().claim(lane, terms: LaneTerms(interval: .zero)) == .wait(until: at(2), .pace))
        }
    }

    @Test func `A run that asked for the same interval last leaves it to the one that is still at work`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(1))
            #expect(other.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            other.leave()
            #expect(machine.store().claim(lane, terms: LaneTerms(interval: .zero)) == .wait(until: at(2), .pace))
        }
    }

    @Test func `A slow run that ends takes its interval back, though a quick one has sent since`() throws {
        try withMachine { machine in
            let (slow, quick) = (machine.store(), machine.store())
            let short = LaneTerms(interval: .seconds(0.2))
            #expect(slow.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(2))
            #expect(quick.send(on: lane, short, at: at(2)) == .granted)
            #expect(quick.claim(lane, terms: short) == .wait(until: at(4), .pace))
            slow.leave()
            #expect(quick.claim(lane, terms: short) == .wait(until: Moment(sinceOrigin: .milliseconds(2_200)), .pace))
        }
    }

    @Test func `A run that ends while it waits takes back what it asked for last, also where nothing was written`()
        throws
    {
        try withMachine { machine in
            let (slow, quick) = (machine.store(), machine.store())
            let short = LaneTerms(interval: .zero)
            #expect(slow.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(1))
            #expect(slow.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            machine.clock.advance(by: .seconds(1))
            #expect(slow.claim(lane, terms: terms) == .granted)
            slow.release(lane)
            #expect(quick.send(on: lane, short, at: at(2)) == .granted)
            #expect(quick.claim(lane, terms: short) == .wait(until: at(4), .pace))
            slow.leave()
            #expect(quick.claim(lane, terms: short) == .granted)
        }
    }

    @Test func `A claim that is given back costs the lane neither its slot nor a send`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(2))
            #expect(one.claim(lane, terms: terms) == .granted)
            one.release(lane)
            for store in [one, other] {
                #expect(store.state(of: lane)?.lastSend == at(0))
                #expect(store.state(of: lane)?.sendsToday == 1)
            }
            #expect(one.claim(lane, terms: terms) == .granted)
            one.release(lane)
            #expect(other.claim(lane, terms: terms) == .granted)
        }
    }

    @Test func `Lanes don't hold each other up`() throws {
        try withMachine { machine in
            let store = machine.store()
            #expect(store.claim(lane, terms: terms) == .granted)
            #expect(store.claim(Lane(name: "example.org"), terms: terms) == .granted)
        }
    }

    @Test func `While one run writes a head, others ask again in a moment, and nobody is blocked`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.claim(lane, terms: LaneTerms(interval: .zero)) == .granted)
            let busy = LaneClaim.wait(until: at(0.001), .pace)
            #expect(other.claim(lane, terms: LaneTerms(interval: .zero)) == busy)
            #expect(one.claim(lane, terms: LaneTerms(interval: .zero)) == busy)
            one.release(lane)
            #expect(other.claim(lane, terms: LaneTerms(interval: .zero)) == .granted)
        }
    }

    @Test func `Of forty lanes each keeps its state and its claim, and at most sixteen have an open file`() throws {
        try withMachine { machine in
            let (store, other) = (machine.store(), machine.store())
            let lanes = (0..<40).map { Lane(name: "\($0).example.org") }
            #expect(store.claim(lane, terms: terms) == .granted)
            for (number, lane) in lanes.enumerated() {
                #expect(store.send(on: lane, terms, at: at(0)) == .granted)
                store.hold(lane, until: at(10 + Double(number)))
            }
            #if os(Linux)
                #expect(openFiles(in: machine.folder).count == 16)
            #endif
            for (number, lane) in lanes.enumerated() {
                #expect(store.claim(lane, terms: terms) == .wait(until: at(10 + Double(number)), .server))
                #expect(other.claim(lane, terms: terms) == .wait(until: at(10 + Double(number)), .server))
            }
            #expect(other.claim(lane, terms: terms) == .wait(until: at(0.001), .pace), "the lock is held")
            store.departed(lane, at: at(0))
            #expect(other.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            #expect(store.isWhole && other.isWhole)
        }
    }

    #if os(Linux)
        @Test func `The file that is closed is that of the lane unused for longest`() throws {
            try withMachine { machine in
                let store = machine.store()
                let lanes = (0..<16).map { Lane(name: "\($0).example.org") }
                for lane in lanes { #expect(store.send(on: lane, terms, at: at(0)) == .granted) }
                #expect(store.claim(lanes[0], terms: terms) == .wait(until: at(2), .pace))
                #expect(store.claim(lane, terms: terms) == .granted)
                let used = [lane, lanes[0]] + lanes[2...]
                #expect(openFiles(in: machine.folder) == Set(used.map { "\(machine.folder)/\($0.name).lane" }))
            }
        }
    #endif

    @Test func `Only a granted claim holds the lock`() throws {
        try withMachine { machine in
            let store = machine.store()
            let file = try LaneFolder(at: machine.folder, creates: false).file(of: lane, creates: true)
            let isFree = {
                defer { file?.unlock() }
                return (try? file?.tryLock()) == true
            }
            #expect(store.claim(lane, terms: terms) == .granted)
            #expect(!isFree())
            store.departed(lane, at: at(0))
            #expect(isFree())
            _ = store.claim(lane, terms: terms)
            store.hold(lane, until: at(9))
            store.noteTry(lane, at: at(0), keeping: .zero)
            _ = store.state(of: lane)
            #expect(isFree())
        }
    }

    @Test func `A run that ends with the lane in hand leaves it to the others after an interval`() throws {
        try withMachine { machine in
            var dying: FileLaneStore? = machine.store()
            #expect(dying?.claim(lane, terms: terms) == .granted)
            dying = nil
            machine.clock.advance(by: .seconds(1))
            let other = machine.store()
            #expect(other.claim(lane, terms: terms) == .wait(until: at(3), .pace))
            machine.clock.advance(by: .seconds(2))
            #expect(other.claim(lane, terms: terms) == .granted)
        }
    }

    @Test func `A failed connect and a server's word count for the others`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            machine.clock.advance(by: .seconds(1))
            one.noteTry(lane, at: at(0.5), keeping: .zero)
            #expect(other.claim(lane, terms: terms) == .wait(until: at(2.5), .pace))
            one.hold(lane, until: at(60))
            #expect(other.state(of: lane)?.notBefore == at(60))
            #expect(other.claim(lane, terms: terms) == .wait(until: at(60), .server))
        }
    }

    @Test func `A moment from before another run's send doesn't move it back`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            machine.clock.advance(by: .seconds(3))
            other.send(on: lane, terms, at: at(3))
            one.noteTry(lane, at: at(1), keeping: .zero)
            one.hold(lane, until: at(2))
            #expect(one.claim(lane, terms: terms) == .wait(until: at(5), .pace))
        }
    }

    @Test func `What a server told of its interval holds for the runs after, and each knows whose word counts`() throws
    {
        try withMachine { machine in
            let quick = LaneTerms(interval: .milliseconds(100))
            let first = machine.store()
            #expect(first.claim(lane, terms: quick) == .granted)
            #expect(first.departed(lane, at: at(0)) == LaneInterval(.milliseconds(100), by: .run))
            first.slow(lane, to: .seconds(2))
            first.leave()
            let second = machine.store()
            #expect(second.state(of: lane)?.interval == .seconds(2))
            #expect(second.claim(lane, terms: quick) == .wait(until: at(2), .pace))
            machine.clock.advance(by: .seconds(2))
            #expect(second.claim(lane, terms: quick) == .granted)
            #expect(second.departed(lane, at: at(2)) == LaneInterval(.seconds(2), by: .server))
            second.leave()
            machine.clock.advance(by: .milliseconds(57_900))
            #expect(machine.store().state(of: lane)?.interval == .seconds(2))
            machine.clock.advance(by: .milliseconds(100))
            #expect(machine.store().state(of: lane)?.interval == .zero)
        }
    }

    @Test func `The interval of a run that was killed is told as another run's`() throws {
        try withMachine { machine in
            machine.store().send(on: lane, LaneTerms(interval: .milliseconds(350)), at: at(0))
            machine.clock.advance(by: .milliseconds(350))
            let next = machine.store()
            #expect(next.claim(lane, terms: LaneTerms(interval: .zero)) == .granted)
            #expect(
                next.departed(lane, at: machine.clock.moment) == LaneInterval(.milliseconds(350), by: .otherRun))
        }
    }

    @Test func `Of those who are due one has the turn, until its departure or until it gives it back`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            #expect(one.takeTurn(of: lane, overdue: false))
            #expect(one.takeTurn(of: lane, overdue: false), "it has it")
            #expect(!other.takeTurn(of: lane, overdue: false))
            #expect(other.takeTurn(of: Lane(name: "example.org"), overdue: false))
            #expect(one.claim(lane, terms: terms) == .granted)
            one.release(lane)
            #expect(!other.takeTurn(of: lane, overdue: false), "the connection was changed")
            #expect(one.send(on: lane, terms, at: at(0)) == .granted)
            #expect(other.takeTurn(of: lane, overdue: false))
            other.endTurn(of: lane)
            #expect(one.takeTurn(of: lane, overdue: false))
            #expect(one.isWhole && other.isWhole)
        }
    }

    @Test func `The turn of a run that ends is the next one's`() throws {
        try withMachine { machine in
            var dying: FileLaneStore? = machine.store()
            #expect(dying?.takeTurn(of: lane, overdue: false) == true)
            let other = machine.store()
            #expect(!other.takeTurn(of: lane, overdue: false))
            dying = nil
            #expect(other.takeTurn(of: lane, overdue: false))
        }
    }

    @Test func `Who has the turn for too long loses it to one of those who wait, and gives back nothing of theirs`()
        throws
    {
        try withMachine { machine in
            let (stopped, one, other) = (machine.store(), machine.store(), machine.store())
            #expect(stopped.takeTurn(of: lane, overdue: false))
            #expect(!one.takeTurn(of: lane, overdue: false) && !other.takeTurn(of: lane, overdue: false))
            #expect(one.takeTurn(of: lane, overdue: true))
            #expect(!other.takeTurn(of: lane, overdue: true), "it is another's by now, who is not late")
            stopped.endTurn(of: lane)
            #expect(!other.takeTurn(of: lane, overdue: false))
            one.endTurn(of: lane)
            #expect(other.takeTurn(of: lane, overdue: false))
            #expect(!stopped.takeTurn(of: lane, overdue: false))
            #expect(FilePath.names(in: machine.folder).filter { $0.hasSuffix(".turn") } == ["openlibrary.org.turn"])
        }
    }

    @Test func `A lane that is the run's own needs no turn`() throws {
        try withMachine { machine in
            #expect(machine.store(at: nil).takeTurn(of: lane, overdue: false))
            let (one, other) = (machine.store(), machine.store())
            try FileManager.default.createDirectory(
                atPath: machine.folder + "/openlibrary.org.turn", withIntermediateDirectories: true)
            #expect(one.takeTurn(of: lane, overdue: false) && other.takeTurn(of: lane, overdue: false))
            #expect(one.isWhole && other.isWhole, "the pace is kept without a turn")
        }
    }

    @Test func `A folder that is removed while runs work is made again, and they share it again`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            let second = Lane(name: "example.org")
            for lane in [lane, second] { #expect(one.send(on: lane, terms, at: at(0)) == .granted) }
            #expect(other.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            #expect(other.takeTurn(of: second, overdue: false))
            machine.clock.advance(by: .seconds(2))
            try FileManager.default.removeItem(atPath: String(machine.folder.dropLast("/lanes".count)))
            #expect(one.state(of: lane)?.lastSend == nil)
            #expect(one.send(on: lane, terms, at: at(2)) == .granted)
            #expect(other.claim(lane, terms: terms) == .wait(until: at(4), .pace))
            other.hold(second, until: at(60))
            #expect(one.claim(second, terms: terms) == .wait(until: at(60), .server))
            #expect(one.takeTurn(of: second, overdue: false) && !other.takeTurn(of: second, overdue: false))
            #expect(FilePermissions(of: machine.folder)?.mode == 0o700)
            #expect(one.isWhole && other.isWhole && machine.failures.all.isEmpty)
        }
    }

    @Test func `A folder that is moved away is left within a second of use`() throws {
        try withMachine { machine in
            let store = machine.store()
            #expect(store.send(on: lane, terms, at: at(0)) == .granted)
            try FileManager.default.moveItem(atPath: machine.folder, toPath: machine.folder + ".old")
            machine.clock.advance(by: .seconds(2))
            #expect(store.send(on: lane, terms, at: at(2)) == .granted)
            #expect(machine.store().claim(lane, terms: terms) == .wait(until: at(4), .pace))
            #expect(store.isWhole)
        }
    }

    @Test(arguments: [false, true])
    func `A folder in whose place there is something else leaves the run its lanes, and the run says so`(isLink: Bool)
        throws
    {
        try withMachine { machine in
            let store = machine.store()
            for name in ["a.org", "b.org"] { store.send(on: Lane(name: name), terms, at: at(0)) }
            try FileManager.default.moveItem(atPath: machine.folder, toPath: machine.folder + ".old")
            if isLink {
                try FileManager.default.createSymbolicLink(
                    atPath: machine.folder, withDestinationPath: machine.folder + ".old")
            } else {
                try Data().write(to: URL(filePath: machine.folder))
            }
            machine.clock.advance(by: .seconds(2))
            for name in ["a.org", "b.org"] { #expect(store.send(on: Lane(name: name), terms, at: at(2)) == .granted) }
            #expect(!store.isWhole)
            #expect(machine.failures.all.map(\.path) == [machine.folder])
        }
    }

    @Test func `A run that is cancelled waits for a lock no longer than a tenth of a second`() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let machine = TestMachine(folder: folder)
        let holder = machine.store()
        #expect(holder.claim(lane, terms: terms) == .granted)
        let rested = Mutex(Duration.zero)
        let (server, until) = (lane, at(60))
        let store = machine.store(at: folder) { duration in rested.withLock { $0 += duration } }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            store.hold(server, until: until)
        }
        task.cancel()
        await task.value
        #expect(rested.withLock(\.self) == .milliseconds(100))
        #expect(!store.isWhole && machine.failures.all.count == 1, "the server's word is not dropped in silence")
    }

    @Test func `The day's quota is that of all runs, until the day ends`() throws {
        try withMachine { machine in
            let quota = LaneTerms(interval: .zero, quota: 3)
            let (one, other) = (machine.store(), machine.store())
            for store in [one, other, one] { #expect(store.send(on: lane, quota, at: at(0)) == .granted) }
            let midnight = LocalDay(of: machine.clock.wallNow).ends
            let left = midnight.sinceEpoch - machine.clock.wallNow.sinceEpoch
            #expect(other.claim(lane, terms: quota) == .quotaSpent(until: Moment(sinceOrigin: left)))
            #expect(other.state(of: lane)?.sendsToday == 3)
            #expect(other.state(of: lane)?.dayEnds == Moment(sinceOrigin: left))
            machine.clock.advance(by: left)
            #expect(other.state(of: lane)?.sendsToday == 0)
            #expect(other.claim(lane, terms: quota) == .granted)
        }
    }

    @Test(arguments: [-86_400, -3_600, 0, 3_600, 86_400])
    func `The wall clock may be set while the machine runs`(step: Int) throws {
        try withMachine { machine in
            machine.store().send(on: lane, terms, at: at(0))
            machine.clock.shiftWall(by: .seconds(step))
            machine.clock.advance(by: .seconds(0.5))
            let store = machine.store()
            #expect(store.claim(lane, terms: terms) == .wait(until: at(2), .pace))
            machine.clock.advance(by: .seconds(1.5))
            #expect(store.claim(lane, terms: terms) == .granted)
        }
    }

    @Test func `A restart of the machine neither forgets the lane nor stops it`() throws {
        try withMachine { machine in
            let store = machine.store()
            store.send(on: lane, terms, at: at(0))
            store.hold(lane, until: at(600))
            machine.clock.advance(by: .seconds(100))
            let later = machine.restarted()
            let other = later.store()
            #expect(other.state(of: lane) == nil, "only a claim puts it right")
            #expect(other.claim(lane, terms: terms) == .wait(until: at(600), .server))
            #expect(other.state(of: lane)?.notBefore == at(600))
            later.clock.advance(by: .seconds(500))
            #expect(other.claim(lane, terms: terms) == .granted)
        }
    }

    @Test(arguments: ["", "x", "torn", String(repeating: "\0", count: 320), String(repeating: "runner", count: 999)])
    func `A file that makes no sense costs one interval, an empty one nothing`(text: String) throws {
        try withMachine { machine in
            let store = machine.store()
            let path = machine.folder + "/openlibrary.org.lane"
            try Data(text.utf8).write(to: URL(filePath: path))
            #expect(store.state(of: lane)?.lastSend == nil)
            let first = store.claim(lane, terms: terms)
            #expect(first == (text.isEmpty ? .granted : .wait(until: at(2), .pace)))
            machine.clock.advance(by: .seconds(2))
            if !text.isEmpty { #expect(store.claim(lane, terms: terms) == .granted) }
        }
    }

    @Test func `A lane that was cleared is free at once, also for a run that knew it`() throws {
        try withMachine { machine in
            let store = machine.store()
            store.send(on: lane, terms, at: at(0))
            store.hold(lane, until: at(900))
            let folder = try LaneFolder(at: machine.folder, creates: false)
            #expect(try folder.clear(lane))
            #expect(try !folder.clear(lane))
            #expect(store.state(of: lane)?.notBefore == nil)
            #expect(store.send(on: lane, terms, at: at(0)) == .granted)
            #expect(machine.store().claim(lane, terms: terms) == .wait(until: at(2), .pace))
        }
    }

    @Test func `A lane whose file fails is the run's own, and the run says so`() throws {
        try withMachine { machine in
            let store = machine.store()
            try FileManager.default.createDirectory(
                atPath: machine.folder + "/openlibrary.org.lane", withIntermediateDirectories: true)
            #expect(store.isWhole)
            #expect(store.claim(lane, terms: terms) == .granted)
            #expect(store.claim(lane, terms: terms) == .granted)
            store.departed(lane, at: at(0))
            store.hold(lane, until: at(50))
            #expect(store.state(of: lane) == nil)
            #expect(!store.isWhole)
            #expect(store.claim(Lane(name: "example.org"), terms: terms) == .granted)
            #expect(machine.failures.all.map(\.path) == [machine.folder + "/openlibrary.org.lane"])
        }
    }

    @Test(arguments: [nil, "/dev/null/lanes", "/proc/none/lanes"])
    func `Without a folder every lane is the run's own, and the run is told once`(path: String?) throws {
        try withMachine { machine in
            let store = machine.store(at: path)
            #expect(store.isWhole && machine.failures.all.isEmpty, "nothing was asked for")
            for name in ["a.org", "b.org", "a.org"] {
                #expect(store.state(of: Lane(name: name)) == nil)
                #expect(store.send(on: Lane(name: name), terms, at: at(0)) == .granted)
            }
            #expect(!store.isWhole)
            #expect(machine.failures.all.count == 1)
        }
    }

    @Test(arguments: [("db1:81", true), ("db10:81", false), ("openlibrary.org", true), ("library.org", false)])
    func `A lane whose name is a secret is the run's own, with or without its www`(name: String, isSecret: Bool) throws
    {
        try withTemporaryFolder { root in
            let redaction = Redaction(secrets: ["www.openlibrary.org"], hosts: ["db1"])
            let store = FileLaneStore(
                in: ["RUNNER_STATE_DIR": root], timeline: Timeline<ContinuousClock>(), redaction: redaction
            ) { error in Issue.record("\(error)") }
            #expect(store.claim(Lane(name: name), terms: terms) == .granted)
            #expect(store.isWhole == !isSecret)
            #expect(FilePath.names(in: root + "/lanes").isEmpty == isSecret)
        }
    }

    @Test func `Nothing is made on the disk before a lane is asked for`() throws {
        try withMachine { machine in
            let store = machine.store(at: machine.folder)
            #expect(FilePath.kind(of: machine.folder) == nil)
            _ = store.state(of: lane)
            #expect(FilePath.kind(of: machine.folder) != nil)
        }
    }

    @Test func `Who was stopped with the lane in hand holds up another run for two seconds, not for good`() throws {
        try withMachine { machine in
            let (stopped, other) = (machine.store(), machine.store())
            #expect(stopped.claim(lane, terms: terms) == .granted)
            for seconds in [0, 1.999] {
                machine.clock.advance(by: .seconds(seconds))
                #expect(
                    other.claim(lane, terms: terms)
                        == .wait(until: machine.clock.moment.advanced(by: .milliseconds(1)), .pace))
            }
            machine.clock.advance(by: .milliseconds(1))
            #expect(other.claim(lane, terms: terms) == .granted)
            #expect(!other.isWhole && stopped.isWhole)
            #expect(machine.failures.all.map(\.attempt) == ["Can't lock"])
        }
    }

    @Test(arguments: [300, 2_000])
    func `A server's word waits for whoever holds the lock up to two seconds`(milliseconds: Int) throws {
        try withMachine { machine in
            let holder = machine.store()
            #expect(holder.claim(lane, terms: terms) == .granted)
            let rested = Mutex(Duration.zero)
            let lane = lane
            let store = machine.store(at: machine.folder) { duration in
                let sum = rested.withLock {
                    $0 += duration
                    return $0
                }
                if sum == .milliseconds(milliseconds) { holder.release(lane) }
            }
            store.hold(lane, until: at(60))
            #expect(store.isWhole && machine.failures.all.isEmpty)
            #expect(machine.store().claim(lane, terms: terms) == .wait(until: at(60), .server))
            store.noteTry(lane, at: at(0), keeping: .zero)
            #expect(rested.withLock(\.self) == .milliseconds(milliseconds), "nobody waits for a free lock")
        }
    }

    @Test func `A run that ends is held up by a lock for a tenth of a second`() throws {
        try withMachine { machine in
            let rested = Mutex(Duration.zero)
            let store = machine.store(at: machine.folder) { duration in rested.withLock { $0 += duration } }
            #expect(store.send(on: lane, terms, at: at(0)) == .granted)
            machine.clock.advance(by: .seconds(2))
            let holder = machine.store()
            #expect(holder.claim(lane, terms: terms) == .granted)
            store.leave()
            #expect(rested.withLock(\.self) == .milliseconds(100))
            #expect(store.isWhole, "the run is over, and its results have said that the lane was shared")
        }
    }

    @Test func `A server's word that can't be passed on is not dropped in silence`() throws {
        try withMachine { machine in
            let (stopped, other) = (machine.store(), machine.store())
            #expect(stopped.claim(lane, terms: terms) == .granted)
            other.hold(lane, until: at(60))
            #expect(!other.isWhole)
            #expect(machine.failures.all.map(\.attempt) == ["Can't lock"])
        }
    }

    #if os(Linux)
        @Test func `A file system that knows no locks leaves the lane to the run at once, and the run says why`() throws
        {
            try withMachine { machine in
                let store = machine.store()
                #expect(store.send(on: lane, terms, at: at(0)) == .granted)
                let path = machine.folder + "/openlibrary.org.lane"
                // A descriptor that stands for the place alone (O_PATH) takes no lock, as a file of such a file system.
                let place = open(path, 0o10000000)
                for name in FilePath.names(in: "/proc/self/fd") {
                    guard let descriptor = Int32(name), descriptor != place,
                        FilePath.isSameFile("/proc/self/fd/" + name, path)
                    else { continue }
                    dup2(place, descriptor)
                }
                close(place)
                machine.clock.advance(by: .seconds(2))
                #expect(store.claim(lane, terms: terms) == .granted)
                #expect(!store.isWhole)
                #expect(machine.failures.all == [FileError("Can't lock", path, code: EBADF)])
            }
        }
    #endif

    @Test func `Short holds of the lock don't add up to a long one`() throws {
        try withMachine { machine in
            let (one, other) = (machine.store(), machine.store())
            let free = LaneTerms(interval: .zero)
            for _ in 0..<5 {
                #expect(one.claim(lane, terms: free) == .granted)
                #expect(other.claim(lane, terms: free) != .granted)
                machine.clock.advance(by: .seconds(1.5))
                one.departed(lane, at: machine.clock.moment)
                #expect(other.send(on: lane, free, at: machine.clock.moment) == .granted)
            }
            #expect(other.isWhole)
        }
    }

    @Test func `No file is followed, waited for or shared with others to get at a lane`() throws {
        try withMachine { machine in
            let folder = try LaneFolder(at: machine.folder, creates: true)
            let target = machine.folder + "/../target"
            try Data().write(to: URL(filePath: target))
            try FileManager.default.createSymbolicLink(
                atPath: machine.folder + "/link.lane", withDestinationPath: target)
            mkfifo(machine.folder + "/fifo.lane", 0o600)
            try Data().write(to: URL(filePath: machine.folder + "/open.lane"))
            chmod(machine.folder + "/open.lane", 0o666)
            for name in ["link", "fifo", "open"] {
                #expect(throws: FileError.self) { try folder.file(of: Lane(name: name), creates: true) }
            }
            #expect(try Data(contentsOf: URL(filePath: target)).isEmpty)
        }
    }
}
