import HTTPPipeline
import JSONText

/// Masks secrets in JSON token by token, so that it stays the JSON it was.
struct JSONMask: Sendable {
    /// Which tokens of a value may hold a secret.
    enum Scope {
        /// Texts that are somebody else's: the names of members, and numbers, are our own.
        case texts
        /// All of it: the names and the numbers are somebody else's too.
        case all
    }

    private let redaction: Redaction

    /// Creates a mask.
    ///
    /// - Parameter redaction: Knows the secrets.
    init(_ redaction: Redaction) {
        self.redaction = redaction
    }

    /// Masks a text that somebody else wrote.
    ///
    /// - Parameter json: One JSON value without white space between its tokens.
    /// - Returns: The value, masked.
    func masking(_ json: [UInt8]) -> [UInt8] {
        masking(json, ownDepth: 0) { _, _ in .all }
    }

    /// Masks members of a result: what is a word of ours, a number or a time stays.
    ///
    /// - Parameter members: Members without the braces around them and without white space between their tokens.
    /// - Returns: The members, masked.
    func maskingResult(_ members: [UInt8]) -> [UInt8] {
        let begin = members.first == UInt8(ascii: ",") ? 1 : 0
        guard members.count > begin else { return members }
        let object = [UInt8(ascii: "{")] + members[begin...] + [UInt8(ascii: "}")]
        let masked = masking(object, ownDepth: 1) { member, name in
            switch member {
            case "outcome", "reason", "api", "source", "timing": nil
            case "attempts": name == "reason" || name == "sentAt" ? nil : .texts
            case "json": .all
            default: .texts
            }
        }
        return members[..<begin] + masked.dropFirst().dropLast()
    }

    /// Masks one value.
    ///
    /// - Parameters:
    ///   - json: The value.
    ///   - ownDepth: Down to which depth the names of members are our own, whatever the scope.
    ///   - scope: What may be masked, given the member of the value that a token is in and the last name before it.
    /// - Returns: The value, masked.
    private func masking(
        _ json: [UInt8], ownDepth: Int, scope: (_ member: String, _ name: String) -> Scope?
    ) -> [UInt8] {
        // An answer may be as deep as the manifest's own JSON, and stands in a result.
        var reader = JSONReader(json, duplicateKeys: .allowed, depthLimit: 1_024)
        var masked: [UInt8] = []
        var copied = 0
        var depth = 0
        var (member, name) = ("", "")
        while let token = try? reader.next() {
            var end = reader.position.offset
            var text: String?
            switch token {
            case .beginObject, .beginArray: depth += 1
            case .endObject, .endArray: depth -= 1
            case .key(let key):
                if depth == 1 { member = key }
                name = key
                // The colon after it is read already.
                end -= 1
                if depth > ownDepth, scope(member, name) == .all { text = key }
            case .string(let string): if scope(member, name) != nil { text = string }
            case .number(let digits): if scope(member, name) == .all { text = digits }
            case .bool, .null: break
            }
            guard let text else { continue }
            let shown = redaction.masked(text)
            guard shown != text else { continue }
            var writer = JSONWriter()
            writer.value(shown)
            masked += json[copied..<reader.tokenStart.offset] + writer.bytes
            copied = end
        }
        return masked + json[copied...]
    }
}
