import BatchRunner
import HTTPPipeline
import Testing

@Suite struct LaneFileNameTests {
    @Test(arguments: [
        ("openlibrary.org", "openlibrary.org.lane"), ("127.0.0.1:8080", "127.0.0.1%3A8080.lane"),
        ("[::1]:81", "%5B%3A%3A1%5D%3A81.lane"), ("../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.lane"),
        (".hidden", "%2Ehidden.lane"), ("A", "%41.lane"), ("a%41", "a%2541.lane"), ("ü\n\0", "%C3%BC%0A%00.lane"),
    ])
    func `A lane's file has a name that is no path, and the lane is told from it`(lane: String, name: String) {
        #expect(LaneFileName.name(of: Lane(name: lane)) == name)
        #expect(LaneFileName.lane(named: name) == Lane(name: lane))
    }

    @Test(arguments: [
        "openlibrary.org", ".lane", "A.lane", "a:b.lane", "%6.lane", "%zz.lane", "%3a.lane", "%61.lane", "%FF.lane",
        "..lane",
    ])
    func `A name that no lane has is left alone`(name: String) {
        #expect(LaneFileName.lane(named: name) == nil)
    }
}
