// SPDX-License-Identifier: MIT

/// A day of the Gregorian calendar, extended to all years from 1 to 9999, and a time of day to the
/// second. It belongs to no time zone and is never shifted.
public struct CalendarDate: Sendable, Hashable {
  /// Seconds since the start of 1970, not counting leap seconds.
  public let seconds: Int

  public static let secondsOfDay = 86_400
  private static let daysBefore1970 = daysBefore(year: 1970)
  private static let leastSeconds = -daysBefore1970 * secondsOfDay
  private static let mostSeconds =
    (daysBefore(year: 10_000) - daysBefore1970) * secondsOfDay - 1

  /// The first day of 1970.
  public static let epoch = CalendarDate(sinceEpoch: 0)

  private init(sinceEpoch seconds: Int) { self.seconds = seconds }

  /// Nil outside of the years 1 to 9999.
  public init?(seconds: Int) {
    guard (Self.leastSeconds...Self.mostSeconds).contains(seconds) else { return nil }
    self.seconds = seconds
  }

  /// The whole seconds of a number; nil outside of the years 1 to 9999.
  public init?(_ number: Decimal) {
    guard let seconds = number.rounded(places: 0).int else { return nil }
    self.init(seconds: seconds)
  }

  /// Nil when there is no such day or time.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0
  ) {
    guard (1...9_999).contains(year), (1...12).contains(month),
      (1...Self.days(inMonth: month, year: year)).contains(day),
      (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
    else { return nil }
    let days =
      Self.daysBefore(year: year) + Self.daysBefore(month: month, year: year) + day - 1
      - Self.daysBefore1970
    seconds = days * Self.secondsOfDay + hour * 3_600 + minute * 60 + second
  }

  public static func isLeap(year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  /// Months are counted from 1.
  public static func days(inMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year: year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// The days from the first day of year 1 to the first of a year from 1.
  private static func daysBefore(year: Int) -> Int {
    let past = year - 1
    return past * 365 + past / 4 - past / 100 + past / 400
  }

  private static func daysBefore(month: Int, year: Int) -> Int {
    (1..<month).reduce(0) { $0 + days(inMonth: $1, year: year) }
  }
}

extension CalendarDate {
  private var daysSinceYear1: Int { (seconds - Self.leastSeconds) / Self.secondsOfDay }

  public var secondOfDay: Int { (seconds - Self.leastSeconds) % Self.secondsOfDay }

  public var year: Int { yearMonthDay.year }

  /// From 1.
  public var month: Int { yearMonthDay.month }

  /// The day of the month, from 1.
  public var day: Int { yearMonthDay.day }

  /// All three at once. Years are taken from March on, so that a leap day is the last of one, and
  /// eras of 400 years, which are all alike: `civil_from_days` in Howard Hinnant's
  /// [algorithms](https://howardhinnant.github.io/date_algorithms.html).
  package var yearMonthDay: (year: Int, month: Int, day: Int) {
    // The first of March before year 1 is 306 days before that year.
    let (era, dayOfEra) = (daysSinceYear1 + 306).quotientAndRemainder(dividingBy: 146_097)
    let leapDays = dayOfEra / 1_460 - dayOfEra / 36_524 + dayOfEra / 146_096
    let yearOfEra = (dayOfEra - leapDays) / 365
    let dayOfYear = dayOfEra - (yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100)
    // From March on, months have 31, 30, 31, 30 and 31 days, again and again.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let isOfNextYear = monthFromMarch >= 10
    return (
      era * 400 + yearOfEra + (isOfNextYear ? 1 : 0), monthFromMarch + (isOfNextYear ? -9 : 3), day
    )
  }
}

/// A part of the calendar that begins at a certain time.
package enum CalendarUnit: String, CaseIterable, Sendable {
  case year, quarter, month, week, day, hour
}

extension CalendarDate {
  /// The day of the week, from 1 for Monday to 7, as ISO 8601 counts. Year 1 began on a Monday.
  package var weekday: Int { daysSinceYear1 % 7 + 1 }

  package var hour: Int { secondOfDay / 3_600 }
  package var minute: Int { secondOfDay / 60 % 60 }
  package var second: Int { secondOfDay % 60 }

  /// Where the part of the calendar begins that the date lies in. A week begins on Monday.
  package func start(of unit: CalendarUnit) -> CalendarDate {
    let start: CalendarDate? =
      switch unit {
      case .year: CalendarDate(year: year, month: 1, day: 1)
      case .quarter: CalendarDate(year: year, month: (month - 1) / 3 * 3 + 1, day: 1)
      case .month: CalendarDate(year: year, month: month, day: 1)
      case .week:
        CalendarDate(seconds: seconds - secondOfDay - (weekday - 1) * Self.secondsOfDay)
      case .day: CalendarDate(seconds: seconds - secondOfDay)
      case .hour: CalendarDate(seconds: seconds - secondOfDay % 3_600)
      }
    guard let start else { preconditionFailure("a part begins in the same year or week") }
    return start
  }
}
