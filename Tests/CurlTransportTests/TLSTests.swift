import CurlTransport
import HTTPPipeline
import HTTPTestSupport
import Testing

@Suite(
    .timeLimit(.minutes(5)),
    .enabled(if: canRun("TLSTests", ChildProcess.succeeds(["openssl", "version"]), "openssl"))
)
struct TLSTests {
    /// An `openssl s_server` with a certificate of its own for 127.0.0.1 and localhost.
    private struct Server {
        let child: ChildProcess
        let port: Int
        let certificate: String

        init(_ arguments: [String], subject: String = "DNS:localhost,IP:127.0.0.1") throws {
            let folder = try #require(
                ChildProcess(["mktemp", "-d", "/tmp/tls.XXXXXX"]).readLine(),
                "a folder for the certificate can be made"
            )
            certificate = folder + "/certificate.pem"
            let script = """
                set -e
                cd "$FOLDER"
                openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=test -addext "subjectAltName=$SUBJECT" \
                    -keyout key.pem -out certificate.pem
                exec openssl s_server -accept 127.0.0.1:0 -key key.pem -cert certificate.pem -naccept 9 "$@"
                """
            child = try ChildProcess(
                ["sh", "-c", script, "sh"] + arguments,
                environment: ["FOLDER": folder, "SUBJECT": subject]
            )
            // "ACCEPT 127.0.0.1:43210"
            var port: Int?
            while port == nil, let line = child.readLine() {
                if line.hasPrefix("ACCEPT ") { port = line.split(separator: ":").last.flatMap { Int($0) } }
            }
            self.port = try #require(port, "s_server tells its port")
        }

        func stop() {
            child.kill()
            let folder = certificate.split(separator: "/").dropLast().map { "/" + $0 }.joined()
            _ = ChildProcess.succeeds(["rm", "-rf", folder])
        }
    }

    private func get(
        _ server: Server,
        host: String = "localhost",
        trusting certificate: String? = nil,
        gate: RecordingGate = RecordingGate()
    ) async throws -> Exchange {
        var configuration = CurlTransport.Configuration.direct
        configuration.certificateFile = certificate
        return await exchange(
            HTTPRequest(url: try HTTPURL("https://\(host):\(server.port)/")),
            through: gate,
            configuration: configuration
        )
    }

    @Test func `A trusted certificate is taken, and the handshake has its phase`() async throws {
        let server = try Server(["-www"])
        defer { server.stop() }
        let answer = try await get(server, trusting: server.certificate)
        #expect(try answer.result.get().status == 200)
        let attempt = answer.attempt
        let phases = try [attempt.nameLookup, attempt.connect, attempt.tls, attempt.firstByte, attempt.bodyTime]
            .map { try #require($0) }
        #expect(try #require(attempt.tls) > .zero)
        #expect(phases.reduce(.zero, +) <= attempt.total)
    }

    @Test func `A certificate that can't be trusted is one failure after one handshake, and nothing departed`()
        async throws
    {
        let server = try Server(["-www"])
        defer { server.stop() }
        let gate = RecordingGate()
        let answer = try await get(server, gate: gate)
        #expect(answer.error?.code == .tls)
        #expect(answer.error?.message == "The server's certificate can't be trusted.")
        #expect(answer.error?.requestDeparted == false)
        let attempt = answer.attempt
        let phases = try [attempt.nameLookup, attempt.connect, attempt.tls].map { try #require($0) }
        #expect(phases.reduce(.zero, +) <= attempt.total)
        #expect(gate.peers.isEmpty)
    }

    @Test func `A certificate for another host is refused`() async throws {
        let server = try Server(["-www"], subject: "DNS:other.example")
        defer { server.stop() }
        #expect(try await get(server, trusting: server.certificate).error?.code == .tls)
    }

    @Test func `TLS 1.1 is refused`() async throws {
        let server = try Server(["-www", "-tls1_1", "-cipher", "ALL:@SECLEVEL=0"])
        defer { server.stop() }
        let answer = try await get(server, trusting: server.certificate)
        #expect(answer.error?.code == .tls)
    }

    @Test func `A connection that breaks in the handshake is no verdict on the certificate`() async throws {
        let listener = try ScriptedServer { _ in .close }
        defer { listener.stop() }
        // The handshake's first packet is no request line, so that the server never answers it and only its stop ends it.
        let url = try HTTPURL("https://127.0.0.1:\(listener.port)/")
        var request = HTTPRequest(url: url)
        request.limits.connect = .milliseconds(200)
        let answer = await exchange(request)
        #expect(answer.error?.code == .timedOut)
        #expect(answer.error?.requestDeparted == false)
    }

    @Test func `A server that speaks no TLS is told apart`() async throws {
        let server = try ChildProcess([
            "python3", "-c",
            """
            import socket
            s = socket.create_server(("127.0.0.1", 0)); print(s.getsockname()[1], flush=True)
            for answer in (b"HTTP/1.1 400 No\\r\\n\\r\\n", b""):
                c, _ = s.accept(); c.recv(9999); c.sendall(answer); c.close()
            """,
        ])
        defer { server.kill() }
        let port = try #require(server.readLine())
        let url = try HTTPURL("https://127.0.0.1:\(port)/")
        #expect(await exchange(HTTPRequest(url: url)).error?.code == .tls)
        #expect(await exchange(HTTPRequest(url: url)).error?.code == .connectionReset)
    }
}
