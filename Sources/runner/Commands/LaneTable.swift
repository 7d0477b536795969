package import BatchRunner
import HTTPPipeline

/// The lanes as a table: a line of headings, then a line for each lane; no cell has a space but between a number and its unit.
package enum LaneTable {
    private static let absent = "-"

    /// The table.
    ///
    /// - Parameter lanes: The lanes.
    /// - Returns: The lines, each with its line break.
    package static func text(of lanes: [LaneStatus]) -> String {
        let headings = ["LANE", "LAST USE", "INTERVAL", "NOT BEFORE", "TODAY"]
        let rows = [headings] + lanes.map(cells)
        let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row.dropLast(), widths).map { cell, width in
                cell + String(repeating: " ", count: width - cell.count)
            }
            return (cells + row.suffix(1)).joined(separator: "  ") + "\n"
        }.joined()
    }

    private static func cells(of lane: LaneStatus) -> [String] {
        [
            Printable.line(lane.lane.name), lane.lastUse?.rfc3339(fractionDigits: 3) ?? absent,
            lane.interval.map(HumanText.setting) ?? absent, lane.notBefore?.rfc3339(fractionDigits: 0) ?? absent,
            "\(lane.sendsToday)",
        ]
    }
}
