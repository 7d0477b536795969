import JSONText

/// Looks up the secrets that a manifest names, each once.
struct SecretStore: Sendable {
    private enum Entry: Sendable {
        case found(String)
        case missing(String)
    }

    /// The largest file that is taken for a secret.
    private static let sizeLimit = 1 << 16

    private let environment: [String: String]
    private let folder: String
    private var entries: [String: Entry] = [:]

    init(environment: [String: String], folder: String) {
        self.environment = environment
        self.folder = folder
    }

    /// The secrets found so far, by name.
    var values: [SecretValue] {
        entries.compactMap { name, entry in
            guard case .found(let value) = entry else { return nil }
            return SecretValue(name: name, value: value)
        }.sorted { $0.name < $1.name }
    }

    /// The files of the secrets looked up so far, by the secrets' names.
    var files: [(name: String, path: String)] {
        entries.keys.sorted().compactMap { name in path(of: name).map { (name, $0) } }
    }

    /// The value of a secret.
    mutating func value(of name: String) throws(FieldValueError) -> String {
        let entry = entries[name] ?? look(up: name)
        entries[name] = entry
        switch entry {
        case .found(let value): return value
        case .missing(let message): throw FieldValueError(message)
        }
    }

    /// The path of a secret that is a file's content; nil for any other.
    private func path(of name: String) -> String? {
        name.hasPrefix("file:") ? FilePath.join(folder, String(name.dropFirst(5))) : nil
    }

    private func look(up name: String) -> Entry {
        guard let path = path(of: name) else {
            let variable = String(name.dropFirst(4))
            guard let value = environment[variable] else {
                return .missing("the environment has no variable \(variable)")
            }
            guard !value.isEmpty else { return .missing("the environment's variable \(variable) is empty") }
            // What stands in place of bytes that make no character; no secret is made with it.
            guard !value.unicodeScalars.contains("\u{FFFD}") else {
                return .missing("the environment's variable \(variable) is not UTF-8")
            }
            return .found(value)
        }
        do {
            let file = try ManifestFile(path: path, copyLimit: SecretStore.sizeLimit + 1)
            var bytes = try file.read(at: 0, count: SecretStore.sizeLimit + 1)
            guard bytes.count <= SecretStore.sizeLimit else { return .missing("\(path) is larger than 64 KiB") }
            if bytes.last == UInt8(ascii: "\n") {
                bytes.removeLast()
                if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
            }
            guard !bytes.isEmpty else { return .missing("\(path) is empty") }
            guard let value = String(validating: bytes, as: UTF8.self) else { return .missing("\(path) is not UTF-8") }
            return .found(value)
        } catch let error as ManifestError {
            return .missing(error.message)
        } catch {
            return .missing("\(path) can't be read")
        }
    }
}
