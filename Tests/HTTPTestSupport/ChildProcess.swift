import CTestSupport

/// A program that runs beside a test and is killed with it: a foreign peer, a compiler.
package final class ChildProcess: Sendable {
    private let process: Int32
    private let output: Int32

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The program, looked for on the PATH, and its arguments.
    ///   - environment: Variables to set besides the inherited ones.
    /// - Throws: ``ChildProcessError`` when it can't be started.
    package init(_ arguments: [String], environment: [String: String] = [:]) throws(ChildProcessError) {
        var output: Int32 = -1
        process = withCStrings(arguments) { arguments in
            withCStrings(environment.map { "\($0.key)=\($0.value)" }) { variables in
                ctest_launch(arguments, variables, &output)
            }
        }
        self.output = output
        guard process > 0 else { throw ChildProcessError(program: arguments.first ?? "") }
    }

    deinit {
        ctest_close(output)
    }

    /// Reads what it prints until a line ends, or the output does.
    ///
    /// - Returns: The line without its end; nil at the end of the output.
    package func readLine() -> String? {
        var line: [UInt8] = []
        var byte: UInt8 = 0
        while ctest_read(output, &byte, 1) == 1 {
            if byte == 10 { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }

    /// Waits for its end.
    ///
    /// - Returns: Its exit code, or 128 and the number of the signal that ended it.
    package func waitForExit() -> Int { Int(ctest_wait_for(process)) }

    /// Kills it; to be called once, and not after ``waitForExit()``.
    package func kill() { ctest_kill(process) }

    /// Whether a program is on the PATH and runs.
    ///
    /// - Parameter arguments: The program with arguments that make it end at once.
    /// - Returns: Whether it ended with 0.
    package static func succeeds(_ arguments: [String]) -> Bool {
        guard let child = try? ChildProcess(arguments) else { return false }
        while child.readLine() != nil {}
        return child.waitForExit() == 0
    }
}

/// A program could not be started.
package struct ChildProcessError: Error {
    /// The program.
    package let program: String
}

private func withCStrings<Result>(
    _ strings: [String],
    _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = strings.map { string in
        let bytes = Array(string.utf8CString)
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        copy.initialize(from: bytes, count: bytes.count)
        return copy
    }
    defer { for copy in copies { copy.deallocate() } }
    var pointers: [UnsafePointer<CChar>?] = copies.map { UnsafePointer($0) }
    pointers.append(nil)
    return pointers.withUnsafeBufferPointer { buffer in
        guard let base = buffer.baseAddress else { fatalError("An array with an element has an address.") }
        return body(base)
    }
}
