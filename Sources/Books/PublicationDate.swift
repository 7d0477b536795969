/// A date of publication as the API says it, with what is certain of it.
package struct PublicationDate: Sendable, Hashable {
    /// How much of the date is certain.
    package enum Precision: String, Sendable, Hashable {
        /// The year alone.
        case year
        /// Year and month.
        case month
        /// Year, month and day.
        case day
    }

    /// The API's words.
    package var text: String
    /// The year, only where it is certain.
    package var year: Int?
    /// How much is certain; nil where the year isn't.
    package var precision: Precision?

    /// Reads a date as catalogues spell it.
    ///
    /// The first number of four digits from 1400 to 2100 is the year. A date in doubt (`1984?`, `ca. 1900`, `[18--?]`) has
    /// none. Whether `03/04/2005` is in March or April is not guessed: it has the precision of a year.
    ///
    /// - Parameter text: The API's words.
    package init(_ text: String) {
        self.text = text
        let words = PublicationDate.words(of: text)
        let years = words.compactMap(\.year)
        guard !text.contains("?"), !PublicationDate.isInDoubt(words), let year = years.first else { return }
        // A small year before a later one is that of another calendar, or of the work that is reprinted: 1415 [1995].
        guard year >= 1500 || years.allSatisfy({ $0 < 1500 }) else { return }
        self.year = year
        precision = PublicationDate.precision(of: words)
    }

    private enum Word {
        case number(Int, digits: Int)
        case month(Int)
        case word(String)

        var year: Int? {
            if case .number(let value, digits: 4) = self, (1400...2100).contains(value) { return value }
            return nil
        }

        /// The number as a day or month by number.
        var small: Int? {
            if case .number(let value, digits: 1...2) = self { return value }
            return nil
        }

        var month: Int? {
            if case .month(let number) = self { return number }
            return nil
        }
    }

    private static let months = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    /// Words that make the year beside them a guess of the cataloguer, and the s of 1990s.
    private static let doubts: Set<String> = [
        "about", "after", "approximately", "approx", "before", "between", "ca", "circa", "or", "s",
    ]

    private static func words(of text: String) -> [Word] {
        var scalars = Array(text.lowercased().unicodeScalars)[...]
        // The time of day of a timestamp says nothing of the date.
        if let t = scalars.firstIndex(of: "t"), t == 10,
            scalars.prefix(4).allSatisfy({ $0.properties.numericType == .decimal })
        {
            scalars = scalars[..<t]
        }
        var words: [Word] = []
        while !scalars.isEmpty {
            let digits = scalars.prefix { ("0"..."9").contains($0) }
            let letters = scalars.prefix { $0.properties.isAlphabetic }
            if !digits.isEmpty {
                var view = String.UnicodeScalarView()
                view.append(contentsOf: digits)
                words.append(Int(String(view)).map { .number($0, digits: digits.count) } ?? .word(String(view)))
                scalars = scalars.dropFirst(digits.count)
            } else if !letters.isEmpty {
                var view = String.UnicodeScalarView()
                view.append(contentsOf: letters)
                // AACR2 writes a copyright year as c2009; "c. 1900" is circa.
                let isCirca =
                    view.elementsEqual(["c"]) && scalars.dropFirst().first.map { !("0"..."9").contains($0) } ?? true
                words.append(isCirca ? .word("circa") : word(of: String(view)))
                scalars = scalars.dropFirst(letters.count)
            } else {
                scalars = scalars.dropFirst()
            }
        }
        return words
    }

    private static func word(of letters: String) -> Word {
        let number = months.firstIndex {
            $0 == letters || (letters.utf8.count == 3 && $0.hasPrefix(letters))
                || ($0 == "september" && letters == "sept")
        }
        return number.map { .month($0 + 1) } ?? .word(letters)
    }

    private static func isInDoubt(_ words: [Word]) -> Bool {
        words.contains {
            if case .word(let word) = $0 { doubts.contains(word) } else { false }
        }
    }

    private static func precision(of all: [Word]) -> Precision {
        let noise: Set<String> = ["c", "cop", "copyright", "st", "nd", "rd", "th", "of"]
        let words = all.filter {
            if case .word(let word) = $0 { !noise.contains(word) } else { true }
        }
        let year = words.lazy.compactMap(\.year).first ?? 0
        switch words.count {
        case 2:
            let isNamed = words[0].month != nil || words[1].month != nil
            let isNumbered = (1...12).contains(words[0].small ?? words[1].small ?? 0)
            return isNamed || isNumbered ? .month : .year
        case 3:
            let readings = dayAndMonth(of: words).filter { isDay($0.day, ofMonth: $0.month, year: year) }
            guard let first = readings.first else { return .year }
            return readings.allSatisfy { $0 == first } ? .day : .year
        default:
            return .year
        }
    }

    /// The ways in which three words can be read as a date.
    private static func dayAndMonth(of words: [Word]) -> [(day: Int, month: Int)] {
        if words[0].year != nil {
            // A year in front is followed by month and day in every notation in use.
            if let month = words[1].month ?? words[1].small, let day = words[2].small { return [(day, month)] }
            return []
        }
        guard words[2].year != nil else { return [] }
        if let month = words[0].month, let day = words[1].small { return [(day, month)] }
        if let day = words[0].small, let month = words[1].month { return [(day, month)] }
        guard let left = words[0].small, let right = words[1].small else { return [] }
        return [(left, right), (right, left)]
    }

    private static func isDay(_ day: Int, ofMonth month: Int, year: Int) -> Bool {
        guard (1...12).contains(month) else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let length = month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        return (1...length).contains(day)
    }
}
