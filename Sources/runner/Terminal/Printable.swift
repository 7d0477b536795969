/// Makes text from servers and manifests safe to print on a terminal.
package enum Printable {
    /// The text as one line: line breaks and tabs become a space, control characters vanish.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text without C0 and C1 controls, escape sequences' beginnings and bidirectional controls.
    package static func line(_ text: String) -> String {
        filtered(text) { isSpacing($0) ? " " : nil }
    }

    /// The text with its line breaks and tabs; other control characters vanish.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text without C0 and C1 controls, escape sequences' beginnings and bidirectional controls.
    package static func lines(_ text: String) -> String {
        filtered(text) { $0 == "\n" || $0 == "\t" ? $0 : nil }
    }

    private static func filtered(_ text: String, replacing: (Unicode.Scalar) -> Unicode.Scalar?) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !isUnsafe(scalar) {
                result.append(scalar)
            } else if let replacement = replacing(scalar), replacement != " " || result.last != " " {
                result.append(replacement)
            }
        }
        return String(result)
    }

    private static func isSpacing(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x85, 0x2028, 0x2029: true
        default: false
        }
    }

    /// Whether a scalar moves the cursor, begins an escape sequence, turns the direction of writing or is a byte order mark.
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F: true
        case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}
