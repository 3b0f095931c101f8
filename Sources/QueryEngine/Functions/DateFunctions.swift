// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

// Functions of dates.
extension ScalarFunction {
  static let overDates = [
    ScalarFunction(
      word: .year, form: "year(DATE)", summary: "the year of the date",
      example: "show y = year(2024-01-31)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.year))),
    ScalarFunction(
      word: .month, form: "month(DATE)", summary: "the month of the date, from 1",
      example: "show m = month(2024-01-31)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.month))),
    ScalarFunction(
      word: .day, form: "day(DATE)", summary: "the day of the month, from 1",
      example: "show d = day(2024-01-31)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.day))),
    ScalarFunction(
      word: .today, form: "today()", summary: "the day on which the script runs",
      example: "show free = today() + rooms * 1 day",
      result: { $0.isEmpty ? .date : nil }, way: .today),
    ScalarFunction(
      word: .weekday, form: "weekday(DATE)", summary: "the day of the week, from 1 for Monday to 7",
      example: "show d = weekday(2024-01-31)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.weekday))),
    ScalarFunction(
      word: .hour, form: "hour(DATE)", summary: "the hour of the date's time, from 0",
      example: "show h = hour(2024-01-31T09:30:00)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.hour))),
    ScalarFunction(
      word: .minute, form: "minute(DATE)", summary: "the minute of the date's time, from 0",
      example: "show m = minute(2024-01-31T09:30:00)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.minute))),
    ScalarFunction(
      word: .second, form: "second(DATE)", summary: "the second of the date's time, from 0",
      example: "show s = second(2024-01-31T09:30:00)", arguments: .dates,
      result: one({ $0 == .date }, gives: .int), way: .kernel(.ofDate(\.second))),
    ScalarFunction(
      word: .startOf, form: "start_of(DATE, UNIT)",
      summary: "where the date's year, quarter, month, week, day or hour begins",
      example: "show m = start_of(2024-01-31, \"month\")", arguments: .dates,
      choices: CalendarUnit.allCases.map(\.rawValue),
      result: { types in
        types.count == 2 && fits(types[0]) { $0 == .date } && fits(types[1], \.isTextual)
          ? .date : nil
      },
      way: .kernel(
        FunctionKernel { columns throws(FunctionFault) in
          guard let dates = columns[0].numbers, let units = columns[1].texts,
            let unit = units.string(at: 0).flatMap(CalendarUnit.init)
          else { return nil }
          return .number(
            dates.mapped { number in
              CalendarDate(number).map { Decimal($0.start(of: unit).seconds) }
            })
        })),
  ]
}
