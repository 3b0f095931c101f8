// SPDX-License-Identifier: MIT

package import Catalogue
import QuerySyntax

/// A function that makes one value of a row's values. All there are stand in the table `all`, which
/// says everything of each: a further function is a further row.
package struct ScalarFunction: Sendable {
  /// Its name, as `QuerySyntax` has it, which tells a call from a method.
  let word: FunctionName
  /// How it is called, for messages and help.
  package let form: String
  package let summary: String
  /// A stage that uses it on `hotels`.
  package let example: String
  /// What is made of its arguments before their types are judged.
  var arguments = Arguments.asTheyAre
  /// The type of the result for arguments of the given types; nil where they do not fit. An
  /// argument of unknown type fits everywhere.
  let result: @Sendable ([ValueType?]) -> ValueType?
  let way: Way

  enum Arguments: Sendable {
    case asTheyAre
    /// Texts are read as dates.
    case dates
    /// All become values of one type and unit.
    case alike
  }

  /// How the result is found.
  enum Way: Sendable {
    /// For all rows of a batch at once.
    case kernel(FunctionKernel)
    /// For all rows at once, and of amounts with a unit in that unit.
    case rounding(FunctionKernel)
    /// The first argument that is not null; later ones are evaluated where they are needed.
    case firstPresent
    /// The day on which the script runs.
    case today
  }

  package var name: String { word.rawValue }

  /// The function of a name, in any case; nil where there is none.
  static func named(_ name: String) -> ScalarFunction? {
    FunctionName(of: name).flatMap { word in all.first { $0.word == word } }
  }

  /// Whether it can be called without a value.
  package var takesNothing: Bool { result([]) != nil }

  /// Whether a value of a type can be its argument at a place, whatever the other arguments are.
  package func takes(_ type: ValueType?, at place: Int) -> Bool {
    let type = arguments == .dates && type == .text ? .date : type
    return (place + 1...max(place + 1, 4)).contains { count in
      var types = [ValueType?](repeating: nil, count: count)
      types[place] = type
      return result(types) != nil
    }
  }
}

extension ScalarFunction {
  /// The table of all functions.
  package static let all: [ScalarFunction] = overAnything + overTexts + overNumbers + overDates

  private static let overAnything = [
    ScalarFunction(
      word: .count, form: "count(LIST)", summary: "how many elements the list has",
      example: "sort by count(suites) desc", result: one(\.isList, gives: .int),
      way: .kernel(.ofList { .number($0.counts) })),
    ScalarFunction(
      word: .len, form: "len(TEXT or LIST)", summary: "how many characters or elements it has",
      example: "filter len(name) > 20", result: one({ $0.isList || $0.isTextual }, gives: .int),
      way: .kernel(.ofTextOrList({ .number($0.characterCounts) }, { .number($0.counts) }))),
    ScalarFunction(
      word: .coalesce, form: "coalesce(VALUE, VALUE, ...)",
      summary: "the first value that is not null",
      example: "show picture = coalesce(image, \"none\")", arguments: .alike,
      result: { $0.count > 1 ? commonType($0) : nil }, way: .firstPresent),
  ]

  private static let overTexts = [
    ScalarFunction(
      word: .lower, form: "lower(TEXT)", summary: "the text in lower case",
      example: "show name = lower(name)", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped { $0.lowercased() }) })),
    ScalarFunction(
      word: .upper, form: "upper(TEXT)", summary: "the text in upper case",
      example: "show name = upper(name)", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped { $0.uppercased() }) })),
    ScalarFunction(
      word: .trim, form: "trim(TEXT)", summary: "the text without space at its ends",
      example: "show name = trim(name)", result: one(\.isTextual, gives: .text),
      way: .kernel(.ofText { .text($0.mapped(\.withoutOuterSpace)) })),
    ScalarFunction(
      word: .split, form: "split(TEXT, SEPARATOR)",
      summary: "the texts between the separators, in which case and accents count",
      example: "show words = split(name, \" \")", result: texts(2, gives: .list(.text)),
      way: .kernel(.ofTexts { .list($0[0].split(at: $0[1])) })),
    ScalarFunction(
      word: .join, form: "join(LIST, SEPARATOR)",
      summary: "the texts or numbers in one text, with the separator between them",
      example: "show free = join(suites, \", \")",
      result: {
        $0.count == 2 && fits($0[0], \.isJoinable) && fits($0[1], \.isTextual) ? .text : nil
      },
      way: .kernel(.ofListAndText(joined))),
    ScalarFunction(
      word: .replace, form: "replace(TEXT, OLD, NEW)",
      summary: "the text with NEW for each OLD, in which case and accents count",
      example: "show name = replace(name, \"Hotel\", \"Inn\")", result: texts(3, gives: .text),
      way: .kernel(.ofTexts(replaced))),
  ]

  private static let overNumbers = [
    ScalarFunction(
      word: .round, form: "round(NUMBER [, PLACES])",
      summary: "rounded half to even, to a whole number or to PLACES; -1 means tens",
      example: "show near = round(distance, -1)",
      result: { (1...2).contains($0.count) ? rounded($0, .decimal) : nil },
      way: .rounding(.ofNumbers(rounded))),
    ScalarFunction(
      word: .abs, form: "abs(NUMBER)", summary: "the number without its sign",
      example: "sort by abs(stars - 3)",
      result: { $0.count == 1 && fits($0[0], \.isSummable) ? $0[0] ?? .int : nil },
      way: .kernel(.ofNumber { $0 < .zero ? -$0 : $0 })),
    ScalarFunction(
      word: .floor, form: "floor(NUMBER)",
      summary: "the largest whole number that is not larger",
      example: "show near = floor(distance)",
      result: { $0.count == 1 ? rounded($0, .int) : nil }, way: .rounding(.ofNumber(\.floor))),
    ScalarFunction(
      word: .ceil, form: "ceil(NUMBER)",
      summary: "the smallest whole number that is not smaller",
      example: "show near = ceil(distance)",
      result: { $0.count == 1 ? rounded($0, .int) : nil }, way: .rounding(.ofNumber(\.ceiling))),
  ]

  private static let overDates = [
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
  ]
}
