// SPDX-License-Identifier: MIT

/// What means the same in this language and in every one from which people bring queries.
///
/// It is a list of what is certain, not of what is not: conditions on fields and plain values,
/// sums, differences and products, choices, a few functions and aggregates. What is not in it may
/// differ: a quotient of whole numbers is whole in SQL and KQL, a test that is turned round leaves
/// out missing values in most, a length counts bytes in some, a rounded half goes to the even
/// number or away from zero.
struct CommonGround {
  /// Functions with one meaning.
  private static let functions: Set<FunctionName> = [
    .upper, .lower, .abs, .coalesce, .count, .sum, .avg, .min, .max, .distinctCount,
  ]
  /// Calls that give an order its direction.
  private static let directions: Set<String> = ["asc", "desc"]

  /// Functions that the script defines in the words of this language.
  private let defined: Set<String>

  init(beside defined: Set<String>) { self.defined = defined }

  static func stages(of statement: Statement) -> [Stage] {
    switch statement {
    case .pipeline(let pipeline), .explain(let pipeline, _):
      pipeline.stages.flatMap(\.withInnerStages)
    case .binding(let binding):
      if case .view(let pipeline) = binding.content {
        pipeline.stages.flatMap(\.withInnerStages)
      } else {
        []
      }
    default: []
    }
  }

  func includes(_ stage: Stage) -> Bool { stage.expressions.allSatisfy(includes) }

  private func includes(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .arithmetic(.divide, _, _, _), .arithmetic(.remainder, _, _, _), .not,
      .comparison(.notEqual, _, _, _), .membership(_, _, negated: true),
      .textTest(_, _, _, negated: true, _), .missing, .index, .template:
      return false
    case .comparison(_, _, let operand, _): if operand.expression.isNull { return false }
    case .call(let name, _):
      if !hasOneMeaning(name.text.lowercased()) { return false }
    default: break
    }
    return expression.kind.children.allSatisfy(includes)
  }

  private func hasOneMeaning(_ call: String) -> Bool {
    let function =
      OtherLanguageWords.functions[call] ?? OtherLanguageWords.aggregates[call]
      ?? FunctionName(rawValue: call)
    return function.map(Self.functions.contains) ?? false || Self.directions.contains(call)
      || defined.contains(call)
  }
}

extension Expression {
  fileprivate var isNull: Bool { if case .null = kind { true } else { false } }
}
