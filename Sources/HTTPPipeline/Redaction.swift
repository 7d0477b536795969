/// Hides secrets in whatever is printed, logged or stored.
///
/// Secrets of 8 characters or more are hidden wherever they stand; shorter ones, which any text holds by chance, only in the
/// headers and parameters that hold secrets, and where they are the whole value of a parameter or a whole segment of the path
/// in any URL. A host of which a secret is a part is hidden as a whole, however short both are. Credentials and the usual key
/// parameters of URLs are hidden even where nobody said that they are secret.
///
/// A text is searched for what it means: the escapes of JSON, URLs and HTML in it are read, one within another too, and the
/// case of ASCII letters doesn't count, since hosts and schemes lose it. What is hidden is never a part of an escape, and
/// in base 64 it is the whole code.
public struct Redaction: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What stands in place of a secret.
    public static let mask = "***"

    private let matcher: SecretMatcher
    private let urls: URLSecrets
    private let hosts: HostMatcher
    private let names: SensitiveNames

    /// Creates a redaction.
    ///
    /// - Parameters:
    ///   - secrets: The secret values.
    ///   - names: The headers and parameters that hold secrets, besides those whose names say so.
    ///   - hosts: The hosts that hold secrets, as ``HTTPURL/host`` gives them.
    public init(
        secrets: [String] = [], names: SensitiveNames = SensitiveNames(), hosts: Set<String> = []
    ) {
        // As URLs without `www.` and lanes have them.
        let hosts = hosts.union(hosts.map(\.withoutWWW)).union(hosts.map(\.ofServer))
        matcher = SecretMatcher(secrets: secrets + hosts)
        self.hosts = HostMatcher(hosts: hosts.filter { $0.count < SecretMatcher.leastLength })
        urls = URLSecrets(
            parameters: names.parameters,
            shortSecrets: Set(secrets.filter { !$0.isEmpty && $0.count < SecretMatcher.leastLength })
        )
        self.names = names
    }

    /// A URL as it may be shown: credentials and secret parameters masked.
    ///
    /// - Parameter url: The URL.
    /// - Returns: The text to show.
    public func masked(_ url: HTTPURL) -> String {
        masked(url.withoutCredentials.serialized)
    }

    /// A text as it may be shown: every secret in it masked.
    ///
    /// - Parameter text: The text, before any shortening.
    /// - Returns: The text to show.
    public func masked(_ text: String) -> String {
        let mayHoldURL = URLSecrets.mayHoldURL(text.utf8) || EscapedText.mayHoldEscape(text.utf8)
        guard mayHoldURL || !matcher.isEmpty || !hosts.isEmpty else { return text }
        let bytes = Array(text.utf8)
        let ranges = secretRanges(in: bytes)
        return ranges.isEmpty ? text : String(decoding: masking(ranges, in: bytes), as: UTF8.self)
    }

    /// The value of a header as it may be shown.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - name: The header's name in any case.
    /// - Returns: The mask where the name is that of a secret, else the value with every secret in it masked.
    package func masked(_ value: String, ofHeader name: String) -> String {
        names.headers.contains(name.asciiLowercased) || SecretName.isSecret(header: name) ? Self.mask : masked(value)
    }

    /// A sentence that may quote a server, as it may be shown: masked first, then cut.
    ///
    /// - Parameter text: The sentence.
    /// - Returns: At most 300 characters.
    package func sentence(_ text: String) -> String {
        let shown = masked(text)
        return shown.count > 300 ? shown.prefix(299) + "…" : shown
    }

    /// Whether there is a secret that is looked for in what is kept.
    var looksForSecrets: Bool { !matcher.isEmpty }

    /// Whether bytes contain a secret, so that they must not be kept.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Whether a secret of 8 characters or more is found, however it is escaped.
    public func findsSecret(in bytes: [UInt8]) -> Bool {
        guard !matcher.isEmpty else { return false }
        var text = bytes
        for _ in 0..<EscapedText.depth {
            if matcher.finds(in: text) { return true }
            guard let read = EscapedText.reading(text) else { return false }
            text = read
        }
        return matcher.finds(in: text)
    }

    /// The beginning of a body as one line for a message: secrets masked, control characters and broken UTF-8 replaced.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - limit: The most characters of the line, an ellipsis for what is left out included.
    /// - Returns: The line.
    package func snippet(of body: [UInt8], limit: Int) -> String {
        // No more is read than a line can show, yet enough that a secret at the edge is whole when it is masked: the escape of a
        // byte takes six of JSON or HTML, and more where it is escaped again.
        let window = min(body.count, limit * 16 + 4_096)
        let ranges = secretRanges(in: Array(body[..<min(body.count, window + matcher.longest * 12)]))
            .filter { $0.lowerBound < window }
        let shown = masking(ranges, in: Array(body[..<max(window, ranges.last?.upperBound ?? 0)]))
        // Without the control characters within it a secret may be whole.
        let line = masked(String(decoding: shown, as: UTF8.self).onOneLine)
        guard line.count > limit || window < body.count else { return line }
        return line.prefix(max(limit - 1, 0)) + "…"
    }

    /// The places of all secrets in order, without overlaps, in a text and in what is read from it.
    private func secretRanges(in text: [UInt8], levels: Int = EscapedText.depth) -> [Range<Int>] {
        var found = matcher.ranges(in: text) + urls.ranges(in: text) + hosts.ranges(in: text)
        if levels > 0, let read = EscapedText.reading(text) {
            found += EscapedText.sources(of: secretRanges(in: read, levels: levels - 1), in: text)
        }
        var merged: [Range<Int>] = []
        for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
        return merged
    }

    /// The type's name: what is hidden is not printed.
    public var description: String { "Redaction" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// What `dump` shows: no more than ``description``.
    public var customMirror: Mirror { Mirror(self, children: [], displayStyle: .struct) }

    private func masking(_ ranges: [Range<Int>], in bytes: [UInt8]) -> [UInt8] {
        var shown: [UInt8] = []
        shown.reserveCapacity(bytes.count)
        var place = 0
        for range in ranges {
            shown += bytes[place..<range.lowerBound]
            shown += Self.mask.utf8
            place = range.upperBound
        }
        return shown + bytes[place...]
    }
}

extension String {
    /// The text on one line: white space as single spaces, control characters and those that turn the direction left out.
    fileprivate var onOneLine: String {
        var line = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if scalar.properties.isWhitespace {
                if line.last != " ", !line.isEmpty { line.append(" ") }
            } else if scalar.properties.generalCategory != .control, !scalar.turnsDirection, scalar != "\u{FEFF}" {
                line.append(scalar)
            }
        }
        if line.last == " " { line.removeLast() }
        return String(line)
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible and changes the direction of what follows (Unicode Standard Annex 9).
    fileprivate var turnsDirection: Bool {
        switch value {
        case 0x61C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
