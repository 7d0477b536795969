extension KeyedDecodingContainer {
    /// The value of a key; nil where it is absent or of another type, since one odd field must not lose a record.
    func lenient<Value: Decodable>(_ type: Value.Type = Value.self, forKey key: Key) -> Value? {
        (try? decodeIfPresent(type, forKey: key)) ?? nil
    }

    /// The elements of a list that are of the type; a bare value is a list of one.
    func list<Element: Decodable>(of type: Element.Type = Element.self, forKey key: Key) -> [Element] {
        lenient(LenientList<Element>.self, forKey: key)?.elements ?? []
    }

    /// A text, whether it is a string, a number or an object with a `value`.
    func text(forKey key: Key) -> String? {
        lenient(LenientText.self, forKey: key)?.text
    }

    /// The texts of a list.
    func texts(forKey key: Key) -> [String] {
        list(of: LenientText.self, forKey: key).map(\.text)
    }
}

/// A list that passes over elements of another type, such as null.
struct LenientList<Element: Decodable>: Decodable {
    let elements: [Element]

    private struct Skipped: Decodable {
        init(from decoder: any Decoder) {}
    }

    init(from decoder: any Decoder) throws {
        guard var container = try? decoder.unkeyedContainer() else {
            elements = [try Element(from: decoder)]
            return
        }
        var elements: [Element] = []
        while !container.isAtEnd {
            if let element = try? container.decode(Element.self) {
                elements.append(element)
            } else {
                // A failed decode stays where it is.
                _ = try container.decode(Skipped.self)
            }
        }
        self.elements = elements
    }
}

/// A text in any of the forms in which records hold one.
struct LenientText: Decodable {
    let text: String

    private enum CodingKeys: String, CodingKey {
        case value
    }

    init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer() {
            if let text = try? container.decode(String.self) {
                self.text = text
                return
            }
            if let number = try? container.decode(Int.self) {
                text = String(number)
                return
            }
        }
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .value)
    }
}
