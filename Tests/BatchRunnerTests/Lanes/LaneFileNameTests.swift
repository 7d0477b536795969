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

    @Test(arguments: ["a", "b"])
    func `A name that a file can't have is told by its digest, and others that begin alike have other files`(
        last: String
    ) throws {
        let longest = String(repeating: "abcdefg.", count: 31)
        let fitting = Lane(name: longest + "ab")
        #expect(LaneFileName.name(of: fitting).utf8.count == 255)
        #expect(LaneFileName.lane(named: LaneFileName.name(of: fitting)) == fitting)
        let host = Lane(name: longest + "abcd" + last)
        let name = LaneFileName.name(of: host)
        #expect(name == "%23\(SHA256.hexadecimal(of: host.name)).lane")
        #expect(LaneFileName.lane(named: name).map(LaneFileName.name) == name, "it is listed and can be cleared")
    }

    @Test(arguments: [
        "openlibrary.org", ".lane", "A.lane", "a:b.lane", "%6.lane", "%zz.lane", "%3a.lane", "%61.lane", "%FF.lane",
        "..lane",
    ])
    func `A name that no lane has is left alone`(name: String) {
        #expect(LaneFileName.lane(named: name) == nil)
    }
}
