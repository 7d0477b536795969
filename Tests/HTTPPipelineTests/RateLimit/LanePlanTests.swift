import HTTPPipeline
import Testing

@Suite struct LanePlanTests {
    @Test(arguments: [
        ("http://openlibrary.org/x", "openlibrary.org"), ("https://www.openlibrary.org/", "openlibrary.org"),
        ("http://openlibrary.org:443/", "openlibrary.org"), ("http://openlibrary.org:8080/", "openlibrary.org:8080"),
        ("https://covers.openlibrary.org/", "openlibrary.org"), ("https://other.org/", "other.org"),
    ])
    func `A server has one lane whatever the scheme, www or alias`(url: String, lane: String) throws {
        let plan = LanePlan(aliases: [Lane(name: "covers.openlibrary.org"): Lane(name: "openlibrary.org")])
        #expect(plan.lane(of: try HTTPURL(url)) == Lane(name: lane))
    }

    @Test func `A lane that is not named has the default interval`() {
        let plan = LanePlan(intervals: [Lane(name: "a.org"): .milliseconds(350), Lane(name: "b.org"): .seconds(-1)])
        #expect(plan.interval(of: Lane(name: "a.org")) == .milliseconds(350))
        #expect(plan.interval(of: Lane(name: "b.org")) == .zero)
        #expect(plan.interval(of: Lane(name: "c.org")) == .seconds(1))
    }
}
