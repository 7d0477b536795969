import HTTPPipeline
import Testing

/// A secret is found by what a text means, however that is written.
@Suite struct SecretMeaningTests {
    @Test(arguments: [
        #"S3cr3t\u002bKey\u003d\u002f9"#, #"S3cr3t\u002BKey\u003D/9"#, #"\u00533cr3t+Key=\/9"#,
        #"S3cr3t\\u002bKey\\u003d\\/9"#, #"S3cr3t\\\\u002bKey=\\\\/9"#, #"S3cr3t\x2bKey=/9"#,
        "S3cr3t%2bKey%3D%2F9", "%533cr3t%2BKey%3d/9", "S3cr3t%252BKey%253D%252F9", "S3cr3t%25252BKey%3D/9",
        "s3cr3t+key=/9", "S3CR3T%2BKEY=/9", "S3cr3t+Key%3D/9",
        "S3cr3t&#43;Key&#61;&#47;9", "S3cr3t&#x2B;Key&#x3d;/9", "S3cr3t&plus;Key&equals;&sol;9",
        "S3cr3t&amp;#43;Key=/9", #"S3cr3t\u0025\u0032BKey=/9"#, #"S3cr3t\u0026#43;Key=/9"#, "S3cr3t%5Cu002bKey=/9",
        #"S3cr3t&#92;u002bKey=/9"#, "S3cr3t%26plus%3BKey=/9",
    ])
    func `An escape is read, one within another too, and never cut`(form: String) {
        let redaction = Redaction(secrets: ["S3cr3t+Key=/9"])
        #expect(redaction.masked("<\(form)>") == "<***>")
        #expect(redaction.masked(#"{"a":"\#(form)","b":"\u002b%2B&plus;"}"#) == #"{"a":"***","b":"\u002b%2B&plus;"}"#)
        #expect(redaction.findsSecret(in: Array(form.utf8)))
    }

