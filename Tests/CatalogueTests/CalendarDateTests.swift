// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct CalendarDateTests {
  /// Days by counting: one after another, as a wall calendar has them.
  private struct WallCalendar {
    var year: Int
    var month = 1
    var day = 1

    private var lastDay: Int {
      let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
      return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    mutating func turn() {
      day += 1
      if day > lastDay { (month, day) = (month + 1, 1) }
      if month > 12 { (year, month) = (year + 1, 1) }
    }

    var text: String {
      func padded(_ value: Int, _ digits: Int) -> String {
        String(repeating: "0", count: digits - String(value).count) + String(value)
      }
      return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
  }

  /// The first of a run of days that is read, written or numbered otherwise than it is counted.
  private static func firstFault(from year: Int, days: Int, number: Int) -> String? {
    var calendar = WallCalendar(year: year)
    for day in 0..<days {
      guard let date = CalendarDate(seconds: (number + day) * 86_400) else {
        return "no day \(day)"
      }
      let read = CalendarDate(text: calendar.text.utf8)
      let made = CalendarDate(year: calendar.year, month: calendar.month, day: calendar.day)
      let parts = [date.year, date.month, date.day]
      if date.description != calendar.text || read != date || made != date
        || parts != [calendar.year, calendar.month, calendar.day]
      {
        return "\(calendar.text) is \(date)"
      }
      calendar.turn()
    }
    return nil
  }

  @Test func everyDayOfFourCenturies() {
    // From 1970 there are 30 years, 7 of them leap years, to 2000.
    #expect(Self.firstFault(from: 1970, days: 30 * 365 + 7, number: 0) == nil)
    #expect(Self.firstFault(from: 2000, days: 146_097, number: 30 * 365 + 7) == nil)
    #expect(Self.firstFault(from: 1600, days: 146_097, number: 30 * 365 + 7 - 146_097) == nil)
  }

  @Test func theFirstAndTheLastYears() {
    #expect(Self.firstFault(from: 1, days: 366, number: -719_162) == nil)
    #expect(CalendarDate(seconds: -719_162 * 86_400 - 1) == nil)
    let last = CalendarDate(text: "9999-12-31T23:59:59".utf8)
    #expect(last?.seconds == 253_402_300_799)
    #expect(CalendarDate(seconds: 253_402_300_800) == nil)
    #expect(CalendarDate(seconds: .max) == nil)
    #expect(CalendarDate(seconds: .min) == nil)
    #expect(CalendarDate.epoch.description == "1970-01-01")
  }

  @Test(arguments: [
    ("2024-02-29", "2024-02-29"), ("2023-02-29", nil), ("1900-02-29", nil),
    ("2000-02-29", "2000-02-29"), ("0000-01-01", nil), ("0001-01-01", "0001-01-01"),
    ("2024-00-10", nil), ("2024-13-10", nil), ("2024-04-31", nil), ("2024-04-00", nil),
    ("2024-1-31", nil), ("24-01-31", nil), ("2024-01-31x", nil), ("", nil), ("2024-01-", nil),
    ("2024-01-31T09:12:12", "2024-01-31T09:12:12"), ("2024-01-31T00:00:00", "2024-01-31"),
    ("2024-01-31 09:12", "2024-01-31T09:12:00"), ("2024-01-31t23:59:59", "2024-01-31T23:59:59"),
    ("2024-01-31T24:00:00", nil), ("2024-01-31T09:60", nil), ("2024-01-31T09:12:60", nil),
    ("2024-01-31T9:12", nil), ("2024-01-31T", nil), ("2024-01-31T09", nil),
    ("2024-01-31T09:12:12.999", "2024-01-31T09:12:12"), ("2024-01-31T09:12:12.", nil),
    ("2024-01-31T23:30:00Z", "2024-01-31T23:30:00"),
    ("2024-01-31T23:30:00.5+02:00", "2024-01-31T23:30:00"),
    ("2024-01-31T23:30-0500", "2024-01-31T23:30:00"),
    ("2024-01-31T23:30+02", "2024-01-31T23:30:00"),
    ("2024-01-31T23:30+24:00", nil), ("2024-01-31T23:30+02:60", nil),
    ("2024-01-31T23:30+02:0", nil), ("2024-01-31T23:30 CET", nil), ("２０２４-01-31", nil),
  ])
  func readsWhatDataHas(text: String, date: String?) {
    #expect(CalendarDate(text: text.utf8)?.description == date)
  }

  @Test func numbersAreRoundedToSeconds() throws {
    #expect(CalendarDate(Decimal(0)) == .epoch)
    #expect(CalendarDate(try #require(Decimal("86399.6")))?.description == "1970-01-02")
    #expect(CalendarDate(try #require(Decimal("1e30"))) == nil)
  }
}
