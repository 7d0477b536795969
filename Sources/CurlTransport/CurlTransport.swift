/// The transport on the system's libcurl.
public struct CurlTransport: ~Copyable {}
