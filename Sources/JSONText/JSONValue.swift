/// A JSON value held whole, with the place of every part.
package struct JSONValue: Sendable, Hashable {
    /// What a value is.
    package indirect enum Content: Sendable, Hashable {
        /// `null`
        case null
        /// `true` or `false`
        case bool(Bool)
        /// A number as it is written.
        case number(String)
        /// A string, decoded.
        case string(String)
        /// An array.
        case array([JSONValue])
        /// An object, its members in order.
        case object([Member])
    }

    /// One member of an object.
    package struct Member: Sendable, Hashable {
        /// The name.
        package var key: String
        /// Where the name begins.
        package var keyPosition: JSONPosition
        /// The value.
        package var value: JSONValue

        /// Creates a member.
        ///
        /// - Parameters:
        ///   - key: The name.
        ///   - keyPosition: Where the name begins.
        ///   - value: The value.
        package init(key: String, keyPosition: JSONPosition, value: JSONValue) {
            self.key = key
            self.keyPosition = keyPosition
            self.value = value
        }
    }

    /// What the value is.
    package var content: Content
    /// Where the value begins.
    package var position: JSONPosition

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - content: What the value is.
    ///   - position: Where it begins.
    package init(_ content: Content, at position: JSONPosition = JSONPosition()) {
        self.content = content
        self.position = position
    }

    /// Reads a whole text.
    ///
    /// - Parameters:
    ///   - bytes: The text in UTF-8.
    ///   - duplicateKeys: What to do about two members of one name.
    ///   - start: Where the text begins, where it is a line of a longer one.
    /// - Throws: ``JSONTextError`` when the text is not one JSON value.
    package init(
        parsing bytes: [UInt8],
        duplicateKeys: JSONReader.DuplicateKeys = .refused,
        startingAt start: JSONPosition = JSONPosition()
    ) throws(JSONTextError) {
        var reader = JSONReader(bytes, duplicateKeys: duplicateKeys, startingAt: start)
        guard let first = try reader.next() else { throw JSONTextError("the text is empty", at: reader.position) }
        self = try reader.value(beginningWith: first)
        // A second value in the text throws here.
        _ = try reader.next()
    }

    /// The value of an object's first member of a name; nil where there is none or this is no object.
    ///
    /// - Parameter key: The member's name.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = content else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The text of a string; nil for any other value.
    package var text: String? {
        guard case .string(let text) = content else { return nil }
        return text
    }

    /// The elements of an array; nil for any other value.
    package var elements: [JSONValue]? {
        guard case .array(let elements) = content else { return nil }
        return elements
    }

    /// A number that is whole and fits; nil for any other value.
    package var int: Int? {
        guard case .number(let text) = content else { return nil }
        return Int(text)
    }

    /// What to call the value in a message: `a string`, `an object`.
    package var kindName: String {
        switch content {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension JSONReader {
    /// Reads the rest of a value whose first token was read already.
    ///
    /// - Parameter token: The token that ``next()`` gave last, the first of the value.
    /// - Returns: The whole value.
    /// - Throws: ``JSONTextError`` when the text is not JSON.
    package mutating func value(beginningWith token: JSONToken) throws(JSONTextError) -> JSONValue {
        let start = tokenStart
        switch token {
        case .beginObject:
            var members: [JSONValue.Member] = []
            while case .key(let key)? = try next() {
                let keyPosition = tokenStart
                guard let first = try next() else { throw endedEarly() }
                let value = try value(beginningWith: first)
                members.append(JSONValue.Member(key: key, keyPosition: keyPosition, value: value))
            }
            return JSONValue(.object(members), at: start)
        case .beginArray:
            var elements: [JSONValue] = []
            while let first = try next(), first != .endArray {
                elements.append(try value(beginningWith: first))
            }
            return JSONValue(.array(elements), at: start)
        case .string(let text), .key(let text): return JSONValue(.string(text), at: start)
        case .number(let text): return JSONValue(.number(text), at: start)
        case .bool(let value): return JSONValue(.bool(value), at: start)
        case .null, .endObject, .endArray: return JSONValue(.null, at: start)
        }
    }
}

extension JSONWriter {
    /// Writes a value; numbers keep their spelling.
    ///
    /// - Parameter value: The value.
    package mutating func value(_ value: JSONValue) {
        switch value.content {
        case .null: null()
        case .bool(let flag): self.value(flag)
        case .number(let text): raw(text)
        case .string(let text): self.value(text)
        case .array(let elements):
            beginArray()
            for element in elements { self.value(element) }
            endArray()
        case .object(let members):
            beginObject()
            for member in members {
                key(member.key)
                self.value(member.value)
            }
            endObject()
        }
    }
}
