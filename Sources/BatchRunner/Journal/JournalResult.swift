/// A result as the journal holds it.
package struct JournalResult: Sendable {
    private let bytes: ArraySlice<UInt8>
    private let ends: [Int]

    /// Reads a record's line.
    ///
    /// - Parameter line: The line without its line feed; nil where it is no record of a result.
    package init?(line: ArraySlice<UInt8>) {
        var rest = line
        guard rest.skip("{\"t\":\"done\",\"ends\":[") else { return nil }
        var ends: [Int] = []
        repeat {
            guard let end = rest.skipNumber() else { return nil }
            ends.append(end)
        } while rest.skip(",")
        guard ends.count == ResultText.Part.allCases.count, rest.skip("],\"result\":{"), rest.hasSuffix("}}") else {
            return nil
        }
        bytes = rest.dropLast(2)
        guard ends.last == bytes.count, ends == ends.sorted() else { return nil }
        self.ends = ends
    }

    /// The members of the results file's object.
    package var members: ArraySlice<UInt8> { bytes }

    /// The members of the data file's object, in slices.
    package var dataMembers: [ArraySlice<UInt8>] {
        ResultText.Part.allCases.filter(\.isData).map { part in
            let end = ends[part.rawValue]
            let begin = part.rawValue == 0 ? 0 : ends[part.rawValue - 1]
            return bytes[bytes.startIndex + begin..<bytes.startIndex + end]
        }
    }
}

extension ArraySlice<UInt8> {
    /// Steps over a text where the slice begins with it.
    fileprivate mutating func skip(_ text: StaticString) -> Bool {
        let isThere = text.withUTF8Buffer { starts(with: $0) }
        if isThere { self = dropFirst(text.utf8CodeUnitCount) }
        return isThere
    }

    /// Steps over a decimal number of at most fifteen digits.
    fileprivate mutating func skipNumber() -> Int? {
        let digits = prefix(15).prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        guard !digits.isEmpty else { return nil }
        self = self[digits.endIndex...]
        return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    fileprivate func hasSuffix(_ text: StaticString) -> Bool {
        text.withUTF8Buffer { suffix($0.count).elementsEqual($0) }
    }
}
