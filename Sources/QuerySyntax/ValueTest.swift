// SPDX-License-Identifier: MIT

/// What can be asked of a value, in the words of the language; the one list of what completion
/// offers behind a value.
package enum ValueTest: Hashable, Sendable {
  case comparison(ComparisonOperator), text(TextOperator)
  case between, membership, isNull, isNotNull, isEmpty
  /// `not` before an operator that can be negated.
  case negation

  /// How it is written behind the value.
  package var phrase: String {
    switch self {
    case .comparison(let comparison): comparison.rawValue
    case .text(let test): test.rawValue
    case .between: Keyword.phrase(.between)
    case .membership: Keyword.phrase(.in)
    case .isNull: Keyword.phrase(.is, .null)
    case .isNotNull: Keyword.phrase(.is, .not, .null)
    case .isEmpty: Keyword.phrase(.is, .empty)
    case .negation: Keyword.phrase(.not)
    }
  }

  /// Whether `not` may stand before it.
  package var isNegatable: Bool {
    phrase.split(separator: " ").first.map { Keyword.negatable.contains(String($0)) } ?? false
  }
}
