/// What is in a file, as far as the ending of its name says so.
enum FileForm {
    /// The end of a message to someone who wants one result a line.
    static let wayToLines = "For one result a line, and nothing else: --output - --format ndjson > results.ndjson"

    private static let tables: Set<String> = ["csv", "tsv", "tab"]
    private static let lines: Set<String> = ["ndjson", "jsonl", "jsonlines"]
    private static let packers: Set<String> = ["bz2", "gz", "tar", "xz", "zip", "zst"]
    private static let others: Set<String> = [
        "bib", "bibtex", "db", "docx", "htm", "html", "ics", "json5", "md", "mrc", "mrk", "ods", "parquet", "pdf",
        "ris", "rss", "sqlite", "sqlite3", "toml", "xls", "xlsx", "xml", "yaml", "yml",
    ]

    /// What is wrong with the name of a file that gets one JSON document.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - content: What is in the file: `the results`.
    /// - Returns: A sentence or two; nil where the name says nothing else.
    static func fault(of path: String, as content: String) -> String? {
        let (stem, ending) = FilePath.split(FilePath.name(of: path))
        let form = ending.dropFirst().lowercased()
        let name = stem.hasSuffix(".json") ? stem : stem + ".json"
        let better = "\(path) is no name for \(content), which are JSON: name it \(name)"
        if tables.contains(form) {
            let filter = form == "csv" ? "@csv" : "@tsv"
            return
                "\(better), and make a table of that: jq -r '.results[] | [.id, .outcome, .book.title] | \(filter)' \(name)"
        }
        if lines.contains(form) { return "\(better). \(wayToLines)" }
        if packers.contains(form) { return "\(better), and pack that." }
        return others.contains(form) ? "\(better), and make \(form.uppercased()) of that." : nil
    }
}
