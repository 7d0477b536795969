/// Finds the one ISBN in a text.
struct ISBNReader {
    private let original: String
    private let text: [UInt8]

    /// Digits that stand together: the pieces are what spaces part.
    private struct Run {
        var pieces: [[UInt8]] = []
        /// Whether a letter touches the first digit, as in `OL7353617M`.
        var followsLetter = false
        /// The word before a colon that stands before the first digit, as in `goodreads:140328726`.
        var label: [UInt8] = []

        var digits: [UInt8] { Array(pieces.joined()) }
    }

    init(_ text: String) {
        original = text
        self.text = ISBNReader.folded(text)
    }

    /// The number that the text holds.
    ///
    /// - Returns: The thirteen digits.
    /// - Throws: ``ISBNError`` when the text holds no number, a wrong one, or two.
    func isbn13() throws(ISBNError) -> String {
        if let number = bareNumber { return number }
        guard text.contains(where: { $0 != UInt8(ascii: " ") }) else {
            throw ISBNError("An ISBN is expected where nothing is given")
        }
        if isScientific {
            throw ISBNError(
                "\(quoted) is in a spreadsheet's scientific notation: the digits of the ISBN are lost", kind: .damaged)
        }
        let plain = ISBNReader.withoutQualifiers(ISBNReader.withoutFraction(text))
        let runs = ISBNReader.runs(in: ISBNReader.withoutLabels(plain))
            .filter { !$0.followsLetter && !ISBNReader.isOther($0) }
        var found: [String] = []
        var failure: ISBNError?
        let candidates = runs.flatMap(ISBNReader.candidates)
        // Nine digits may be any number; they are a book's that lacks its zero where nothing else is one's.
        for isWhole in [true, false] where found.isEmpty {
            for candidate in candidates where (candidate.count > 9) == isWhole {
                do throws(ISBNError) {
                    let number = try ISBNReader.isbn13(of: candidate)
                    if !found.contains(number) { found.append(number) }
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if found.count > 1 {
            throw ISBNError(
                "\(quoted) holds the ISBNs \(found.joined(separator: " and ")) where one is expected", kind: .several)
        }
        // Beside a number that is right, a wrong one is a price, a second form of it with a slip, or part of a web address.
        if let number = found.first { return number }
        if let asin { throw ISBNError("\(asin) is an ASIN, Amazon's own number, not an ISBN") }
        if let failure { throw failure }
        let count = runs.map(\.digits.count).max() ?? 0
        guard count > 0 else { throw ISBNError("\(quoted) is not an ISBN") }
        throw ISBNError("\(quoted) has \(count) \(count == 1 ? "digit" : "digits") where 10 or 13 are expected")
    }

    /// The number of a text that is nothing else, as nearly all are in long lists; nil where it has to be looked for.
    private var bareNumber: String? {
        let digits = text.filter { $0 != UInt8(ascii: "-") }
        guard digits.count == 10 || digits.count == 13, digits.dropLast().allSatisfy(\.isDigit) else { return nil }
        return try? ISBNReader.isbn13(of: digits)
    }

    /// The text for an error, shortened.
    private var quoted: String {
        let shown = original.prefix(40)
        return "\"\(shown.endIndex == original.endIndex ? String(shown) : shown + "…")\""
    }

    /// Whether the text is a number such as `9.78031E+12`.
    private var isScientific: Bool {
        let ignored = Set(" =\"'".utf8)
        var rest = text.filter { !ignored.contains($0) }[...]
        let mantissa = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
        rest = rest.dropFirst(mantissa.count)
        guard mantissa.first?.isDigit == true, let mark = rest.popFirst(), mark | 0x20 == UInt8(ascii: "e") else {
            return false
        }
        if rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        return (1...3).contains(rest.count) && rest.allSatisfy(\.isDigit)
    }

    /// The first word of Amazon's form: ten letters and digits that begin with `B0`.
    private var asin: String? {
        let word = text.split { !$0.isDigit && !$0.isLetter }.first { word in
            word.count == 10 && word.starts(with: "B0".utf8)
        }
        return word.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The text in ASCII: digits of all scripts, hyphens and look-alikes of X in their plain form.
    ///
    /// What has no meaning in a number becomes `;`, a foreign letter becomes `a`; invisible characters are dropped.
    private static func folded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0xFEFF, 0x00AD, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2064: continue
            case 0x2010...0x2015, 0x2043, 0x2212, 0xFE58, 0xFE63: bytes.append(UInt8(ascii: "-"))
            case 0x0425, 0x0445, 0x03A7, 0x03C7, 0x2169, 0x2179: bytes.append(UInt8(ascii: "X"))
            case 0xFF01...0xFF5E: bytes.append(UInt8(truncatingIfNeeded: scalar.value - 0xFEE0))
            case 0..<0x80: bytes.append(scalar.properties.isWhitespace ? UInt8(ascii: " ") : UInt8(scalar.value))
            default: bytes.append(foldedForeign(scalar.properties))
            }
        }
        return bytes
    }

    private static func foldedForeign(_ properties: Unicode.Scalar.Properties) -> UInt8 {
        if properties.isWhitespace { return UInt8(ascii: " ") }
        if properties.numericType == .decimal, let value = properties.numericValue {
            return UInt8(ascii: "0") + UInt8(value)
        }
        return properties.isAlphabetic ? UInt8(ascii: "a") : UInt8(ascii: ";")
    }

    /// The text without the `.0` that programs add which take the number for one to calculate with.
    private static func withoutFraction(_ text: [UInt8]) -> [UInt8] {
        let digits = text.prefix(while: \.isDigit)
        let rest = text[digits.endIndex...]
        guard (9...13).contains(digits.count), rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ","),
            (2...3).contains(rest.count), rest.dropFirst().allSatisfy({ $0 == UInt8(ascii: "0") })
        else { return text }
        return Array(digits)
    }

