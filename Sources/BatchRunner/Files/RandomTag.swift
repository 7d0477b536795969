import HTTPPipeline

/// A part of a name that no other run chooses.
package enum RandomTag {
    /// Makes one.
    ///
    /// - Returns: Sixteen hexadecimal digits.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(decoding: Hexadecimal.digits(of: generator.next() as UInt64), as: UTF8.self)
    }
}
