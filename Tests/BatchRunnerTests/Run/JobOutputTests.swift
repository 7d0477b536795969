import BatchRunner
import Testing

@Suite struct JobOutputTests {
    private struct NoObserver: RunObserver {
        func observe(_ event: RunEvent) {}
    }

    private func run(
        _ folder: ManifestFolder, output: String? = nil, data: String? = nil
    ) async throws(JobError) -> RunReport {
        var options = RunOptions(manifest: folder.path("books.json"))
        options.output = output.map(folder.path)
        options.data = data.map(folder.path)
        return try await Job(options: options, environment: [:]).run(observer: NoObserver())
    }

    @Test(arguments: [
        ("books.json", String?.none), ("list.txt", nil), ("out/../list.txt", nil), ("a.json", "list.txt"),
        ("link.json", nil), ("twin.json", nil), ("key", nil), ("a.json", "keys/../key"), ("key.json", nil),
    ])
    func `Nothing is written over what the requests are read from`(output: String, data: String?) async throws {
        let manifest =
            #"{"api": "sample", "headers": {"X-Key": "${file:key}", "X-Id": "${file:key.partial.json}"}, "#
            + #""requestsFrom": "list.txt"}"#
        let files = ["list.txt": "9780140328721\n", "key": "12345678\n", "key.partial.json": "87654321\n"]
        let folder = try ManifestFolder(manifest, files: files)
        try folder.link("link.json", to: "list.txt")
        for name in ["out", "keys"] { try FilePath.makeFolder(folder.path(name)) }
        try folder.link("twin.partial.json", to: "books.json")
        let error = await #expect(throws: JobError.self) { _ = try await run(folder, output: output, data: data) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(" would replace ") == true)
        #expect(try folder.text("books.json") == manifest)
        for (name, text) in files { #expect(try folder.text(name) == text) }
    }

    @Test(arguments: [("a.json", "a.json"), ("a.json", "a.partial.json"), ("a.json", "x/../a.json")])
    func `Results, partial results and data have places of their own`(output: String, data: String) async throws {
        let folder = try ManifestFolder(#"{"api": "sample", "requests": [{"isbn": "9780140328721"}]}"#)
        try FilePath.makeFolder(folder.path("x"))
        let error = await #expect(throws: JobError.self) { _ = try await run(folder, output: output, data: data) }
        #expect(error?.status == .usage)
        #expect(error?.message.contains(" would go to the same place, ") == true)
    }
}
