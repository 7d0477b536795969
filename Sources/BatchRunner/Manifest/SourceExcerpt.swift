import JSONText

/// The line of a source text on which a problem lies, cut to a window that is fit to be shown.
package struct SourceExcerpt: Sendable, Hashable {
    /// How many scalars of a line are shown at most.
    static let width = 120
    /// What stands for a character that would change how a terminal shows the line.
    static let substitute: Unicode.Scalar = "\u{FFFD}"

    /// The line, or the part of it around the place.
    package let text: String
    /// What to put before a caret so that it stands below the place.
    package let indent: String

    /// Reads the line around a place; nil where it can't be read.
    init?(of file: ManifestFile, at position: JSONPosition) {
        let reach = SourceExcerpt.width * 4
        let from = max(0, position.offset - reach)
        guard let bytes = try? file.read(at: from, count: position.offset - from + reach) else { return nil }
        self.init(bytes: bytes, startsAtBeginning: from == 0, place: min(position.offset - from, bytes.count))
    }

    /// Cuts the line around a place out of bytes.
    ///
    /// - Parameters:
    ///   - bytes: The bytes around the place.
    ///   - startsAtBeginning: Whether the first of them is the first of the text.
    ///   - place: The place's index in them.
    init(bytes: [UInt8], startsAtBeginning: Bool, place: Int) {
        let lineStart = bytes[..<place].lastIndex(where: ListCursor.isLineEnd).map { $0 + 1 }
        let start = lineStart ?? 0
        let lineEnd = bytes[place...].firstIndex(where: ListCursor.isLineEnd)
        let end = lineEnd ?? bytes.count
        var before = SourceExcerpt.scalars(bytes[start..<place])
        var after = SourceExcerpt.scalars(bytes[place..<end])
        if startsAtBeginning, lineStart == nil, before.first == "\u{FEFF}" { before.removeFirst() }
        let masked = SourceExcerpt.masked(before + after)
        before = Array(masked.prefix(before.count))
        after = Array(masked.dropFirst(before.count))

        var isCutBefore = lineStart == nil && !startsAtBeginning
        var isCutAfter = lineEnd == nil && end - place >= SourceExcerpt.width * 4
        if before.count + after.count > SourceExcerpt.width || isCutBefore || isCutAfter {
            let half = SourceExcerpt.width / 2
            let spareAfter = max(0, half - after.count)
            let keptBefore = min(before.count, half + spareAfter)
            isCutBefore = isCutBefore || keptBefore < before.count
            before = Array(before.suffix(keptBefore))
            let keptAfter = SourceExcerpt.width - keptBefore
            isCutAfter = isCutAfter || keptAfter < after.count
            after = Array(after.prefix(keptAfter))
        }
        let shown = (isCutBefore ? ["…"] : []) + before.map(SourceExcerpt.shown)
        let line = shown + after.map(SourceExcerpt.shown) + (isCutAfter ? ["…"] : [])
        text = String(String.UnicodeScalarView(line))
        indent = shown.reduce(into: "") { $0 += SourceExcerpt.blank(as: $1) }
    }

    /// Whether a terminal shows a scalar as one would expect.
    static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00..<0x20, 0x7F..<0xA0: false
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: false
        default: true
        }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        scalar == "\t" || isShown(scalar) ? scalar : substitute
    }

    /// Blank text as wide as a scalar: a tab for a tab, so that it lines up whatever a tab is wide.
    private static func blank(as scalar: Unicode.Scalar) -> String {
        if scalar == "\t" { return "\t" }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return ""
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return "  "
        default:
            return " "
        }
    }

    private static func scalars(_ bytes: ArraySlice<UInt8>) -> [Unicode.Scalar] {
        // The window may begin inside a scalar.
        Array(String(decoding: bytes.drop { $0 & 0xC0 == 0x80 }, as: UTF8.self).unicodeScalars)
    }

    /// Hides what looks like a secret, scalar by scalar, so that the caret keeps its place.
    private static func masked(_ line: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var masked = line
        for range in LiteralSecrets.ranges(in: line) {
            for index in range { masked[index] = "*" }
        }
        return masked
    }
}
