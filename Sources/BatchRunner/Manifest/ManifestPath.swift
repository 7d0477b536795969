/// Paths as a manifest means them: relative to the manifest's own folder.
enum ManifestPath {
    /// The folder part of a path, with its slash at the end; empty for the working directory.
    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "" }
        return String(path[...slash])
    }

    /// The last part of a path without the ending after its last dot.
    static func stem(of path: String) -> String {
        let name = path[path.index(path.startIndex, offsetBy: folder(of: path).count)...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return String(name) }
        return String(name[..<dot])
    }

    /// A path as it is reached from the working directory.
    static func resolve(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : folder + path
    }

    /// A path without `.`, and without `..` where a folder stands before it; for comparing only, since a link may lie on the way.
    static func simplified(_ path: String) -> String {
        var parts: [Substring] = []
        for part in path.split(separator: "/") where part != "." {
            if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
        }
        return (path.hasPrefix("/") ? "/" : "") + parts.joined(separator: "/")
    }
}