    @Test(arguments: [
        ("a&b<c>d\"e'f", #"a\u0026b\u003cc\u003ed\u0022e\u0027f"#), ("pass😀word", #"pass\ud83d\uDE00word"#),
        ("pässwörter", "p&auml;ssw&ouml;rter"), ("pässwörter", "p%C3%A4ssw%c3%b6rter"),
        ("line one\nline two", #"line one\r\nline two"#), ("line one\nline two", "line+one%0D%0Aline+two"),
        ("  padded-secret ", "padded-secret"), (#"C:\new%41&lt;x"#, #"C:\\new%41&lt;x"#),
        (#"C:\new%41&lt;x"#, "C:%5Cnew%2541%26lt%3Bx"), (#"C:\new%41&lt;x"#, #"C:\new%41&lt;x"#),
        (#"[0-9]+(\d|\w)*$"#, #"[0-9]+(\\d|\\w)*$"#), ("Kelvin-\u{212A}-sign", #"Kelvin-\u212a-sign"#),
    ])
    func `A secret with characters that mean something is found where they are escaped`(secret: String, form: String) {
        #expect(Redaction(secrets: [secret]).masked("<\(form)>") == "<***>")
    }

    @Test(arguments: ["dXNlcjpTM2NyM3QrS2V5PS85", "dXNlcjpTM2NyM3QrS2V5PS85Og==", "VTM2Y3IzdCtLZXk9LzkgYW5kIG1vcmU="])
    func `A code with a secret in it is masked as a whole`(code: String) {
        let redaction = Redaction(secrets: ["S3cr3t+Key=/9", "36cr3t+Key=/9"])
        #expect(redaction.masked("Basic \(code), and more") == "Basic ***, and more")
        #expect(redaction.masked("Basic \(code.replacing("=", with: "%3D")) and") == "Basic *** and")
    }

    @Test func `What only resembles an escape of a secret stays as it is`() {
        let redaction = Redaction(secrets: ["S3cr3t+Key=/9", "%41%42%43"])
        for text in [
            #"S3cr3t\u002Key=/9"#,
            "S3cr3t%2Key=/9", "S3cr3t&plusKey=/9", "S3cr3t&#xZZ;Key", "ABC abc %4 \\u12 &; &# \\",
            #"\ud83d S3cr3t \ud83d\u0041"#, "100 %", "S3cr3t\r\n",
        ] {
            #expect(redaction.masked(text) == text)
        }
    }

    @Test func `A random secret in random escapes is masked to the byte, and nothing else is touched`() {
        var numbers = SeededNumbers(seed: 11)
        let fillers = ["", "a", "said ", "{\"x\": ", "<b>", "é ", "%", "\\", "&amp; ", "\\u0041 ", "%41 ", "= "]
        for round in 0..<3_000 {
            let secret = randomSecret(using: &numbers)
            var form = secret
            for _ in 0..<Int.random(in: 0...3, using: &numbers) { form = escaped(form, using: &numbers) }
            // A space, so that what is before doesn't make an escape of the secret's beginning.
            let before = (fillers.randomElement(using: &numbers) ?? "") + "; "
            let after = " ;" + (fillers.randomElement(using: &numbers) ?? "")
            let redaction = Redaction(secrets: [secret])
            let shown = redaction.masked(before + form + after)
            #expect(shown == before + "***" + after, "\(round): \(secret) as \(form)")
            #expect(redaction.masked(before + after) == before + after)
        }
    }

    @Test func `All places of overlapping secrets are found, as a look at each place finds them`() {
        var numbers = SeededNumbers(seed: 12)
        func word(_ length: Int) -> String {
            String((0..<length).map { _ in Bool.random(using: &numbers) ? "a" : "b" })
        }
        for _ in 0..<2_000 {
            let secrets = (0..<Int.random(in: 1...4, using: &numbers)).map { _ in
                word(Int.random(in: 8...10, using: &numbers))
            }
            let text = word(Int.random(in: 0...300, using: &numbers))
            #expect(Redaction(secrets: secrets).masked(text) == slowlyMasked(text, secrets), "\(secrets) in \(text)")
        }
    }

    @Test(
        .timeLimit(.minutes(1)),
        arguments: [
            ("a", 1 << 20), ("a", 29_999), (#"\u0061"#, 1 << 17), (#"\\"#, 1 << 18), ("%25", 1 << 18),
            ("&amp;", 1 << 16),
            ("://a:b", 1 << 15), ("://pin7/", 1 << 15), ("?a=b\\\\", 1 << 15), ("YWFhYWFhYWFh", 1 << 14),
        ])
    func `What a text repeats costs no more than its length`(part: String, count: Int) {
        let secret = String(repeating: "a", count: 30_000) + "b"
        let redaction = Redaction(secrets: [secret, "pin7", String(repeating: "://a:b", count: 5_000)])
        let text = String(repeating: part, count: count)
        #expect(redaction.findsSecret(in: Array((text + secret).utf8)))
        #expect(redaction.masked(text + " " + secret).hasSuffix("***"))
    }

    private func slowlyMasked(_ text: String, _ secrets: [String]) -> String {
        let bytes = Array(text.utf8)
        var isSecret = Array(repeating: false, count: bytes.count)
        for secret in secrets {
            for start in bytes.indices where bytes[start...].starts(with: secret.utf8) {
                for place in start..<(start + secret.utf8.count) { isSecret[place] = true }
            }
        }
        var shown: [UInt8] = []
        for place in bytes.indices {
            if !isSecret[place] {
                shown.append(bytes[place])
            } else if place == 0 || !isSecret[place - 1] {
                shown += "***".utf8
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// A secret that begins and ends with a letter.
    private func randomSecret(using numbers: inout SeededNumbers) -> String {
        let pieces = [
            "k", "Q", "7", "+", "/", "=", "%", "&", "\\", "\"", "'", "<", ">", " ", "é", "😀", "\n", "%41", "\\n",
            "&lt;",
            "#", "{", "$", "*", "(", ".",
        ]
        var secret = "z"
        for _ in 0..<Int.random(in: 8...20, using: &numbers) { secret += pieces.randomElement(using: &numbers) ?? "" }
        return secret + "Z"
    }

    /// The text as JSON, a URL or HTML would have it, with more escapes than are due.
    private func escaped(_ text: String, using numbers: inout SeededNumbers) -> String {
        let language = Int.random(in: 0...2, using: &numbers)
        var escaped = ""
        for scalar in text.unicodeScalars {
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            guard !isPlain || Int.random(in: 0...3, using: &numbers) == 0 else {
                escaped.unicodeScalars.append(scalar)
                continue
            }
            let isUpper = Bool.random(using: &numbers)
            func hexadecimal(_ value: some BinaryInteger, _ digits: Int) -> String {
                let text = String(value, radix: 16, uppercase: isUpper)
                return String(repeating: "0", count: max(0, digits - text.count)) + text
            }
            switch language {
            case 0:
                if isUpper, "\"\\/".unicodeScalars.contains(scalar) {
                    escaped += "\\\(scalar)"
                } else {
                    for unit in String(scalar).utf16 { escaped += "\\u" + hexadecimal(unit, 4) }
                }
            case 1:
                if scalar == " ", isUpper {
                    escaped += "+"
                } else {
                    for byte in String(scalar).utf8 { escaped += "%" + hexadecimal(byte, 2) }
                }
            default:
                let names: [Unicode.Scalar: String] = ["&": "amp", "<": "lt", "\"": "quot", "+": "plus", "é": "eacute"]
                if isUpper, let name = names[scalar] {
                    escaped += "&\(name);"
                } else {
                    let isDecimal = Bool.random(using: &numbers)
                    escaped += isDecimal ? "&#\(scalar.value);" : "&#x\(hexadecimal(scalar.value, 2));"
                }
            }
        }
        return escaped
    }
}
