import BatchRunner
import HTTPPipeline
import Testing

@Suite struct SetAsideTests {
    private let a = Lane(name: "a.example")
    private let b = Lane(name: "b.example")

    /// Requests to the lane `a`: `g` for one that only asks, `C` for one that may change something.
    private func aside(_ requests: String) -> SetAside {
        var aside = SetAside()
        for (index, request) in requests.enumerated() { aside.append(index, of: a, isChange: request == "C") }
        return aside
    }

    @Test func `Requests that are set aside are taken up once each, in their order`() {
        var aside = SetAside()
        aside.append(2, of: a)
        aside.append(5, of: b)
        #expect(aside.lanes == [a, b])
        #expect(!aside.takes(2, of: b) && !aside.takes(2, of: nil))
        let taken = (Array(0..<8) + [5]).filter { aside.takes($0, of: $0 < 4 ? a : b) }
        #expect(taken == [2, 5])
        #expect(aside.isEmpty)
        #expect(!aside.holds(a) && aside.lanes.isEmpty)
    }

    @Test(arguments: [
        ("gggggggg", [0, 7, 4, 0]), ("gg", [0, 1, 1, 0]), ("g", [0, 0, 0, 0]), ("ggggCggg", [0, 3, 2, 0]),
        ("Cggg", [0, 0, 0, 0]), ("gC", [0, 0, 0, 0]), ("gggC", [0, 2, 1, 0]),
    ])
    func `A lane is tried with the first, the last and a middle one of what may be asked before the first change`(
        requests: String, places: [Int]
    ) {
        let aside = aside(requests)
        #expect((0..<4).map { aside.probe(of: a, number: $0) } == places)
        #expect(aside.probe(of: b, number: 0) == nil)
    }

    @Test func `What was taken up is no longer chosen`() {
        var aside = aside("ggggg")
        #expect(aside.takes(0, of: a) && aside.takes(1, of: a))
        #expect((0..<3).map { aside.probe(of: a, number: $0) } == [2, 4, 3])
        #expect(!aside.holdsChange(on: a))
        aside.append(9, of: a, isChange: true)
        #expect(aside.holdsChange(on: a))
        #expect(aside.probe(of: a, number: 1) == 4)
    }
}
