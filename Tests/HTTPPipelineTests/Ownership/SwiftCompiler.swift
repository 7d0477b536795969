#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The compiler that stands beside these tests, run against the modules that were built for them.
struct SwiftCompiler {
    /// What the compiler says of a program.
    struct Answer {
        /// Whether it takes the program.
        var accepts: Bool
        /// What it prints.
        var output: String
    }

    /// The folder of the built modules.
    private let modules: String

    /// Finds the compiler and the modules; nil where either is missing.
    init?() {
        // The bundle of the tests stands in the folder of the build.
        let folders = CommandLine.arguments.flatMap(Self.parents)
        guard let modules = folders.map({ $0 + "/Modules" }).first(where: Self.holdsPipeline),
            Self.run("command -v swiftc")?.accepts == true
        else { return nil }
        self.modules = modules
    }

    /// Compiles a program as far as ownership is checked; a mere type check lets all misuse pass.
    ///
    /// - Parameter program: The program.
    /// - Returns: What the compiler says; nil where it can't be run.
    func answer(to program: String) -> Answer? {
        var folder = Array("/tmp/ownership.XXXXXX".utf8CString)
        guard mkdtemp(&folder) != nil else { return nil }
        let path = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let source = path + "/program.swift"
        defer {
            unlink(source)
            rmdir(path)
        }
        guard let file = fopen(source, "w") else { return nil }
        fputs(program, file)
        guard fclose(file) == 0 else { return nil }
        return Self.run(
            "swiftc -emit-sil -o /dev/null -swift-version 6 -parse-as-library -I '\(modules)' '\(source)' 2>&1"
        )
    }

    private static func parents(of path: String) -> [String] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.indices.reversed().map { parts[..<$0].joined(separator: "/") }.filter { !$0.isEmpty }
    }

    private static func holdsPipeline(_ folder: String) -> Bool {
        access(folder + "/HTTPPipeline.swiftmodule", F_OK) == 0
    }

    private static func run(_ command: String) -> Answer? {
        guard let pipe = popen(command, "r") else { return nil }
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while case let count = fread(&buffer, 1, buffer.count, pipe), count > 0 { output += buffer[..<count] }
        return Answer(accepts: pclose(pipe) == 0, output: String(decoding: output, as: UTF8.self))
    }
}
