// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns.
struct ExtendStep: PlanStep {
  let computations: [Projection]

  init(_ computations: [Projection]) { self.computations = computations }

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
    Self.physical([self], input)[0]
  }

  /// One operator for steps that follow each other: a definition may compute thousands of fields,
  /// and operators stand within each other. None where there is no step.
  static func physical(_ steps: [ExtendStep], _ input: ColumnLayout) -> [PhysicalOperator] {
    guard !steps.isEmpty else { return [] }
    let layouts = steps.reduce(into: [input]) { layouts, step in
      layouts.append(ColumnLayout(columns: step.columns(after: layouts[layouts.count - 1].columns)))
    }
    let made = PhysicalOperator(steps, .streaming) { run in
      { next in
        let parts = zip(steps, layouts).map { ($0.expressions, run.evaluator($1)) }
        return ExtendOperator(parts, next: next)
      }
    }
    return [made]
  }
}

/// A column that is computed from others.
struct Projection: Sendable {
  let id: ColumnID
  let expression: BoundExpression
  /// What the plan is shown with; nil for a column that the query does not name.
  var name: String?
}
