/// What is wrong with a text that should be JSON, and where.
package struct JSONTextError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of fault.
    package enum Kind: Sendable, Hashable {
        /// The text breaks the grammar of RFC 8259 or a limit of the reader.
        case syntax
        /// An object has two members of one name.
        case duplicateKey
        /// The source of the bytes failed.
        case source
    }

    /// The kind of fault.
    package let kind: Kind
    /// One sentence in small letters without a full stop: `a comma before ]: remove it`.
    package let message: String
    /// Where the fault is.
    package let position: JSONPosition

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: One sentence in small letters without a full stop.
    ///   - position: Where the fault is.
    ///   - kind: The kind of fault.
    package init(_ message: String, at position: JSONPosition, kind: Kind = .syntax) {
        self.kind = kind
        self.message = message
        self.position = position
    }

    /// The place and the sentence: `14:15: a comma before ]: remove it`.
    package var description: String { "\(position.line):\(position.column): \(message)" }
}
