import HTTPTestSupport

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A temporary folder in which the built command runs a manifest of the test's; gone with the value.
///
/// The manifest is `books.json`, so that the results are `output/books.json` where nothing else is said.
final class RunFolder: Sendable {
    /// Where the results are by default.
    static let results = "output/books.json"
    /// The folder of an unfinished run's state by default.
    static let state = "output/.books.json.runner"
    /// The journal by default.
    static let journal = state + "/journal.ndjson"
    /// The lock by default, which stays for good.
    static let lock = state + "/lock"
    /// Where an unfinished run leaves its results by default.
    static let partial = "output/books.partial.json"

    /// Settings with which a server that stalls is waited for, however long a busy machine takes until the test goes on.
    static let patience = #""timeout": { "connect": "10m", "idle": "10m", "attempt": "10m" }"#

    /// The folder's path.
    let path: String

    init(_ manifest: String? = nil) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "runner-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        if let manifest { try write(manifest) }
    }

    /// A folder with a manifest of GET requests, one for each URL; they have patience unless the settings say otherwise.
    convenience init(urls: [String], settings: String = "") throws {
        let requests = urls.map { "{ \"url\": \"\($0)\" }" }.joined(separator: ",\n")
        let patience = settings.contains(#""timeout""#) ? "" : Self.patience
        let all = [settings, patience].filter { !$0.isEmpty }.map { $0 + ", " }.joined()
        try self.init("{ \(all)\"requests\": [\n\(requests)\n] }")
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func path(of name: String) -> String { "\(path)/\(name)" }

    /// Writes a file in its place, with the folders that it needs.
    func write(_ text: String, to name: String = "books.json", mode: Int? = nil) throws {
        let file = URL(filePath: path(of: name))
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        if let mode { try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(of: name)) }
    }

    /// Makes a symbolic link.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(of: name), withDestinationPath: target)
    }

    /// What a symbolic link says.
    func target(of name: String) throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: path(of: name))
    }

    /// The permissions of a file.
    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path(of: name))[.posixPermissions] as? Int
    }

    func text(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(of: name))), as: UTF8.self)
    }

    /// The text of a file that is not of the folder.
    func text(ofSystemFile path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// All files in the folder and its folders, hidden ones too, by their paths in it; without locks, which stay for good.
    var files: [String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        return names.filter { name in
            var isFolder = false
            let isThere = FileManager.default.fileExists(atPath: path(of: name), isDirectory: &isFolder)
            return isThere && !isFolder && !name.hasSuffix(".runner/lock")
        }.sorted()
    }

    /// Everything in the folder, folders too.
    var entries: [String] {
        ((try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []).sorted()
    }

    /// The results in a file.
    func results(in name: String = RunFolder.results) throws -> ResultsDocument {
        try ResultsDocument(try text(of: name))
    }

    /// Waits until a run has noted a send in its journal, which is right before it connects.
    func noteOfSend() async throws {
        while (try? text(of: Self.journal))?.contains(#""t":"send""#) != true {
            try await Task.sleep(for: .milliseconds(10))
        }
    }

    /// Starts the command in the folder; the manifest is its first word.
    func start(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        input: ChildProcess.Stream = .null,
        output: ChildProcess.Stream = .pipe,
        error: ChildProcess.Stream = .pipe,
        isUrgent: Bool = false
    ) throws -> ChildProcess {
        try BuiltCommand.start(
            ["books.json"] + arguments, environment: environment, directory: path, input: input, output: output,
            error: error, isUrgent: isUrgent)
    }

    /// Starts the command in the folder and waits for its end.
    func run(
        _ arguments: [String] = [],
        environment: [String: String] = [:],
        input: ChildProcess.Stream = .null,
        output: ChildProcess.Stream = .pipe,
        error: ChildProcess.Stream = .pipe
    ) async throws -> ChildProcess.Result {
        try await start(arguments, environment: environment, input: input, output: output, error: error).finish()
    }
}
