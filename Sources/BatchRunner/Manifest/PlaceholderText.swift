/// A text of the manifest, split at its placeholders.
struct PlaceholderText: Sendable, Hashable {
    /// A part of such a text.
    enum Part: Sendable, Hashable {
        /// Text that stands for itself.
        case literal(String)
        /// A secret by its name: `env:TOKEN`.
        case secret(String)
    }

    /// The parts in order.
    private(set) var parts: [Part] = []

    /// Splits a text; `$${` stands for `${`.
    init(_ text: String) throws(FieldValueError) {
        guard text.utf8.contains(UInt8(ascii: "$")) else {
            parts = [.literal(text)]
            return
        }
        var literal: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.first {
            if rest.starts(with: "$${".utf8) {
                literal.append(contentsOf: "${".utf8)
                rest = rest.dropFirst(3)
            } else if rest.starts(with: "${".utf8) {
                guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else {
                    throw FieldValueError("a placeholder has no closing }; a literal ${ is written $${")
                }
                let name = String(decoding: rest[(rest.startIndex + 2)..<end], as: UTF8.self)
                try PlaceholderText.check(name)
                if !literal.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
                literal = []
                parts.append(.secret(name))
                rest = rest[(end + 1)...]
            } else {
                literal.append(byte)
                rest = rest.dropFirst()
            }
        }
        if !literal.isEmpty || parts.isEmpty { parts.append(.literal(String(decoding: literal, as: UTF8.self))) }
    }

    /// Whether there is a placeholder in it.
    var hasSecrets: Bool {
        parts.contains { if case .secret = $0 { true } else { false } }
    }

    /// The text as the manifest writes it, secrets by their names.
    var canonical: String { canonical(from: 0) }

    /// The parts from an index on as the manifest writes them.
    func canonical(from index: Int) -> String {
        parts[index...].reduce(into: "") { text, part in
            switch part {
            case .literal(let literal): text += PlaceholderText.escaped(literal)
            case .secret(let name): text += "${\(name)}"
            }
        }
    }

    /// Whether a text that takes no placeholders was written as if it did.
    static func looksLikePlaceholder(_ text: String) -> Bool {
        text.utf8.contains(UInt8(ascii: "$")) && (text.contains("${env:") || text.contains("${file:"))
    }

    private static func escaped(_ literal: String) -> String {
        guard literal.utf8.contains(UInt8(ascii: "$")) else { return literal }
        var text: [UInt8] = []
        let bytes = Array(literal.utf8)
        for (index, byte) in bytes.enumerated() {
            text.append(byte)
            if byte == UInt8(ascii: "$"), index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "{") {
                text.append(byte)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func check(_ name: String) throws(FieldValueError) {
        if name.hasPrefix("env:") {
            let variable = name.utf8.dropFirst(4)
            let isName = variable.allSatisfy { byte in
                byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
            guard isName, let first = variable.first, first > UInt8(ascii: "9") else {
                throw FieldValueError("${\(name)} doesn't name an environment variable; a literal ${ is written $${")
            }
            return
        }
        guard name.hasPrefix("file:"), name.utf8.count > 5, !name.utf8.contains(0) else {
            throw FieldValueError("${\(name)} is neither ${env:NAME} nor ${file:PATH}; a literal ${ is written $${")
        }
    }
}
