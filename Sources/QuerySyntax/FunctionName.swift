// SPDX-License-Identifier: MIT

/// What the language calls its functions, and those that stand in summaries. A name is written here
/// alone: the row of the engine's table takes it as a value, and so do advice and messages.
package enum FunctionName: String, CaseIterable, Sendable {
  case abs, avg, ceil, coalesce, count, date, day, distinctCount = "distinct_count", exp, extract,
    fill, first, floor, hour, int, join, last, len, list, ln, log, lower, max, median, min, minute,
    month, number, percentile, power, previous, rank, replace, reverse, round,
    rowNumber = "row_number", second, share, slice, sorted, split, sqrt, startOf = "start_of",
    stddev,
    substring, sum, text, title, today, trim, unique, upper, variance, weekday, year

  /// The function of a name, in any case; nil where there is none.
  ///
  /// It is looked for among few: the table that Swift makes for `init(rawValue:)` costs more.
  package init?(of word: some StringProtocol) {
    let word = word.lowercased()
    guard let found = Self.allCases.first(where: { $0.rawValue == word }) else { return nil }
    self = found
  }

  /// All there are, for messages.
  package static let all = allCases.map(\.rawValue)
}
