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

    /// The members of the data file's object, in slices.
    package var dataMembers: [ArraySlice<UInt8>] {
        parts(ResultText.Part.allCases.filter(\.isData))
    }

    private func parts(_ parts: [ResultText.Part]) -> [ArraySlice<UInt8>] {
        parts.compactMap { part in
            layers.lazy.map { $0[part] }.first { !$0.isEmpty }
        }
    }
}
