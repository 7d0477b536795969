import BatchRunner
import HTTPPipeline
import HTTPTestSupport
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

@Suite struct LaneFolderTests {
    private let terms = LaneTerms(interval: .seconds(2))

    private func setModified(_ path: String, _ time: WallTime) throws {
        let date = Date(timeIntervalSince1970: Double(time.sinceEpoch.components.seconds))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }

    @Test(
        arguments: [
            (["RUNNER_STATE_DIR": "/s", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/s/lanes"),
            (["RUNNER_STATE_DIR": "", "XDG_STATE_HOME": "/x", "HOME": "/h"], "/x/runner/lanes"),
            (["RUNNER_STATE_DIR": "s"], "s/lanes"),
            (["XDG_STATE_HOME": "relative", "HOME": "/h"], "/h/.local/state/runner/lanes"),
            (["XDG_STATE_HOME": "", "HOME": "/h"], "/h/.local/state/runner/lanes"),
            (["HOME": ""], nil), ([:], nil),
        ] as [([String: String], String?)])
    func `The environment names the folder`(environment: [String: String], path: String?) {
        #expect(LaneFolder.path(in: environment) == path)
    }

    @Test func `Folders and files are their owner's alone`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/a/b/lanes")
            _ = machine.store().claim(Lane(name: "example.org"), terms: terms)
            for folder in ["/a", "/a/b", "/a/b/lanes"] { #expect(FilePermissions(of: root + folder)?.mode == 0o700) }
            #expect(FilePermissions(of: root + "/a/b/lanes/example.org.lane")?.mode == 0o600)
        }
    }

    @Test(arguments: [mode_t(0o770), 0o707, 0o777])
    func `A folder that others may write to is refused`(mode: mode_t) throws {
        try withTemporaryFolder { root in
            _ = try LaneFolder(at: root + "/lanes", creates: true)
            chmod(root + "/lanes", mode)
            let error = #expect(throws: FileError.self) { try LaneFolder(at: root + "/lanes", creates: true) }
            #expect(
                error?.description
                    == "Can't trust \(root)/lanes: others may write to it: chmod go-w \(root)/lanes")
        }
    }

    @Test func `A link in the folder's place is refused, and so is a file, and nothing is made unasked`() throws {
        try withTemporaryFolder { root in
            _ = try LaneFolder(at: root + "/lanes", creates: true)
            try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: root + "/lanes")
            try Data().write(to: URL(filePath: root + "/file"))
            for (name, fault) in [("/link", "it is a link"), ("/file", "it is no folder")] {
                let error = #expect(throws: FileError.self) { try LaneFolder(at: root + name, creates: false) }
                let remedy = "remove it, or name another folder with RUNNER_STATE_DIR"
                #expect(error?.description == "Can't trust \(root)\(name): \(fault): \(remedy)")
                #expect(throws: FileError.self) { try LaneFolder(at: root + name, creates: true) }
            }
            let mixed = #expect(throws: FileError.self) { try LaneFolder(at: root + "/a\u{FFFD}", creates: true) }
            #expect(mixed?.description.contains("its name is not UTF-8, or name another folder") == true)
            #expect(FilePath.kind(of: root + "/a\u{FFFD}") == nil)
            #expect(throws: FileError.self) { try LaneFolder(at: root + "/none", creates: false) }
            #expect(FilePath.kind(of: root + "/none") == nil)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder away"))
    func `A folder and a file of another owner are refused`() throws {
        try withTemporaryFolder { root in
            let folder = try LaneFolder(at: root + "/lanes", creates: true)
            let file = root + "/lanes/example.org.lane"
            try Data().write(to: URL(filePath: file))
            chmod(file, 0o600)
            #expect(chown(file, 4_711, 4_711) == 0)
            let ofFile = #expect(throws: FileError.self) {
                try folder.file(of: Lane(name: "example.org"), creates: true)
            }
            #expect(ofFile?.description == "Can't trust \(file): it is another user's: remove it")
            #expect(chown(root + "/lanes", 4_711, 4_711) == 0)
            let ofFolder = #expect(throws: FileError.self) { try LaneFolder(at: root + "/lanes", creates: true) }
            #expect(ofFolder?.reason.hasPrefix("it is another user's: remove it, or name") == true)
        }
    }

