import BatchRunner

/// A unit of systemd as it stands in the README.
struct UnitFile {
    /// The file's name.
    let name: String
    /// Its text.
    let text: String

    init(_ block: Readme.Block) {
        name = String(block.lines.first?.split(separator: "/").last ?? "")
        text = block.text
    }

    /// The value of an assignment; nil where there is none.
    func value(_ key: String) -> String? {
        text.split(separator: "\n").first { $0.hasPrefix("\(key)=") }.map { String($0.dropFirst(key.utf8.count + 1)) }
    }

    /// The words of a value; none where there is no such assignment.
    func words(_ key: String) -> [String] {
        (value(key) ?? "").split(separator: " ").map(String.init)
    }

    /// The time that a value names, which the command and systemd write alike.
    func duration(_ key: String) -> Duration? {
        value(key).flatMap { DurationText.duration($0) }
    }
}
