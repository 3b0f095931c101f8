// SPDX-License-Identifier: MIT

import Catalogue

/// The functions that make one value of a row's values.
package enum ScalarFunction: String, Sendable, CaseIterable {
  case count, len, lower, upper, trim, round, abs, coalesce
  case floor, ceil, split, join, replace
  case year, month, day, today

  /// How it is called, for messages and help.
  package var form: String {
    switch self {
    case .count: "count(LIST)"
    case .len: "len(TEXT or LIST)"
    case .lower: "lower(TEXT)"
    case .upper: "upper(TEXT)"
    case .trim: "trim(TEXT)"
    case .round: "round(NUMBER [, PLACES])"
    case .abs: "abs(NUMBER)"
    case .coalesce: "coalesce(VALUE, VALUE, ...)"
    case .floor: "floor(NUMBER)"
    case .ceil: "ceil(NUMBER)"
    case .split: "split(TEXT, SEPARATOR)"
    case .join: "join(LIST, SEPARATOR)"
    case .replace: "replace(TEXT, OLD, NEW)"
    case .year: "year(DATE)"
    case .month: "month(DATE)"
    case .day: "day(DATE)"
    case .today: "today()"
    }
  }

  package var summary: String {
    switch self {
    case .count: "how many elements the list has"
    case .len: "how many characters or elements it has"
    case .lower: "the text in lower case"
    case .upper: "the text in upper case"
    case .trim: "the text without space at its ends"
    case .round: "rounded half to even, to a whole number or to PLACES; -1 means tens"
    case .abs: "the number without its sign"
    case .coalesce: "the first value that is not null"
    case .floor: "the largest whole number that is not larger"
    case .ceil: "the smallest whole number that is not smaller"
    case .split: "the texts between the separators, in which case and accents count"
    case .join: "the texts or numbers in one text, with the separator between them"
    case .replace: "the text with NEW for each OLD, in which case and accents count"
    case .year: "the year of the date"
    case .month: "the month of the date, from 1"
    case .day: "the day of the month, from 1"
    case .today: "the day on which the script runs"
    }
  }

  /// A stage that uses it on `hotels`.
  package var example: String {
    switch self {
    case .count: "sort by count(suites) desc"
    case .len: "filter len(name) > 20"
    case .lower: "show name = lower(name)"
    case .upper: "show name = upper(name)"
    case .trim: "show name = trim(name)"
    case .round: "show near = round(distance, -1)"
    case .abs: "sort by abs(stars - 3)"
    case .coalesce: "show picture = coalesce(image, \"none\")"
    case .floor: "show near = floor(distance)"
    case .ceil: "show near = ceil(distance)"
    case .split: "show words = split(name, \" \")"
    case .join: "show free = join(suites, \", \")"
    case .replace: "show name = replace(name, \"Hotel\", \"Inn\")"
    case .year: "show y = year(2024-01-31)"
    case .month: "show m = month(2024-01-31)"
    case .day: "show d = day(2024-01-31)"
    case .today: "show free = today() + rooms * 1 day"
    }
  }

  /// The type of the result for arguments of the given types; nil when they do not fit.
  /// An argument of unknown type fits everywhere.
  func result(for arguments: [ValueType?]) -> ValueType? {
    switch self {
    case .count: arguments.count == 1 && fits(arguments[0], \.isList) ? .int : nil
    case .len:
      arguments.count == 1 && fits(arguments[0], { $0.isList || $0.isTextual }) ? .int : nil
    case .lower, .upper, .trim:
      arguments.count == 1 && fits(arguments[0], \.isTextual) ? .text : nil
    case .abs: arguments.count == 1 && fits(arguments[0], \.isSummable) ? arguments[0] ?? .int : nil
    case .round: (1...2).contains(arguments.count) ? rounded(arguments, .decimal) : nil
    case .floor, .ceil: arguments.count == 1 ? rounded(arguments, .int) : nil
    case .split: areTexts(arguments, count: 2) ? .list(.text) : nil
    case .replace: areTexts(arguments, count: 3) ? .text : nil
    case .join:
      arguments.count == 2 && fits(arguments[0], \.isJoinable) && fits(arguments[1], \.isTextual)
        ? .text : nil
    case .coalesce: arguments.count > 1 ? commonType(arguments) : nil
    case .year, .month, .day:
      arguments.count == 1 && fits(arguments[0], { $0 == .date }) ? .int : nil
    case .today: arguments.isEmpty ? .date : nil
    }
  }

  /// A duration is no number of one unit that could be rounded.
  private func rounded(_ arguments: [ValueType?], _ number: ValueType) -> ValueType? {
    guard arguments[0] != .duration, fits(arguments[0], \.isSummable),
      arguments.dropFirst().allSatisfy({ fits($0) { $0 == .int } })
    else { return nil }
    return arguments[0].map { $0.isNumber ? number : $0 } ?? number
  }

  private func fits(_ type: ValueType?, _ test: (ValueType) -> Bool) -> Bool {
    type.map(test) ?? true
  }

  private func areTexts(_ types: [ValueType?], count: Int) -> Bool {
    types.count == count && types.allSatisfy { fits($0, \.isTextual) }
  }

  private func commonType(_ types: [ValueType?]) -> ValueType? {
    let known = types.compactMap { $0 }
    guard let first = known.first else { return .any }
    if known.allSatisfy({ $0 == first }) { return first }
    if known.allSatisfy({ UnitAlgebra.common(first, $0)?.hasUnit ?? false }) {
      return known.first(where: \.hasUnit)
    }
    return known.allSatisfy(\.isNumber) ? .decimal : nil
  }
}

extension ValueType {
  var isList: Bool { if case .list = self { true } else { false } }

  /// Whether it is a list of what can be written one after another.
  fileprivate var isJoinable: Bool {
    if case .list(let element) = self { element.isTextual || element.isNumber } else { false }
  }
}
