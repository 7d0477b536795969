/// A result as the results file shows it: its own parts, and those that it takes from the result it stands on.
package struct ProjectedResult: Sendable {
    private var layers: [JournalResult]

    /// Creates a result of its own parts.
    ///
    /// - Parameter result: The result.
    package init(_ result: JournalResult) {
        layers = [result]
    }

    /// The result that further parts are to be taken from; nil where it is whole.
    package var origin: JournalPlace? { layers.last?.origin }

    /// Adds the result that further parts are taken from.
    ///
    /// - Parameter result: The result.
    package mutating func add(_ result: JournalResult) {
        layers.append(result)
    }

    /// The members of the results file's object, in slices.
    package var members: [ArraySlice<UInt8>] {
        layers.count == 1 ? [layers[0].members] : parts(ResultText.Part.allCases)
    }

    /// The member by which a later run knows the request, though its id or line be another then.
    ///
    /// What the results tell of a request leaves out its headers and its body, so it can't be known by that.
    package var keyMember: ArraySlice<UInt8> {
        Array(",\"key\":\"\(layers[0].key.text)\"".utf8)[...]
    }

    /// The members of the data file's object, in slices; without the line, which moves with each line that comes before it.
    package var dataMembers: [ArraySlice<UInt8>] {
        var slices = parts(ResultText.Part.allCases.filter(\.isData))
        guard let identity = slices.first, let line = Self.lineMember(in: identity) else { return slices }
        slices.replaceSubrange(..<1, with: [identity[..<line.lowerBound], identity[line.upperBound...]])
        return slices
    }

    /// Where `"line"` stands, which is the last member of the request, with the comma before it.
    private static func lineMember(in identity: ArraySlice<UInt8>) -> Range<Int>? {
        // Behind it come two closing braces at the most and the outcome, in which there is none.
        guard let end = identity.lastIndex(of: UInt8(ascii: "}")),
            let last = identity[..<end].lastIndex(where: { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            identity[...last].hasSuffix("\"line\":")
        else { return nil }
        let begin = last + 1 - "\"line\":".utf8.count
        return (identity[begin - 1] == UInt8(ascii: ",") ? begin - 1 : begin)..<end
    }

    private func parts(_ parts: [ResultText.Part]) -> [ArraySlice<UInt8>] {
        parts.compactMap { part in
            // What the list says of a row now is in the uppermost layer, though it be nothing.
            (part == .carried ? layers[..<1] : layers[...]).lazy.map { $0[part] }.first { !$0.isEmpty }
        }
    }
}
