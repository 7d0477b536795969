/// One token of a JSON text; commas and colons are implied.
package enum JSONToken: Sendable, Hashable {
    /// `{`
    case beginObject
    /// `}`
    case endObject
    /// `[`
    case beginArray
    /// `]`
    case endArray
    /// The name of a member, decoded.
    case key(String)
    /// A string, decoded.
    case string(String)
    /// A number as it is written, so that nothing of it is lost.
    case number(String)
    /// `true` or `false`
    case bool(Bool)
    /// `null`
    case null
}
