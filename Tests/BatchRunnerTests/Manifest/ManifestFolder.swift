import BatchRunner

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The system's `write` under a name that no method hides.
private let systemWrite = write

/// A temporary folder with a manifest and the files that it names; gone with the value.
final class ManifestFolder {
    private let path: String

    init(_ manifest: String = "", files: [String: String] = [:]) throws {
        path = temporaryFolder() + "runner-manifest-\(UInt64.random(in: 0...UInt64.max))"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try write(manifest, to: "books.json")
        for (name, text) in files { try write(text, to: name) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws {
        try write(Array(text.utf8), to: name)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// Changes the content of a file that may be open, as no rename would.
    func overwrite(_ name: String, with text: String) throws {
        let handle = open("\(path)/\(name)", O_WRONLY | O_TRUNC)
        defer { close(handle) }
        let bytes = Array(text.utf8)
        guard handle >= 0, systemWrite(handle, bytes, bytes.count) == bytes.count else { throw OverwriteError() }
    }

    private struct OverwriteError: Error {}

    func check(
        _ name: String = "books.json",
        apis: [String] = ["sample", "openlibrary"],
        strict: Bool = false,
        environment: [String: String] = [:]
    ) throws(ManifestError) -> ManifestCheck {
        let options = ManifestCheckOptions(knownAPIs: apis, strict: strict, environment: environment)
        return try ManifestReader.open(path: "\(path)/\(name)").check(options)
    }

    /// The problems as they are printed, without the folder's path.
    func report(strict: Bool = false, environment: [String: String] = [:]) throws -> String {
        relative(try check(strict: strict, environment: environment).report)
    }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { "\(path)/\(name)" }

    /// The content of a file.
    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
    }

    /// Makes a symbolic link in the folder.
    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }

    /// A text with the folder's path taken out.
    func relative(_ text: String) -> String {
        text.replacing(path + "/", with: "")
    }

    /// All requests of the manifest.
    func requests(environment: [String: String] = [:]) throws -> [RequestSpec] {
        var stream = try check(environment: environment).get().requests()
        var requests: [RequestSpec] = []
        while let request = try stream.next() { requests.append(request) }
        return requests
    }
}

private func temporaryFolder() -> String {
    let folder = FileManager.default.temporaryDirectory.path
    return folder.hasSuffix("/") ? folder : folder + "/"
}
