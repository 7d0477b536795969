/// A script, as far as texts in different ones can't be compared letter by letter.
enum Script: Hashable, Sendable {
    case latin, greek, cyrillic, armenian, georgian, hebrew, arabic, indic, southEastAsian, ethiopic, hangul,
        chineseOrJapanese

    /// The script of most letters of a text; nil for a text without letters.
    ///
    /// - Parameter text: The text.
    init?(of text: String) {
        var counts: [Script: Int] = [:]
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            if let script = Script(of: scalar) { counts[script, default: 0] += 1 }
        }
        // Of two that are even the order is fixed, as that of a dictionary isn't.
        guard let most = counts.values.max(), let script = Script.order.first(where: { counts[$0] == most }) else {
            return nil
        }
        self = script
    }

    private static let order: [Script] = [
        .latin, .greek, .cyrillic, .armenian, .georgian, .hebrew, .arabic, .indic, .southEastAsian, .ethiopic, .hangul,
        .chineseOrJapanese,
    ]

    /// The script of a letter by its block; nil for a rare one.
    private init?(of letter: Unicode.Scalar) {
        switch letter.value {
        case 0x41...0x2AF, 0x1D00...0x1EFF, 0x2C60...0x2C7F, 0xA720...0xA7FF, 0xFB00...0xFB06, 0xFF21...0xFF5A:
            self = .latin
        case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
        case 0x400...0x52F, 0x1C80...0x1C8F, 0x2DE0...0x2DFF, 0xA640...0xA69F: self = .cyrillic
        case 0x530...0x58F: self = .armenian
        case 0x10A0...0x10FF, 0x1C90...0x1CBF, 0x2D00...0x2D2F: self = .georgian
        case 0x590...0x5FF, 0xFB1D...0xFB4F: self = .hebrew
        case 0x600...0x77F, 0x8A0...0x8FF, 0xFB50...0xFDFF, 0xFE70...0xFEFF: self = .arabic
        case 0x900...0xDFF: self = .indic
        case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF: self = .southEastAsian
        case 0x1200...0x139F: self = .ethiopic
        case 0x1100...0x11FF, 0x3130...0x318F, 0xAC00...0xD7FF: self = .hangul
        case 0x3005...0x30FF, 0x31F0...0x31FF, 0x3400...0x9FFF, 0xF900...0xFAFF, 0xFF66...0xFF9F, 0x20000...0x323AF:
            self = .chineseOrJapanese
        default: return nil
        }
    }
}
