// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns.
struct ExtendStep: PlanStep {
  let computations: [Computation]

  init(_ computations: [Computation]) { self.computations = computations }

  static let traits = StepTraits(effect: .same, isRowwise: true)

  var reads: ColumnSet {
    computations.reduce(into: ColumnSet()) { $0.formUnion($1.expression.columns) }
  }

  func columns(after columns: [ColumnID]) -> [ColumnID] {
    columns + computations.map(\.id)
  }

  var expressions: [BoundExpression] { computations.map(\.expression) }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    let kept = computations.filter { needed.contains($0.id) }
    return kept.isEmpty ? nil : ExtendStep(kept)
  }

  func addNames(to names: inout ColumnNames) {
    for computation in computations { names.add(computation.id, computation.name) }
  }

  func line(in text: PlanText) -> String {
    let columns = computations.map { "\(text.names[$0.id]) = \(text.expression($0.expression))" }
    return "extend \(columns.joined(separator: ", "))"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self) { run in
      { ExtendOperator(expressions, run.evaluator(input), next: $0) }
    }
  }
}

/// A column that is computed from others.
struct Computation: Sendable {
  let id: ColumnID
  let expression: BoundExpression
  /// What the plan is shown with; nil for a column that the query does not name.
  var name: String?
}
