// SPDX-License-Identifier: MIT

import Catalogue

/// The functions that make one value of the values of a group. Nulls are skipped.
package enum AggregateFunction: String, Sendable, CaseIterable {
  case count, sum, avg, min, max, median, first, last, list
  case distinctCount = "distinct_count"

  /// How it is called, for messages and help.
  package var form: String {
    switch self {
    case .count: "count() or count(VALUE)"
    case .sum, .avg, .median: "\(rawValue)(NUMBER)"
    case .min, .max, .first, .last, .list, .distinctCount: "\(rawValue)(VALUE)"
    }
  }

  package var summary: String {
    switch self {
    case .count: "how many rows, or how many of them have the value"
    case .sum: "the sum of the numbers; 0 of nothing"
    case .avg: "their exact sum divided by how many there are"
    case .min: "the smallest value"
    case .max: "the largest value"
    case .median: "the number in the middle, or the mean of the two there"
    case .first: "the first value"
    case .last: "the last value"
    case .list: "all values, in order"
    case .distinctCount: "how many different values there are"
    }
  }

  /// A stage that uses it on `hotels`.
  package var example: String {
    switch self {
    case .count: "summarize count() by stars"
    case .sum, .avg, .median: "summarize \(rawValue)(rooms) by stars"
    case .min, .max: "summarize \(rawValue)(distance) by stars"
    case .first, .last, .list: "sort by distance | summarize \(rawValue)(name) by stars"
    case .distinctCount: "summarize distinct_count(stars)"
    }
  }

  /// The type of the result for an argument of a type; nil when it does not fit. An argument of
  /// unknown type fits everywhere.
  func result(for argument: ValueType?) -> ValueType? {
    switch self {
    case .count, .distinctCount: return .int
    case .sum: return isSummable(argument) ? argument ?? .int : nil
    case .avg, .median:
      guard isSummable(argument) else { return nil }
      return argument.map { $0.isNumber ? .decimal : $0 } ?? .decimal
    case .min, .max:
      let isOrdered = argument.map { $0.isSortable || $0.isSummable } ?? true
      return isOrdered ? argument ?? .any : nil
    case .first, .last: return argument ?? .any
    case .list: return .list(argument ?? .any)
    }
  }

  private func isSummable(_ type: ValueType?) -> Bool { type.map(\.isSummable) ?? true }

  /// Whether it adds or compares values, rather than picking or counting them.
  var calculates: Bool {
    switch self {
    case .sum, .avg, .min, .max, .median: true
    case .count, .first, .last, .list, .distinctCount: false
    }
  }
}
