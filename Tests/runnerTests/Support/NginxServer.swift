import HTTPTestSupport

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An nginx of the test's own that answers every request, and rejects with 503 what comes faster than a rate.
final class NginxServer: Sendable {
    /// Whether it is installed.
    static let isAvailable = ChildProcess.succeeds(["nginx", "-v"])

    /// The port it listens on, on 127.0.0.1.
    let port: Int
    private let folder: RunFolder
    private let child: ChildProcess

    /// Starts it, and waits until it answers.
    init(rate: String) async throws {
        folder = try RunFolder()
        // The port is free for as long as nobody else asks for one, which the wait below would find out.
        let placeholder = try ScriptedServer { _ in .close }
        placeholder.stop()
        port = placeholder.port
        try folder.write(
            """
            worker_processes 1;
            daemon off;
            error_log stderr error;
            pid nginx.pid;
            events { worker_connections 64; }
            http {
                access_log off;
                client_body_temp_path temp;
                proxy_temp_path temp;
                fastcgi_temp_path temp;
                uwsgi_temp_path temp;
                scgi_temp_path temp;
                limit_req_zone $server_port zone=all:32k rate=\(rate);
                server {
                    listen 127.0.0.1:\(port);
                    location / { limit_req zone=all; try_files none @answer; }
                    location @answer { return 200 "answer"; }
                    location = /ready { return 200 "ready"; }
                }
            }
            """, to: "nginx.conf")
        child = try ChildProcess(
            BuiltCommand.urgent + ["nginx", "-p", folder.path, "-c", folder.path(of: "nginx.conf")])
        try await waitUntilReady()
    }

    deinit {
        // The master takes its workers along; killed, it would leave them behind.
        child.send(SIGTERM)
        _ = child.waitForExit()
    }

    private func waitUntilReady() async throws {
        let probe = try RunFolder(urls: ["http://127.0.0.1:\(port)/ready"])
        for _ in 0..<40 {
            if try await probe.run(["--attempts", "1"]).ending == .exited(0) { return }
        }
        throw NotReady()
    }

    /// It did not answer.
    struct NotReady: Error {}
}
