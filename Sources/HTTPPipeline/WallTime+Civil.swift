extension WallTime {
    /// The date in the proleptic Gregorian calendar, and the second of its day, in UTC.
    package var civil: (date: (year: Int64, month: Int64, day: Int64), secondOfDay: Int64) {
        let second = sinceEpoch.components.seconds
        let day = second >= 0 ? second / 86_400 : (second - 86_399) / 86_400
        return (WallTime.civilDate(fromDays: day), second - day * 86_400)
    }

    /// The date of a day, by eras of 400 years with the year beginning in March.
    ///
    /// - Parameter days: Days since 1970-01-01.
    /// - Returns: The year, the month from 1 and the day from 1.
    private static func civilDate(fromDays days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
    }
}
