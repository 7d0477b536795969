#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A folder for what runs share; gone with the value.
final class StateFolder: Sendable {
    /// The folder's path.
    let path = FileManager.default.temporaryDirectory.appending(path: "runner-shared-\(UUID().uuidString)").path

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The environment of a run that uses it.
    var environment: [String: String] { ["RUNNER_STATE_DIR": path] }

    /// The contents of all files in it, by their paths.
    var contents: [String: String] {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: path)) ?? []
        var contents: [String: String] = [:]
        for name in names {
            guard let data = try? Data(contentsOf: URL(filePath: "\(path)/\(name)")) else { continue }
            contents[name] = String(decoding: data, as: UTF8.self)
        }
        return contents
    }
}