    /// The text without parentheses that hold too few digits for a number: `(pbk. : v. 2)`.
    private static func withoutQualifiers(_ text: [UInt8]) -> [UInt8] {
        var rest = text[...]
        var kept: [UInt8] = []
        while let open = rest.firstIndex(of: UInt8(ascii: "(")) {
            kept += rest[..<open]
            let close = rest[open...].firstIndex(of: UInt8(ascii: ")")) ?? rest.endIndex
            let inner = rest[rest.index(after: open)..<close]
            kept.append(UInt8(ascii: ";"))
            if inner.count(where: \.isDigit) >= 9 { kept += inner + [UInt8(ascii: ";")] }
            rest = close == rest.endIndex ? [] : rest[rest.index(after: close)...]
        }
        return kept + rest
    }

    /// The text with each `ISBN`, `ISBN-10` and `ISBN 13` replaced by a mark that parts numbers.
    private static func withoutLabels(_ text: [UInt8]) -> [UInt8] {
        var rest = text[...]
        var kept: [UInt8] = []
        while let byte = rest.first {
            guard rest.prefix(4).map({ $0 & 0xDF }) == Array("ISBN".utf8) else {
                kept.append(byte)
                rest = rest.dropFirst()
                continue
            }
            kept.append(UInt8(ascii: ";"))
            rest = rest.dropFirst(4)
            // No number begins with a group 10 or 13, so these digits behind a label are part of it.
            let gap = rest.prefix { !$0.isDigit && !$0.isLetter }
            let length = rest.dropFirst(gap.count).prefix(while: \.isDigit)
            if gap.count <= 1, length.elementsEqual("10".utf8) || length.elementsEqual("13".utf8) {
                rest = rest.dropFirst(gap.count + 2)
            }
        }
        return kept
    }

