import BatchRunner
import HTTPPipeline
import Testing
import runner

@Suite struct LaneTableTests {
    private let time = LaneTime(boot: "a", sinceBoot: 90_000_000_000, wall: 1_796_000_400_000_000_000, day: 20_787)

    @Test func `Each lane is a line under its headings, with a dash for what is not known`() {
        var record = LaneRecord(unusedAt: time)
        _ = record.claim(LaneTerms(interval: .milliseconds(350)), at: time)
        record.hold(until: time.sinceBoot + 600_000_000_000, at: time)
        let lanes = [
            LaneStatus(record, of: Lane(name: "openlibrary.org"), at: time),
            LaneStatus(nil, of: Lane(name: "a\u{1B}[2J"), at: time),
        ]
        #expect(
            LaneTable.text(of: lanes) == """
                LANE             LAST USE                  INTERVAL  NOT BEFORE            TODAY
                openlibrary.org  2026-11-30T01:00:00.000Z  350 ms    2026-11-30T01:10:00Z  1
                a[2J             -                         -         -                     0

                """)
    }
}
