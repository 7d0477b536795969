import HTTPTestSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder in which commands from the README run; it goes with its owner.
struct Workshop: ~Copyable {
    /// The folder's path.
    let path: String

    /// Makes an empty folder.
    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/readme-\(UInt64.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file into the folder.
    func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(path)/\(name)", atomically: false, encoding: .utf8)
    }

    /// Runs a command line in the folder, with the built command on the PATH.
    func run(_ command: String, environment: [String: String] = [:]) async throws -> ChildProcess.Result {
        var variables = Self.inherited
        variables["PATH"] = "\(Self.binaries):\(variables["PATH"] ?? "")"
        variables.merge(environment) { $1 }
        let child = try ChildProcess(
            ["/bin/sh", "-c", command], environment: variables, inheritsEnvironment: false, directory: path)
        return try await child.finish()
    }

    /// Reads YAML by Python's reader.
    func decode<Value: Decodable>(_ text: String, as type: Value.Type) async throws -> Value {
        try write(text, to: "text.yaml")
        let script = "import json, yaml; print(json.dumps(yaml.safe_load(open('text.yaml'))))"
        let result = try await run("python3 -c \"\(script)\"")
        guard result.ending == .exited(0) else { throw BadYAML(reason: result.error) }
        return try JSONDecoder().decode(type, from: Data(result.output.utf8))
    }

    /// A text is no YAML.
    struct BadYAML: Error {
        let reason: String
    }

    /// The folder of the built command, the modules and the objects.
    static var binaries: String {
        BuiltCommand.path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    }

    /// Whether a command ends well; for tests that need a tool.
    static func succeeds(_ command: String) -> Bool {
        ChildProcess.succeeds(["/bin/sh", "-c", command])
    }

    /// What a compiler or an interpreter needs to be found and to find its own files.
    private static var inherited: [String: String] {
        ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR", "LANG"].contains($0.key) }
    }
}
