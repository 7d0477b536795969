package import HTTPPipeline

/// The name of a lane's file: that of the lane, with what could be more than a name in a path written as `%3A`.
package enum LaneFileName {
    private static let ending = ".lane"
    private static let turnEnding = ".turn"
    /// The longest name in bytes that file systems take.
    private static let longest = 255

    /// The file's name.
    ///
    /// A lane whose name is too long for that has the file of the lane `#` with its digest, which is no server's name.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The name; no two lanes have the same, also where a file system takes capitals for small letters.
    package static func name(of lane: Lane) -> String {
        name(of: lane, ending: ending)
    }

    /// The name of the file of the lane's turn.
    ///
    /// - Parameter lane: The lane.
    /// - Returns: The name; no lane's file has it.
    package static func nameOfTurn(of lane: Lane) -> String {
        name(of: lane, ending: turnEnding)
    }

    private static func name(of lane: Lane, ending: String) -> String {
        let name = encoded(lane.name) + ending
        return name.utf8.count <= longest ? name : encoded("#" + SHA256.hexadecimal(of: lane.name)) + ending
    }

    private static func encoded(_ text: String) -> String {
        var name = ""
        for byte in text.utf8 {
            let isPlain = byte.isLowercase || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            if isPlain || byte == UInt8(ascii: ".") && !name.isEmpty {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
        return name
    }

    /// The lane that a file is of.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The lane, or that of the digest; nil where the name is none that ``name(of:)`` gives.
    package static func lane(named name: String) -> Lane? {
        lane(named: name, ending: ending)
    }

    /// The lane that the file of a turn is of.
    ///
    /// - Parameter name: The file's name.
    /// - Returns: The lane; nil where the name is none that ``nameOfTurn(of:)`` gives.
    package static func laneOfTurn(named name: String) -> Lane? {
        lane(named: name, ending: turnEnding)
    }

    private static func lane(named name: String, ending: String) -> Lane? {
        guard name.hasSuffix(ending) else { return nil }
        var bytes: [UInt8] = []
        var rest = name.dropLast(ending.count).utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        let lane = Lane(name: String(decoding: bytes, as: UTF8.self))
        return !bytes.isEmpty && Self.name(of: lane, ending: ending) == name ? lane : nil
    }
}

extension UInt8 {
    fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
