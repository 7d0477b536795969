/// Reads the three date forms that a recipient has to know (RFC 9110 section 5.6.7); letter case matters.
package enum HTTPDate {
    /// The time that a date text names.
    ///
    /// - Parameters:
    ///   - text: The date in the preferred form (`Sun, 06 Nov 1994 08:49:37 GMT`), or an obsolete one: that of RFC 850
    ///     (`Sunday, 06-Nov-94 08:49:37 GMT`) or of asctime (`Sun Nov  6 08:49:37 1994`).
    ///   - now: The present time; a two-digit year is the latest one that is at most 50 years after it.
    /// - Returns: The time; nil where the text has none of the forms or names a date that doesn't exist.
    package static func parse(_ text: String, now: WallTime) -> WallTime? {
        preferred(text) ?? asctime(text) ?? rfc850(text, now: now)
    }

    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let longDays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    private static func preferred(_ text: String) -> WallTime? {
        var reader = DateReader(text)
        guard reader.name(of: days) != nil, reader.literal(", "), let day = reader.number(digits: 2),
            reader.literal(" "), let month = reader.name(of: months), reader.literal(" "),
            let year = reader.number(digits: 4), reader.literal(" "), let second = reader.timeOfDay(),
            reader.literal(" GMT"), reader.isAtEnd
        else { return nil }
        return time(year: year, month: month + 1, day: day, second: second)
    }

    private static func asctime(_ text: String) -> WallTime? {
        var reader = DateReader(text)
        guard reader.name(of: days) != nil, reader.literal(" "), let month = reader.name(of: months),
            reader.literal(" "), let day = reader.literal(" ") ? reader.number(digits: 1) : reader.number(digits: 2),
            reader.literal(" "), let second = reader.timeOfDay(), reader.literal(" "),
            let year = reader.number(digits: 4), reader.isAtEnd
        else { return nil }
        return time(year: year, month: month + 1, day: day, second: second)
    }

    private static func rfc850(_ text: String, now: WallTime) -> WallTime? {
        var reader = DateReader(text)
        guard reader.name(of: longDays) != nil, reader.literal(", "), let day = reader.number(digits: 2),
            reader.literal("-"), let month = reader.name(of: months), reader.literal("-"),
            let shortYear = reader.number(digits: 2), reader.literal(" "), let second = reader.timeOfDay(),
            reader.literal(" GMT"), reader.isAtEnd
        else { return nil }
        let (today, secondOfDay) = now.civil
        let limit = WallTime(
            year: Int(today.year) + 50, month: Int(today.month), day: Int(today.day), second: Int(secondOfDay))
        let century = Int(today.year) / 100 * 100
        for year in [century + 100 + shortYear, century + shortYear, century - 100 + shortYear] {
            if let date = time(year: year, month: month + 1, day: day, second: second), date <= limit { return date }
        }
        return nil
    }

    /// A time of a date that exists; the second of the day may be a leap second.
    static func time(year: Int, month: Int, day: Int, second: Int) -> WallTime? {
        let first = WallTime(year: year, month: month, day: 1)
        let next = WallTime(year: year, month: month + 1, day: 1)
        let time = WallTime(year: year, month: month, day: day, second: second)
        // The first moments of the next month are the leap second of the last day.
        return day >= 1 && time >= first && time <= next && WallTime(year: year, month: month, day: day) < next
            ? time : nil
    }
}
