import HTTPTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct DeclarationTests {
    /// A compiler's arguments that check without output, followed by what it is to read.
    private static func check(_ source: String) -> Bool {
        let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
            separator: "/")
        let command = """
            printf '%s' "$SOURCE" | gcc -Wall -Werror -fsyntax-only -x c \
            -I"$FOLDER/Sources/CCurl" -I"$FOLDER/Sources/CCurl/include" -
            """
        let variables = ["SOURCE": source, "FOLDER": folder]
        guard let child = try? ChildProcess(["sh", "-c", command], environment: variables) else { return false }
        while child.readLine() != nil {}
        return child.waitForExit() == 0
    }

    private static let isPossible = canRun("DeclarationTests", check(include), "gcc and curl/curl.h")
    private static let include = "#define CURL_DISABLE_TYPECHECK\n#include <curl/curl.h>\n"

    @Test(.enabled(if: isPossible))
    func `What is declared by hand is what libcurl's own header declares`() {
        #expect(Self.check(Self.include + "#include \"libcurl.h\"\n"))
    }

    @Test(.enabled(if: isPossible))
    func `A number or a prototype that differs would be found`() {
        let wrongNumber =
            "#include \"ccurl.h\"\n#undef CCURLOPT_URL\n#define CCURLOPT_URL 10003\n#include \"libcurl.h\"\n"
        #expect(!Self.check(Self.include + wrongNumber))
        #expect(!Self.check(Self.include + "#include \"libcurl.h\"\nint curl_easy_cleanup(void *);\n"))
    }

    private static let zlib = "#include <zlib.h>\n"
    private static let isPossibleForZlib = canRun("DeclarationTests", check(zlib), "gcc and zlib.h")

    @Test(.enabled(if: isPossibleForZlib))
    func `What is declared by hand is what zlib's own header declares`() {
        #expect(Self.check(Self.zlib + "#include \"libz.h\"\n"))
        let wrongNumber = "#include \"ccurl.h\"\n#undef CCURL_FORMAT_ZLIB\n#define CCURL_FORMAT_ZLIB 14\n"
        #expect(!Self.check(Self.zlib + wrongNumber + "#include \"libz.h\"\n"))
        #expect(!Self.check(Self.zlib + "#include \"libz.h\"\nint inflateEnd(z_stream *, int);\n"))
    }
}
