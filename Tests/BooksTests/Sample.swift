#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Files that record what the providers answer, and test vectors.
enum Sample {
    /// The bytes of a file.
    static func bytes(_ name: String) throws -> [UInt8] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
        return try [UInt8](Data(contentsOf: folder.appending(path: name)))
    }

    /// The value of a file.
    static func value<Value: Decodable>(_ type: Value.Type, in name: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes(name)))
    }

    /// The text of a value.
    static func text(of value: AnyJSON) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }
}
