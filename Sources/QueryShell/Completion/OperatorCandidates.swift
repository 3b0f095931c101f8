// SPDX-License-Identifier: MIT

import Catalogue
import LineEditing
import QuerySyntax

/// What can be asked of a value of a type, and the units of numbers.
enum OperatorCandidates {
  /// What kinds of values are asked alike.
  private enum Kind { case ordered, text, bool, list, other }

  private static let ordered: [ValueTest] = [
    .comparison(.greaterOrEqual), .comparison(.lessOrEqual), .comparison(.equal), .between,
    .membership, .comparison(.less), .comparison(.greater), .comparison(.notEqual),
  ]
  private static let texts: [ValueTest] = [
    .comparison(.equal), .text(.contains), .text(.startsWith), .text(.endsWith), .membership,
    .text(.like), .text(.matches),
  ]
  private static let nulls: [ValueTest] = [.isNull, .isNotNull]

  /// The operators that a kind of values has, the likeliest first.
  private static let tests: [Kind: [ValueTest]] = [
    .ordered: ordered + nulls + [.negation],
    .text: texts + [.comparison(.notEqual)] + nulls
      + [
        .isEmpty, .negation, .between, .comparison(.less), .comparison(.lessOrEqual),
        .comparison(.greater), .comparison(.greaterOrEqual),
      ],
    .bool: [.comparison(.equal), .comparison(.notEqual)] + nulls,
    .list: [.text(.contains), .isEmpty] + nulls
      + [.comparison(.equal), .comparison(.notEqual), .negation],
    .other: texts
      + [
        .between, .comparison(.greaterOrEqual), .comparison(.lessOrEqual), .comparison(.less),
        .comparison(.greater), .comparison(.notEqual),
      ] + nulls + [.isEmpty, .negation],
  ]

  private static func note(of test: ValueTest) -> String {
    switch test {
    case .comparison(.equal): "equal"
    case .comparison(.notEqual): "not equal, or only one is null"
    case .comparison(.less): "less"
    case .comparison(.lessOrEqual): "less or equal"
    case .comparison(.greater): "greater"
    case .comparison(.greaterOrEqual): "greater or equal"
    case .text(.contains): "text or list"
    case .text(.startsWith), .text(.endsWith): "text"
    case .text(.like): "text; `*` is any text"
    case .text(.matches): "text; a regular expression"
    case .between: "two bounds, included"
    case .membership: "a set: (1, 2) or 1..5"
    case .isNull: "there is no value"
    case .isNotNull: "there is a value"
    case .isEmpty: "null, \"\" or []"
    case .negation: "`not in`, `not contains`"
    }
  }

  static func tests(of type: ValueType?) -> [Completion] {
    candidates(tests[kind(of: type)] ?? [])
  }

  /// What can stand behind `not`.
  static func negated(_ type: ValueType?) -> [Completion] {
    let known = tests[kind(of: type)] ?? []
    return candidates(
      ([.membership] + TextOperator.allCases.map(ValueTest.text))
        .filter { $0.isNegatable && known.contains($0) })
  }

  /// The comparisons of a number, or of the elements of a list.
  static let comparisons = candidates(
    [.greaterOrEqual, .lessOrEqual, .equal, .notEqual, .less, .greater].map(ValueTest.comparison))

  private static func candidates(_ tests: [ValueTest]) -> [Completion] {
    tests.map {
      Completion(replacement: $0.phrase + " ", label: $0.phrase, note: note(of: $0))
    }
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
    case .length: units = LengthUnit.allCases.map(\.rawValue)
    case .duration: units = [DurationUnit.days, .hours].map(\.rawValue)
    default: units = []
    }
    return units.map { Completion(replacement: $0 + " ", label: $0, note: "unit") }
  }
}
