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

        /// Starts `s_server`, or a program of Python's in the folder of the certificate, which tells its port likewise.
        init(_ arguments: [String] = [], subject: String = "DNS:localhost,IP:127.0.0.1", program: String = "") throws {
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
                [ -z "$PROGRAM" ] || exec python3 -c "$PROGRAM"
                exec openssl s_server -accept 127.0.0.1:0 -key key.pem -cert certificate.pem -naccept 9 "$@"
                """
            child = try ChildProcess(
                ["sh", "-c", script, "sh"] + arguments,
                environment: ["FOLDER": folder, "SUBJECT": subject, "PROGRAM": program]
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

    /// A server that answers with the path, and on its first connection writes another answer behind the first one.
    private static func doubleSpeaker(_ steps: String) -> String {
        """
        import socket, ssl
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain("certificate.pem", "key.pem")
        listener = socket.create_server(("127.0.0.1", 0))
        print("ACCEPT :%d" % listener.getsockname()[1], flush=True)
        head = b"HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\n"
        stray = b"HTTP/1.1 404 Not Found\\r\\nContent-Length: 1\\r\\n\\r\\nX"
        for number in range(9):
            raw, _ = listener.accept()
            c = context.wrap_socket(raw, server_side=True)
            while True:
                try: path = c.recv(9999).split(b" ")[1]
                except (IndexError, OSError): break
                if path != b"/1": c.sendall(head + path); continue
                \(steps)
                print("sent", flush=True)
            c.close()
        """
    }

    @Test(arguments: ["c.sendall(head + path); c.sendall(stray)", "c.sendall(head); c.sendall(path + stray)"])
    func `Bytes that came over TLS before a request are not its answer, wherever they wait`(steps: String) async throws
    {
        let server = try Server(program: Self.doubleSpeaker(steps))
        defer { server.stop() }
        var configuration = CurlTransport.Configuration.direct
        configuration.certificateFile = server.certificate
        var transport = try CurlTransport(configuration: configuration, timeline: Timeline())
        let urls = try (1...3).map { try HTTPURL("https://localhost:\(server.port)/\($0)") }
        let first = await exchange(HTTPRequest(url: urls[0]), over: &transport)
        #expect(try first.result.get().body == Array("/1".utf8))
        #expect(server.child.readLine() == "sent")
        let gate = RecordingGate()
        let second = await exchange(HTTPRequest(url: urls[1]), over: &transport, through: gate)
        #expect(try second.result.get().body == Array("/2".utf8))
        #expect(!second.attempt.reused)
        #expect(gate.departures.count == 1)
        #expect(gate.peers.count == 1 + gate.takenBack)
        let third = await exchange(HTTPRequest(url: urls[2]), over: &transport)
        #expect(try third.result.get().body == Array("/3".utf8))
    }
}