    @Test func `A lane that was not used for a day is removed when a run begins, any other file is left`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/lanes")
            let store = machine.store()
            let begin = machine.clock.wallNow
            for name in ["old.org", "held.org", "written.org"] {
                store.send(on: Lane(name: name), terms, at: .origin)
            }
            store.hold(Lane(name: "held.org"), until: Moment(sinceOrigin: .seconds(90_000)))
            for name in ["torn.org.lane", "notes.txt", ".lane"] {
                try Data("x".utf8).write(to: URL(filePath: root + "/lanes/" + name))
            }
            let folder = try LaneFolder(at: root + "/lanes", creates: false)
            for name in ["old.org.lane", "held.org.lane", "torn.org.lane", "notes.txt", ".lane"] {
                try setModified(root + "/lanes/" + name, begin)
            }
            try setModified(root + "/lanes/written.org.lane", WallTime(sinceEpoch: begin.sinceEpoch + .seconds(9)))

            machine.clock.advance(by: .seconds(86_399))
            _ = machine.store()
            #expect(try folder.lanes().count == 4)
            machine.clock.advance(by: .seconds(1))
            _ = machine.store()
            #expect(try folder.lanes().map(\.name) == ["held.org", "written.org"])
            machine.clock.advance(by: .seconds(3_600))
            _ = machine.store()
            #expect(try folder.lanes().isEmpty)
            let rest = try FileManager.default.contentsOfDirectory(atPath: root + "/lanes")
            #expect(rest.sorted() == [".lane", "notes.txt"])
        }
    }

    @Test func `A lane with an interval of days is kept for the run that comes a day later`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/lanes")
            let slow = LaneTerms(interval: .seconds(48 * 3_600))
            let lane = Lane(name: "example.org")
            let store = machine.store()
            store.send(on: lane, slow, at: .origin)
            store.leave()
            try setModified(root + "/lanes/example.org.lane", machine.clock.wallNow)
            machine.clock.advance(by: .seconds(25 * 3_600))
            let end = Moment(sinceOrigin: .seconds(48 * 3_600))
            #expect(machine.store().claim(lane, terms: slow) == .wait(until: end, .pace))
        }
    }

    @Test func `A turn that nobody has is removed with its lane, or where there is no lane`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/lanes")
            let (one, other) = (machine.store(), machine.store())
            for name in ["held.org", "used.org"] { #expect(one.takeTurn(of: Lane(name: name), overdue: false)) }
            #expect(other.takeTurn(of: Lane(name: "left.org"), overdue: false))
            other.endTurn(of: Lane(name: "left.org"))
            #expect(one.send(on: Lane(name: "used.org"), terms, at: .origin) == .granted)
            let folder = try LaneFolder(at: root + "/lanes", creates: false)
            _ = machine.store()
            let names = FilePath.names(in: root + "/lanes").sorted()
            #expect(names == ["held.org.turn", "used.org.lane", "used.org.turn"])
            #expect(try folder.lanes().map(\.name) == ["used.org"])
            #expect(try folder.clear(Lane(name: "used.org")))
            #expect(FilePath.names(in: root + "/lanes") == ["held.org.turn"])
        }
    }

    @Test func `The interval that counts for a run to come is read without making anything`() throws {
        try withTemporaryFolder { root in
            let environment = ["RUNNER_STATE_DIR": root]
            let lane = Lane(name: "example.org")
            let own = LaneInterval(.seconds(1), by: .run)
            #expect(LaneFolder.interval(of: lane, for: .seconds(1), in: environment) == own)
            #expect(LaneFolder.interval(of: lane, for: .seconds(1), in: [:]) == own)
            #expect(FilePath.names(in: root).isEmpty)
            let machine = TestMachine(folder: root + "/lanes")
            machine.store().send(on: lane, terms, at: .origin)
            let time = LaneTime(
                boot: "a", sinceBoot: 501_000_000_000,
                wall: machine.clock.wallNow.sinceEpoch.components.seconds
                    * 1_000_000_000, day: 0)
            let other = LaneInterval(.seconds(2), by: .otherRun)
            #expect(LaneFolder.interval(of: lane, for: .seconds(1), in: environment, at: time) == other)
            let longer = LaneInterval(.seconds(3), by: .run)
            #expect(LaneFolder.interval(of: lane, for: .seconds(3), in: environment, at: time) == longer)
        }
    }

    @Test func `A wall clock that is set forward makes no run forget what others just did`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/lanes")
            machine.store().send(on: Lane(name: "example.org"), terms, at: .origin)
            try setModified(root + "/lanes/example.org.lane", machine.clock.wallNow)
            machine.clock.shiftWall(by: .seconds(200_000))
            _ = machine.store()
            #expect(try LaneFolder(at: root + "/lanes", creates: false).lanes().count == 1)
        }
    }

    @Test func `A lane in use is not removed under its user`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/lanes")
            let lane = Lane(name: "example.org")
            let store = machine.store()
            store.send(on: lane, terms, at: .origin)
            try setModified(root + "/lanes/example.org.lane", machine.clock.wallNow)
            machine.clock.advance(by: .seconds(90_000))
            let file = try LaneFolder(at: root + "/lanes", creates: false).file(of: lane, creates: false)
            #expect(try file?.tryLock() == true)
            _ = machine.store()
            #expect(file?.isLinked == true)
            file?.unlock()
            _ = machine.store()
            #expect(file?.isLinked == false)
            #expect(store.send(on: lane, terms, at: machine.clock.moment) == .granted)
            #expect(machine.store().state(of: lane)?.lastSend == machine.clock.moment, "it is a file with a name")
        }
    }

    @Test func `The lanes are told with what is left of their times`() throws {
        try withTemporaryFolder { root in
            let machine = TestMachine(folder: root + "/lanes")
            let store = machine.store()
            store.send(on: Lane(name: "b.org"), terms, at: .origin)
            store.send(on: Lane(name: "a.org:81"), LaneTerms(interval: .zero), at: .origin)
            store.hold(Lane(name: "a.org:81"), until: Moment(sinceOrigin: .seconds(60)))
            try Data("x".utf8).write(to: URL(filePath: root + "/lanes/c.org.lane"))
            let wall = machine.clock.wallNow
            let day = LocalDay(of: wall).number
            func time(_ seconds: Int64, wallStep: Int64 = 0) -> LaneTime {
                let since1970 = wall.sinceEpoch.components.seconds + seconds + wallStep
                return LaneTime(
                    boot: "a", sinceBoot: (500 + seconds) * 1_000_000_000, wall: since1970 * 1_000_000_000, day: day)
            }
            let folder = try LaneFolder(at: root + "/lanes", creates: false)
            let (a, b, c) = (try folder.statuses(at: time(10))[0], try folder.statuses(at: time(10))[1], 2)
            #expect(a.lane.name == "a.org:81" && a.interval == nil && a.sendsToday == 1)
            #expect(a.notBefore == WallTime(sinceEpoch: wall.sinceEpoch + .seconds(60)))
            #expect(b.lastUse == wall && b.interval == .seconds(2) && b.notBefore == nil)
            #expect(try folder.statuses(at: time(10))[c].lastUse == nil)
            #expect(try folder.statuses(at: time(60))[0].notBefore == nil)
            let afterStep = try folder.statuses(at: time(10, wallStep: 3_600))[1]
            #expect(afterStep.lastUse == WallTime(sinceEpoch: wall.sinceEpoch + .seconds(3_600)))
        }
    }

    @Test func `A day by the local time is one of 23 to 25 hours and contains its time`() {
        for hour in stride(from: 0, to: 24 * 400, by: 5) {
            let time = WallTime(year: 2026, month: 1, day: 1, hour: hour)
            let day = LocalDay(of: time)
            #expect(day.contains(time))
            #expect((82_800...90_000).contains((day.ends.sinceEpoch - day.begins.sinceEpoch).components.seconds))
            #expect(LocalDay(of: day.ends).number == day.number + 1)
        }
    }
}
