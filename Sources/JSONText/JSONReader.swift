/// A strict streaming reader of JSON (RFC 8259) that knows line and column of everything it reads.
///
/// The bytes come in chunks of any size from a closure; of the text only the present chunk is held. A byte order mark
/// at the beginning is skipped. After an error the reader is of no more use.
package struct JSONReader {
    /// What to do about two members of one name in one object.
    package enum DuplicateKeys: Sendable {
        /// Throw at the second.
        case refused
        /// Note the second in ``JSONReader/duplicates`` and read on.
        case collected
        /// Let them pass.
        case allowed
    }

    /// What may come next.
    enum Expectation {
        case value, valueOrEnd, valueAfterComma, keyOrEnd, keyAfterComma, commaOrEnd, nothing
    }

    /// An array or object that is open.
    struct Frame {
        var isObject: Bool
        var start: JSONPosition
    }

    /// Where the token that ``next()`` gave last begins.
    package internal(set) var tokenStart = JSONPosition()
    /// The second members of a name, as far as they are collected and not yet removed.
    package var duplicates: [JSONTextError] = []

    private let source: () throws(JSONSourceError) -> [UInt8]
    private let depthLimit: Int
    private var keys: OpenKeys?
    private let throwsAtDuplicates: Bool

    var chunk: [UInt8] = []
    var index = 0
    private var chunkStart = 0
    private var line = 1
    private var lineStart = 0
    private var isEnded = false
    private var frames: [Frame] = []
    private var expectation = Expectation.value
    private var comma = JSONPosition()
    /// The bytes of this line that go on a scalar that began before, so that columns count scalars.
    var continuationBytes = 0
    /// The bytes of a string that doesn't lie unescaped in one chunk; kept to keep its storage.
    var scratch: [UInt8] = []

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - duplicateKeys: What to do about two members of one name.
    ///   - depthLimit: How deep arrays and objects may nest.
    ///   - source: Gives the next bytes; none at the end.
    package init(
        duplicateKeys: DuplicateKeys = .refused,
        depthLimit: Int = 512,
        source: @escaping () throws(JSONSourceError) -> [UInt8]
    ) {
        self.source = source
        self.depthLimit = depthLimit
        keys = duplicateKeys == .allowed ? nil : OpenKeys()
        throwsAtDuplicates = duplicateKeys == .refused
    }

    /// Creates a reader of a text held in memory.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - duplicateKeys: What to do about two members of one name.
    ///   - depthLimit: How deep arrays and objects may nest.
    ///   - start: Where the text begins, where it is a line of a longer one.
    package init(
        _ bytes: [UInt8],
        duplicateKeys: DuplicateKeys = .refused,
        depthLimit: Int = 512,
        startingAt start: JSONPosition = JSONPosition()
    ) {
        self.init(duplicateKeys: duplicateKeys, depthLimit: depthLimit) { () throws(JSONSourceError) in [] }
        chunk = bytes
        chunkStart = start.offset
        line = start.line
        lineStart = start.offset - start.column + 1
    }

    /// Where the next unread byte is.
    package var position: JSONPosition {
        let offset = chunkStart + index
        return JSONPosition(line: line, column: offset - lineStart - continuationBytes + 1, offset: offset)
    }

    /// Reads the next token.
    ///
    /// - Returns: The token; nil once the text has ended after its one value.
    /// - Throws: ``JSONTextError`` when the text is not JSON, nests too deep or can't be had.
    package mutating func next() throws(JSONTextError) -> JSONToken? {
        while true {
            guard let byte = try peekPastSpace() else {
                tokenStart = position
                guard expectation == .nothing else { throw endedEarly() }
                return nil
            }
            tokenStart = position
            switch expectation {
            case .value:
                return try value(byte)
            case .valueOrEnd:
                return byte == UInt8(ascii: "]") ? close(.endArray) : try value(byte)
            case .valueAfterComma:
                guard byte != UInt8(ascii: "]") else { throw JSONTextError("a comma before ]: remove it", at: comma) }
                return try value(byte)
            case .keyOrEnd:
                return byte == UInt8(ascii: "}") ? close(.endObject) : .key(try key(byte))
            case .keyAfterComma:
                guard byte != UInt8(ascii: "}") else { throw JSONTextError("a comma before }: remove it", at: comma) }
                return .key(try key(byte))
            case .commaOrEnd:
                let isObject = frames.last?.isObject ?? false
                switch byte {
                case UInt8(ascii: ","):
                    comma = tokenStart
                    index += 1
                    expectation = isObject ? .keyAfterComma : .valueAfterComma
                case UInt8(ascii: "}") where isObject: return close(.endObject)
                case UInt8(ascii: "]") where !isObject: return close(.endArray)
                default: throw try noComma(before: byte, inObject: isObject)
                }
            case .nothing:
                throw error("\(try name(of: byte)) after the end of the JSON value")
            }
        }
    }

    /// Reads the rest of a value whose first token was read already, and does nothing with it.
    ///
    /// - Parameter token: The value's first token.
    /// - Throws: ``JSONTextError`` when the text is not JSON.
    package mutating func skip(after token: JSONToken) throws(JSONTextError) {
        guard token == .beginObject || token == .beginArray else { return }
        let depth = frames.count
        while frames.count >= depth { _ = try next() }
    }

    // MARK: Bytes

    /// The next byte, left unread; nil at the end of the text.
    mutating func peek() throws(JSONTextError) -> UInt8? {
        if index < chunk.count { return chunk[index] }
        return try refill() ? chunk[index] : nil
    }

    private mutating func refill() throws(JSONTextError) -> Bool {
        while !isEnded {
            chunkStart += chunk.count
            index = 0
            do {
                chunk = try source()
            } catch {
                throw JSONTextError(error.message, at: position, kind: .source)
            }
            if !chunk.isEmpty { return true }
            isEnded = true
        }
        return false
    }

    private mutating func peekPastSpace() throws(JSONTextError) -> UInt8? {
        while let byte = try peek() {
            switch byte {
            case 0x20, 0x09, 0x0D: index += 1
            case 0x0A:
                index += 1
                line += 1
                lineStart = chunkStart + index
                continuationBytes = 0
            case 0xEF where chunkStart + index == 0: try skipByteOrderMark()
            default: return byte
            }
        }
        return nil
    }

    private mutating func skipByteOrderMark() throws(JSONTextError) {
        for expected: UInt8 in [0xEF, 0xBB, 0xBF] {
            guard try peek() == expected else { throw error("the text doesn't begin with a JSON value") }
            index += 1
        }
        lineStart = 3
    }

    // MARK: Structure

    private mutating func close(_ token: JSONToken) -> JSONToken {
        index += 1
        if frames.removeLast().isObject { keys?.close() }
        valueEnded()
        return token
    }

    private mutating func open(_ token: JSONToken, isObject: Bool) throws(JSONTextError) -> JSONToken {
        guard frames.count < depthLimit else { throw error("nested deeper than \(depthLimit) levels") }
        index += 1
        frames.append(Frame(isObject: isObject, start: tokenStart))
        if isObject { keys?.open() }
        expectation = isObject ? .keyOrEnd : .valueOrEnd
        return token
    }

    private mutating func valueEnded() {
        expectation = frames.isEmpty ? .nothing : .commaOrEnd
    }

    private mutating func key(_ byte: UInt8) throws(JSONTextError) -> String {
        guard byte == UInt8(ascii: "\"") else {
            throw error("a name in double quotes is due here, not \(try name(of: byte))")
        }
        let start = tokenStart
        let key = try string()
        if let first = keys?.add(key, at: start) {
            let message = "the name \"\(key)\" is already used at line \(first.line), column \(first.column)"
            let duplicate = JSONTextError(message, at: start, kind: .duplicateKey)
            if throwsAtDuplicates { throw duplicate }
            duplicates.append(duplicate)
        }
        guard let colon = try peekPastSpace() else { throw endedEarly() }
        guard colon == UInt8(ascii: ":") else {
            throw JSONTextError("a colon is due after the name, not \(try name(of: colon))", at: position)
        }
        index += 1
        expectation = .value
        return key
    }

    private mutating func value(_ byte: UInt8) throws(JSONTextError) -> JSONToken {
        switch byte {
        case UInt8(ascii: "{"): return try open(.beginObject, isObject: true)
        case UInt8(ascii: "["): return try open(.beginArray, isObject: false)
        case UInt8(ascii: "\""):
            let text = try string()
            valueEnded()
            return .string(text)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let text = try number()
            valueEnded()
            return .number(text)
        default:
            let literal = try literal(byte)
            valueEnded()
            return literal
        }
    }

    // MARK: Errors

    func error(_ message: String) -> JSONTextError {
        JSONTextError(message, at: tokenStart)
    }

    func endedEarly() -> JSONTextError {
        guard let frame = frames.last else { return JSONTextError("the text is empty", at: position) }
        let kind = frame.isObject ? "object" : "array"
        let place = "line \(frame.start.line), column \(frame.start.column)"
        return JSONTextError("the text ends inside the \(kind) that begins at \(place)", at: position)
    }

    private mutating func noComma(before byte: UInt8, inObject: Bool) throws(JSONTextError) -> JSONTextError {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "-"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"):
            return error("a comma is missing before this")
        default:
            return error("a comma or \(inObject ? "}" : "]") is due here, not \(try name(of: byte))")
        }
    }
}
