/// Takes a date text apart from the front.
struct DateReader {
    private var rest: Substring.UTF8View

    /// Begins at the front.
    ///
    /// - Parameter text: The text.
    init(_ text: String) {
        rest = text[...].utf8
    }

    /// Whether nothing is left.
    var isAtEnd: Bool { rest.isEmpty }

    /// Takes a text where it stands next; tells whether it does.
    mutating func literal(_ expected: String) -> Bool {
        guard rest.starts(with: expected.utf8) else { return false }
        rest.removeFirst(expected.utf8.count)
        return true
    }

    /// The place in a list of the name that stands next.
    mutating func name(of names: [String]) -> Int? {
        names.firstIndex { literal($0) }
    }

    /// Takes a number of so many digits; nil where there is none.
    mutating func number(digits: Int) -> Int? {
        guard rest.count >= digits else { return nil }
        var value = 0
        for byte in rest.prefix(digits) {
            guard byte.isASCIIDigit else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest.removeFirst(digits)
        return value
    }

    /// The second of the day; 60 is a leap second.
    mutating func timeOfDay() -> Int? {
        guard let hour = number(digits: 2), hour < 24, literal(":"), let minute = number(digits: 2), minute < 60,
            literal(":"), let second = number(digits: 2), second <= 60
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Takes a fraction of a second with its point, of which nanoseconds count; zero where there is none, nil where no digit follows.
    mutating func fraction() -> Duration? {
        guard literal(".") else { return .zero }
        let digits = rest.prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return nil }
        rest.removeFirst(digits.count)
        let nanoseconds = digits.prefix(9).reduce(into: (sum: Int64(0), unit: Int64(1_000_000_000))) { value, digit in
            value.unit /= 10
            value.sum += Int64(digit - UInt8(ascii: "0")) * value.unit
        }
        return .nanoseconds(nanoseconds.sum)
    }

    /// Takes an offset from UTC, `Z` or `+01:00`; nil where there is none.
    mutating func offset() -> Duration? {
        if literal("Z") || literal("z") { return .zero }
        let isWest = literal("-")
        guard isWest || literal("+"), let hours = number(digits: 2), hours < 24, literal(":"),
            let minutes = number(digits: 2), minutes < 60
        else { return nil }
        return .seconds((isWest ? -1 : 1) * (hours * 3_600 + minutes * 60))
    }
}
