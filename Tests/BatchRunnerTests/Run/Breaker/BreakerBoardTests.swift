import BatchRunner
import Books
import HTTPPipeline
import Testing

@Suite struct BreakerBoardTests {
    private let a = Lane(name: "a.example")
    private let b = Lane(name: "b.example")

    private func open(_ lane: Lane, at seconds: Int, on board: inout BreakerBoard) -> [String] {
        (0..<5).compactMap { _ in
            board.note(.exhausted, on: lane, at: Moment(sinceOrigin: .seconds(seconds)))
        }
    }

    @Test func `One lane's trouble is told once and leaves the others as they are`() {
        var board = BreakerBoard(deadline: nil)
        #expect(
            open(a, at: 0, on: &board) == [
                "5 requests in a row to a.example failed; it is left alone for 1 min, and requests to it are set aside"
            ])
        #expect(board.admission(to: a, at: .origin) == .setAside)
        #expect(board.admission(to: b, at: .origin) == .pass)
        #expect(board.admission(to: nil, at: .origin) == .pass)
        #expect(board.note(.answered, on: a, at: Moment(sinceOrigin: .seconds(60))) == nil)
        #expect(board.trouble(on: a) == nil)
    }

    @Test func `A lane that is given up is told of too`() {
        var board = BreakerBoard(deadline: Moment(sinceOrigin: .seconds(30)))
        #expect(
            open(a, at: 0, on: &board) == [
                "5 requests in a row to a.example failed; it is left alone for the rest of the run"
            ])
    }

    @Test func `A secret in the name of a lane is not told`() {
        let lane = Lane(name: "hidden-host-1.example")
        var board = BreakerBoard(deadline: nil, redaction: Redaction(secrets: ["hidden-host-1"]))
        #expect(
            open(lane, at: 0, on: &board) == [
                "5 requests in a row to ***.example failed; it is left alone for 1 min, and requests to it are set aside"
            ])
        #expect(
            board.sentence(about: lane)
                == "5 requests in a row to ***.example failed; it is left alone for the rest of the run.")
        #expect(board.name(of: lane) == "***.example")
    }

    @Test func `What says nothing of the server changes nothing, not even at a probe`() {
        var board = BreakerBoard(deadline: nil)
        _ = open(a, at: 0, on: &board)
        let due = Moment(sinceOrigin: .seconds(60))
        #expect(board.note(nil, on: a, at: due) == nil)
        #expect(board.admission(to: a, at: due) == .pass)
        #expect(board.trouble(on: a)?.failedProbes == 0)
    }

    @Test func `The earliest probe is waited for, and none where a lane can be asked at once`() {
        var board = BreakerBoard(deadline: nil)
        _ = open(b, at: 0, on: &board)
        _ = open(a, at: 10, on: &board)
        #expect(board.probe(of: [a, b])?.lane == b)
        #expect(board.probe(of: [a, b])?.moment == Moment(sinceOrigin: .seconds(60)))
        #expect(board.probe(of: [a])?.moment == Moment(sinceOrigin: .seconds(70)))
        #expect(board.probe(of: [a, Lane(name: "c.example")]) == nil)
    }

    @Test func `Only a lane whose time has come is tried, each time with a request from another place`() {
        var board = BreakerBoard(deadline: nil)
        _ = open(a, at: 0, on: &board)
        var aside = SetAside()
        for index in 0..<9 { aside.append(index, of: index == 8 ? b : a) }
        var tried: [Int?] = []
        for seconds in [59, 60, 180, 420] {
            let now = Moment(sinceOrigin: .seconds(seconds))
            let probes = board.probes(among: aside, at: now)
            #expect(probes[b] == nil)
            tried.append(probes[a])
            if probes[a] != nil { _ = board.note(.exhausted, on: a, at: now) }
        }
        #expect(tried == [nil, 0, 7, 4])
        #expect(board.probes(among: aside, at: Moment(sinceOrigin: .seconds(9_999))).isEmpty)
    }

    @Test func `A lane that recovered and fails again is tried where it was not before`() {
        var board = BreakerBoard(deadline: nil)
        _ = open(a, at: 0, on: &board)
        _ = board.note(.exhausted, on: a, at: Moment(sinceOrigin: .seconds(60)))
        _ = board.note(.answered, on: a, at: Moment(sinceOrigin: .seconds(180)))
        _ = open(a, at: 180, on: &board)
        var aside = SetAside()
        for index in 0..<9 { aside.append(index, of: a) }
        #expect(board.probes(among: aside, at: Moment(sinceOrigin: .seconds(9_999)))[a] == 4)
    }

    @Test func `A request begins on the lane of its URL or of its API`() throws {
        let manifest = """
            {"api": "sample", "requests": [{"isbn": "9780140328721"}, {"title": "Dune"}, {"path": "/x.json"},
             {"url": "http://www.mirror.example/y"}, {"url": "http://c.example/"}]}
            """
        let api = OpenLibraryAPI(name: "sample", baseURL: try HTTPURL("http://a.example"))
        let plan = LanePlan(aliases: [Lane(name: "mirror.example"): a])
        let lanes = RequestLanes(plan: plan, apis: ["sample": api])
        let names = try ManifestFolder(manifest).requests().map { lanes.lane(of: $0)?.name }
        #expect(names == ["a.example", "a.example", "a.example", "a.example", "c.example"])
    }
}
