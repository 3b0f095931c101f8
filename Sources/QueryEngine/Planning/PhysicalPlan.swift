// SPDX-License-Identifier: MIT

/// How a relation is run: what its source is asked, then operators for which columns are slots and
/// algorithms are chosen. It holds no state, so that any number of runs can share it.
package struct PhysicalPlan: Sendable {
  let source: RowSource
  let operators: [PhysicalOperator]
  /// Where the delivered columns stand in the batches of the last operator.
  let output: [Int]

  init(_ relation: Relation) {
    source = relation.origin
    let (operators, layout) = Self.operators(
      of: relation.steps, over: ColumnLayout(columns: relation.origin.columns))
    self.operators = operators
    output = relation.columns.map(layout.place)
  }

  /// The operators of some steps, and the columns that the last one gives.
  static func operators(
    of steps: [any PlanStep], over first: ColumnLayout
  ) -> (operators: [PhysicalOperator], layout: ColumnLayout) {
    var layout = first
    var operators: [PhysicalOperator] = []
    for step in fused(steps) {
      operators.append(step.physical(layout))
      layout = ColumnLayout(columns: step.columns(after: layout.columns))
    }
    return (operators, layout)
  }

  /// Fewer steps that do the same: operators stand within each other, and there may be thousands.
  private static func fused(_ steps: [any PlanStep]) -> [any PlanStep] {
    steps.reduce(into: []) { fused, step in
      if let both = fused.last?.fused(with: step) {
        fused[fused.count - 1] = both
      } else {
        fused.append(step)
      }
    }
  }
}

/// What is done for a step, shared by all who run it.
struct PhysicalOperator: Sendable {
  let step: any PlanStep
  let algorithm: Algorithm
  /// Makes what the operators of one run share, and from it the operators: one, or one for each
  /// group of rows.
  let maker: @Sendable (Executor) -> OperatorMaker

  init(
    _ step: any PlanStep, _ algorithm: Algorithm = .streaming,
    _ maker: @escaping @Sendable (Executor) -> OperatorMaker
  ) {
    self.step = step
    self.algorithm = algorithm
    self.maker = maker
  }
}

/// The way in which an operator works, and what it holds meanwhile.
struct Algorithm: Sendable, Equatable {
  /// Nil where batches are worked on one by one and there is no other way.
  let name: String?
  /// What is held until the last row has come; nil for nothing.
  let held: String?

  static let streaming = Algorithm(name: nil, held: nil)

  /// As a plan is shown with it; empty where there is nothing to tell.
  var text: String {
    let parts = [name, held.map { "holds \($0)" }].compactMap(\.self)
    return parts.isEmpty ? "" : " [\(parts.joined(separator: "; "))]"
  }
}
