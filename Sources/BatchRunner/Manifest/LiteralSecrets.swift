import HTTPPipeline

/// Finds secrets that stand in a text as they are, where a placeholder would have kept them out of it.
enum LiteralSecrets {
    /// The places of user and password in URLs, of the values of secret parameters, and of the texts of secret JSON members.
    ///
    /// A value with a placeholder in it is left alone: it is the name of a secret.
    static func ranges(in line: [Unicode.Scalar]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var index = 0
        while index < line.count {
            switch line[index] {
            case ":" where line[index...].starts(with: [":", "/", "/"]):
                let end = line[(index + 3)...].firstIndex { ["/", "?", "#", "\"", " "].contains($0) } ?? line.count
                if let at = line[index + 3..<end].lastIndex(of: "@") { ranges.append(index + 3..<at) }
                index += 3
                continue
            case "?", "&":
                let nameEnd = line[(index + 1)...].firstIndex { ["=", "&", "#", "\"", " "].contains($0) } ?? line.count
                if nameEnd < line.count, line[nameEnd] == "=",
                    SecretName.isSecret(parameter: text(line[index + 1..<nameEnd]))
                {
                    let end = line[nameEnd...].firstIndex { ["&", "#", "\"", " "].contains($0) } ?? line.count
                    ranges.append(nameEnd + 1..<end)
                }
            case "\"":
                if let range = memberValue(in: line, from: index) { ranges.append(range) }
            default: break
            }
            index += 1
        }
        return ranges.filter { !containsPlaceholder(line[$0]) }
    }

    /// A URL as it may be shown, with what looks like a secret replaced.
    static func replacing(in url: String, with replacement: (String) -> String) -> String {
        guard mayBeIn(url) else { return url }
        let line = Array(url.unicodeScalars)
        var result = ""
        var done = 0
        for range in ranges(in: line) where range.lowerBound >= done {
            result += text(line[done..<range.lowerBound]) + replacement(text(line[range]))
            done = range.upperBound
        }
        return result + text(line[done...])
    }

    /// Whether a URL has credentials or a parameter with a secret's name, at a glance.
    private static func mayBeIn(_ url: String) -> Bool {
        let bytes = url.utf8
        var nameStart: String.Index?
        var index = bytes.startIndex
        while index < bytes.endIndex {
            switch bytes[index] {
            case UInt8(ascii: "@"), UInt8(ascii: "\""): return true
            case UInt8(ascii: "?"), UInt8(ascii: "&"): nameStart = bytes.index(after: index)
            case UInt8(ascii: "="):
                if let start = nameStart, SecretName.isSecret(parameter: String(url[start..<index])) { return true }
                nameStart = nil
            default: break
            }
            bytes.formIndex(after: &index)
        }
        return false
    }

    /// The inside of the string that is the value of the member whose name begins here, where the name is a secret's.
    private static func memberValue(in line: [Unicode.Scalar], from quote: Int) -> Range<Int>? {
        guard let nameEnd = line[(quote + 1)...].firstIndex(of: "\""),
            SecretName.isSecret(parameter: text(line[quote + 1..<nameEnd]))
        else { return nil }
        var index = nameEnd + 1
        while index < line.count, line[index] == " " || line[index] == ":" { index += 1 }
        guard index > nameEnd + 1, index < line.count, line[index] == "\"" else { return nil }
        let start = index + 1
        index = start
        while index < line.count, line[index] != "\"" { index += line[index] == "\\" ? 2 : 1 }
        return start..<min(index, line.count)
    }

    private static func containsPlaceholder(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
        for index in text.indices where text[index] == "$" {
            if text[index...].dropFirst().first == "{" { return true }
        }
        return false
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
