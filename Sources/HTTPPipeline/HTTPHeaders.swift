/// Header fields in the order in which they were added; names compare without regard to ASCII case.
public struct HTTPHeaders: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// One field line.
    public struct Field: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
        /// The name as it was given.
        public var name: String
        /// The value without surrounding white space.
        public var value: String

        /// Creates a field.
        ///
        /// - Parameters:
        ///   - name: The name.
        ///   - value: The value.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }

        /// The line as it may be printed: the value is masked where the name is that of a secret.
        public var description: String {
            "\(name): \(SecretName.isSecret(header: name) ? Redaction.mask : value)"
        }

        /// The same as ``description``.
        public var debugDescription: String { description }

        /// What `dump` shows: no more than ``description``.
        public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }
    }

    /// The field lines in order.
    public private(set) var fields: [Field] = []

    /// Creates an empty collection.
    public init() {}

    /// Creates a collection from field lines.
    ///
    /// - Parameter fields: The lines in order.
    public init(_ fields: [Field]) {
        self.fields = fields
    }

    /// Creates a collection from a literal.
    ///
    /// - Parameter elements: Names and values in order.
    public init(dictionaryLiteral elements: (String, String)...) {
        fields = elements.map { Field(name: $0.0, value: $0.1) }
    }

    /// Adds a line at the end.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// The lines of this name joined by `, ` (RFC 9110 section 5.3); setting it replaces them all by one line, nil removes them.
    ///
    /// - Parameter name: The field's name, in any case.
    public subscript(name: String) -> String? {
        get {
            let values = self.values(of: name)
            return values.isEmpty ? nil : values.joined(separator: ", ")
        }
        set {
            fields.removeAll { $0.name.equalsIgnoringASCIICase(name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// The values of all lines of this name, in order.
    ///
    /// - Parameter name: The field's name, in any case.
    /// - Returns: The values; empty where there is no such line.
    public func values(of name: String) -> [String] {
        var values: [String] = []
        for field in fields where field.name.equalsIgnoringASCIICase(name) {
            values.append(field.value)
        }
        return values
    }

    /// Whether there is a line of this name.
    ///
    /// - Parameter name: The field's name, in any case.
    /// - Returns: Whether there is one.
    public func contains(_ name: String) -> Bool {
        fields.contains { $0.name.equalsIgnoringASCIICase(name) }
    }

    /// Whether a text may be a field's name: a token (RFC 9110 section 5.6.2).
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it is a token.
    package static func isValidName(_ text: String) -> Bool {
        let marks = [UInt8]("!#$%&'*+-.^_`|~".utf8)
        return !text.isEmpty && text.utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || marks.contains($0) }
    }

    /// Whether a text may be a field's value: it holds no control character but the tab (RFC 9110 section 5.5).
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether nothing in it could end the line or hide what follows.
    package static func isValidValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == UInt8(ascii: "\t") }
    }
}
