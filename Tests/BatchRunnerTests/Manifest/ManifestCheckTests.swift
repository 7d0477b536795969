import Testing

@testable import BatchRunner

@Suite struct ManifestCheckTests {
    private static func check(warnings: Int, badRows: [RowFault: Int]) -> ManifestCheck {
        let problems = (0..<warnings + badRows.values.reduce(0, +)).map {
            Diagnostic("odd", file: "l.txt", line: $0 + 1, column: 1, severity: .warning)
        }
        return ManifestCheck(
            manifest: nil, diagnostics: problems, furtherProblems: 0, failure: nil, badRows: badRows, isSchema: false)
    }

    @Test(arguments: [
        (0, [RowFault.checkDigit: 10], nil),
        (1, [.checkDigit: 10], "… 10 bad lines in all, each a failed result: 10 with a wrong check digit"),
        (15, [:], "… and 5 more"),
        (
            0, [.number: 1, .malformed: 11],
            "… 12 bad lines in all, each a failed result: 1 with no ISBN, 11 that can't be read"
        ),
    ])
    func `Ten problems are told one by one, and no further one goes untold`(
        warnings: Int, badRows: [RowFault: Int], last: String?
    ) {
        let lines = Self.check(warnings: warnings, badRows: badRows).brief.split(separator: "\n").map(String.init)
        #expect(lines.prefix(10).allSatisfy { $0.hasSuffix(": warning: odd") })
        #expect(lines.count == (last == nil ? 10 : 11))
        #expect(lines.last == last || last == nil)
    }
}