    private static func runs(in text: [UInt8]) -> [Run] {
        var runs: [Run] = []
        var run = Run()
        var piece: [UInt8] = []
        func closePiece() {
            if !piece.isEmpty { run.pieces.append(piece) }
            piece = []
        }
        for (index, byte) in text.enumerated() {
            let isOpen = !piece.isEmpty || !run.pieces.isEmpty
            let followedByLetter = index + 1 < text.count && text[index + 1].isLetter
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if !isOpen {
                    run.followsLetter = index > 0 && text[index - 1].isLetter
                    run.label = label(before: index, in: text)
                }
                piece.append(byte)
            case UInt8(ascii: "X") where isOpen && !followedByLetter,
                UInt8(ascii: "x") where isOpen && !followedByLetter:
                piece.append(UInt8(ascii: "X"))
            case UInt8(ascii: "-") where isOpen, UInt8(ascii: ".") where isOpen: continue
            case UInt8(ascii: " "): closePiece()
            default:
                closePiece()
                if !run.pieces.isEmpty { runs.append(run) }
                run = Run()
            }
        }
        closePiece()
        if !run.pieces.isEmpty { runs.append(run) }
        return runs
    }

    /// The word before a colon that ends at a place, in small letters; empty where there is none.
    private static func label(before place: Int, in text: [UInt8]) -> [UInt8] {
        let before = text[..<place].reversed().drop { $0 == UInt8(ascii: " ") }
        guard before.first == UInt8(ascii: ":") else { return [] }
        return before.dropFirst().prefix(while: \.isLetter).map { $0 | 0x20 }.reversed()
    }

    /// Whose numbers look like an ISBN that they are not.
    private static let others = ["goodreads", "librarything", "oclc", "lccn"].map { Array($0.utf8) }

    /// Whether a run is called something else than a book's number.
    ///
    /// Such a run lacks no zero, and with ten digits it is a book's unless it is surely another's.
    private static func isOther(_ run: Run) -> Bool {
        guard !run.label.isEmpty, run.label != Array("sbn".utf8) else { return false }
        let count = run.digits.count
        return count == 9 || count == 10 && others.contains(run.label)
    }

    /// The numbers that a run may be: itself, or the several that spaces part.
    private static func candidates(in run: Run) -> [[UInt8]] {
        let digits = run.digits
        guard digits.count >= 9 else { return [] }
        if [9, 10, 13].contains(digits.count) { return [digits] }
        var numbers: [[UInt8]] = []
        var rest = run.pieces[...]
        while !rest.isEmpty {
            var number: [UInt8] = []
            let length = rest.firstIndex { piece in
                number += piece
                return (number.count == 10 || number.count == 13) && (try? isbn13(of: number)) != nil
            }
            if length != nil { numbers.append(number) }
            // What is no number with the pieces behind it is a volume, a price or a place in a list.
            rest = rest[((length ?? rest.startIndex) + 1)...]
        }
        return numbers.isEmpty ? [digits] : numbers
    }

    private static func isbn13(of digits: [UInt8]) throws(ISBNError) -> String {
        guard !digits.dropLast().contains(UInt8(ascii: "X")) else {
            throw ISBNError("\(shown(digits)) has an X before its last digit")
        }
        switch digits.count {
        case 9: return try isbn13(of: [UInt8(ascii: "0")] + digits)
        case 10: return try isbn13(ofTen: digits)
        case 13: return try isbn13(ofThirteen: digits)
        default: throw ISBNError("\(shown(digits)) has \(digits.count) digits where 10 or 13 are expected")
        }
    }

    private static func isbn13(ofTen digits: [UInt8]) throws(ISBNError) -> String {
        guard digits.contains(where: { $0 != digits[0] }) else { throw placeholder(digits) }
        let expected = ISBN.checkDigit10(of: digits.dropLast())
        guard digits.last == expected else { throw wrongCheckDigit(digits, expected) }
        let twelve = Array("978".utf8) + digits.dropLast()
        return String(decoding: twelve + [ISBN.checkDigit13(of: twelve)], as: UTF8.self)
    }

    private static func isbn13(ofThirteen digits: [UInt8]) throws(ISBNError) -> String {
        let nine = digits[3..<12]
        let number = String(decoding: digits, as: UTF8.self)
        let prefix = number.prefix(3)
        if prefix == "977" { throw ISBNError("\(number) is an ISSN, the number of a periodical, not an ISBN") }
        guard nine.contains(where: { $0 != UInt8(ascii: "0") }), digits.contains(where: { $0 != digits[0] }) else {
            throw placeholder(digits)
        }
        if number.hasPrefix("9790") {
            throw ISBNError("\(number) is an ISMN, the number of a sheet of music, not an ISBN")
        }
        guard prefix == "978" || prefix == "979" else {
            throw ISBNError("\(shown(digits)) begins with \(prefix) where 978 or 979 is expected")
        }
        let expected = ISBN.checkDigit13(of: digits.dropLast())
        guard digits.last == expected else {
            let error = wrongCheckDigit(digits, expected)
            guard prefix == "978", digits.last == ISBN.checkDigit10(of: nine) else { throw error }
            throw ISBNError(
                "\(error): 978 stands before the ISBN-10 \(number.dropFirst(3)), whose check digit was kept",
                kind: .checkDigit)
        }
        return number
    }

    /// A number for an error.
    private static func shown(_ digits: [UInt8]) -> String { "ISBN " + String(decoding: digits, as: UTF8.self) }

    private static func placeholder(_ digits: [UInt8]) -> ISBNError {
        ISBNError("\(shown(digits)) is a placeholder: its digits are all the same")
    }

    private static func wrongCheckDigit(_ digits: [UInt8], _ expected: UInt8) -> ISBNError {
        let given = String(decoding: digits.suffix(1), as: UTF8.self)
        return ISBNError(
            "\(shown(digits)) has check digit \(given) where \(String(decoding: [expected], as: UTF8.self)) is expected",
            kind: .checkDigit)
    }
}

extension UInt8 {
    /// Whether this is an ASCII digit.
    var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
    /// Whether this is an ASCII letter.
    var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }
}
