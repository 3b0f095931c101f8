// SPDX-License-Identifier: MIT

import Catalogue
import LineEditing
import QuerySyntax

/// What can be asked of a value of a type, and the units of numbers.
enum OperatorCandidates {
  /// What kinds of values are asked alike.
  private enum Kind { case ordered, text, bool, list, other }

  /// The operators that a kind of values has, the likeliest first.
  private static let tests: [Kind: [String]] = [
    .ordered: [">=", "<=", "=", "between", "in", "<", ">", "!=", "is null", "is not null", "not"],
    .text: [
      "=", "contains", "starts with", "ends with", "in", "like", "matches", "!=", "is null",
      "is not null", "is empty", "not", "between", "<", "<=", ">", ">=",
    ],
    .bool: ["=", "!=", "is null", "is not null"],
    .list: ["contains", "is empty", "is null", "is not null", "=", "!=", "not"],
    .other: [
      "=", "contains", "starts with", "ends with", "in", "like", "matches", "between", ">=", "<=",
      "<", ">", "!=", "is null", "is not null", "is empty", "not",
    ],
  ]

  private static let notes = [
    "=": "equal", "!=": "not equal, or only one is null", "<": "less", "<=": "less or equal",
    ">": "greater", ">=": "greater or equal", "contains": "text or list", "starts with": "text",
    "ends with": "text", "like": "text; `*` is any text", "matches": "text; a regular expression",
    "between": "two bounds, included", "in": "a set: (1, 2) or 1..5",
    "is null": "there is no value", "is not null": "there is a value",
    "is empty": "null, \"\" or []", "not": "`not in`, `not contains`",
  ]

  static func tests(of type: ValueType?) -> [Completion] {
    candidates(tests[kind(of: type)] ?? [])
  }

  /// What can stand behind `not`.
  static func negated(_ type: ValueType?) -> [Completion] {
    let words = ["in", "contains", "starts with", "ends with", "like", "matches"]
    let known = tests[kind(of: type)] ?? []
    return candidates(words.filter(known.contains))
  }

  /// The comparisons of a number, or of the elements of a list.
  static let comparisons = candidates([">=", "<=", "=", "!=", "<", ">"])

  private static func candidates(_ texts: [String]) -> [Completion] {
    texts.map { Completion(replacement: $0 + " ", label: $0, note: notes[$0] ?? "") }
  }

  private static func kind(of type: ValueType?) -> Kind {
    switch type {
    case .int, .decimal, .money, .length, .date, .duration: .ordered
    case .text, .id: .text
    case .bool: .bool
    case .list: .list
    case .record, .any, nil: .other
    }
  }

  /// The units of a number that is compared with a value.
  static func units(of type: ValueType?) -> [Completion] {
    let units: [String]
    switch type {
    case .length: units = ["m", "km", "mi", "ft", "yd"]
    case .duration: units = ["days", "hours"]
    default: units = []
    }
    return units.map { Completion(replacement: $0 + " ", label: $0, note: "unit") }
  }
}
