/// What is in a file, as far as the ending of its name says so.
enum FileForm {
    /// The end of a message to someone who wants one result a line.
    static let wayToLines = "For one result a line, and nothing else: --output - --format ndjson > results.ndjson"

    private static let tables: Set<String> = ["csv", "tsv", "tab"]
    private static let lines: Set<String> = ["ndjson", "jsonl", "jsonlines"]
    private static let others: Set<String> = [
        "bib", "bibtex", "bz2", "db", "docx", "gz", "htm", "html", "ics", "json5", "md", "mrc", "mrk", "ods", "parquet",
        "pdf", "ris",
        "rss", "sqlite", "sqlite3", "tar", "toml", "xls", "xlsx", "xml", "xz", "yaml", "yml", "zip", "zst",
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
        let better = "\(path) is no name for \(content), which are JSON: name it \(stem).json"
        if tables.contains(form) {
            let filter = form == "csv" ? "@csv" : "@tsv"
            return
                "\(better), and make a table of that: jq -r '.results[] | [.id, .outcome, .book.title] | \(filter)' \(stem).json"
        }
        if lines.contains(form) { return "\(better). \(wayToLines)" }
        return others.contains(form) ? "\(better), and make \(form.uppercased()) of that." : nil
    }
}
