import HTTPPipeline
import Testing

@Suite struct IPAddressTests {
    @Test(arguments: [
        "8.8.8.8", "192.0.2.7", "1.1.1.1", "100.63.255.255", "100.128.0.0", "172.15.255.255", "172.32.0.0",
        "169.253.0.1", "192.167.0.1", "192.169.0.1", "198.17.0.1", "198.20.0.1", "126.255.255.255", "128.0.0.0",
        "11.0.0.1", "2001:db8::1", "2606:4700:4700::1111", "[2606:4700:4700::1111]", "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8", "2002:0808:0808::1", "fbff::1", "fe00::1",
    ])
    func `Addresses of the internet are public`(text: String) {
        #expect(IPAddress(text)?.isPublic == true)
    }

    @Test(arguments: [
        "0.0.0.0", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1",
        "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1", "198.18.0.1", "198.19.255.255",
        "255.255.255.255", "::", "::1", "[::1]", "fc00::1", "fdff:ffff::1", "fe80::1", "fe80::1%eth0", "febf::1",
        "fec0::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:7f00:1", "::127.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b:1::1", "2002:7f00:0001::", "2002:c0a8:0101::1",
    ])
    func `Private, loopback and link-local addresses are not, in whichever form`(text: String) {
        #expect(IPAddress(text)?.isPublic == false)
    }

    @Test(arguments: [
        ("10.0.0.0", 9, "10.127.255.255", true), ("10.0.0.0", 9, "10.128.0.0", false),
        ("10.1.2.3", 32, "10.1.2.3", true),
        ("10.1.2.3", 32, "10.1.2.2", false), ("10.1.2.3", 33, "10.1.2.3", false), ("10.1.2.3", -1, "10.1.2.3", false),
        ("1.2.3.4", 0, "200.1.1.1", true), ("1.2.3.4", 0, "::1", false), ("::", 0, "1.2.3.4", false),
        ("fd00::", 8, "fd12::1", true), ("fd00::", 8, "fc12::1", false), ("::1", 128, "[::1]", true),
        ("::1", 129, "::1", false), ("::ffff:10.0.0.0", 8, "10.1.1.1", true),
    ])
    func `A network holds the addresses of its family that begin with its bits`(
        network: String, bits: Int, text: String, isInside: Bool
    ) throws {
        let address = try #require(IPAddress(text))
        #expect(IPAddress(network)?.hasPrefix(of: bits, in: address) == isInside)
    }

    @Test(arguments: ["", "example.org", "1.2.3", "1.2.3.4.5", "256.1.1.1", "1::2::3", "12345::", "localhost", "[]"])
    func `What is no literal is no address`(text: String) {
        #expect(IPAddress(text) == nil)
    }
}
