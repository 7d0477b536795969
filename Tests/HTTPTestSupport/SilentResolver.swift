import CTestSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A name server that never answers, and a way to run a program whose name look-ups go there.
///
/// It takes the right to bind port 53 and to make a mount namespace, so root on Linux.
package final class SilentResolver: Sendable {
    private let address: String
    private let descriptor: Int32

    /// Takes the name server's port at an address that no other test has.
    ///
    /// - Throws: ``ScriptedServerError`` when the port can't be had.
    package init() throws(ScriptedServerError) {
        for last in 1...9 {
            let address = "127.77.0.\(last)"
            let descriptor = ctest_bind_silent(address, 53)
            guard descriptor < 0 else {
                self.address = address
                self.descriptor = descriptor
                return
            }
        }
        throw ScriptedServerError(address: "127.77.0.1")
    }

    deinit {
        ctest_close(descriptor)
    }

    /// Whether this machine allows it.
    package static var isAvailable: Bool {
        ChildProcess.succeeds(["unshare", "-m", "true"]) && geteuid() == 0
    }

    /// Starts a program in a mount namespace of its own in which `/etc/resolv.conf` names this server alone.
    ///
    /// - Parameters:
    ///   - arguments: The program and its arguments.
    ///   - environment: Variables to set besides the inherited ones.
    /// - Returns: The program.
    /// - Throws: ``ChildProcess/Failure`` when it can't be started.
    package func run(
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws(ChildProcess.Failure) -> ChildProcess {
        let script = """
            set -e
            file=$(mktemp /tmp/resolv.XXXXXX)
            printf 'nameserver \(address)\\noptions timeout:30 attempts:5\\n' > "$file"
            mount --bind "$file" /etc/resolv.conf
            rm -f "$file"
            exec "$@" 2>&1
            """
        return try ChildProcess(["unshare", "-m", "sh", "-c", script, "sh"] + arguments, environment: environment)
    }
}
