// SPDX-License-Identifier: MIT

import Catalogue

/// Adds computed columns, each of which may read those before it.
struct ExtendStep: PlanStep {
  let projections: [Projection]

  init(_ projections: [Projection]) { self.projections = projections }

  static let traits = StepTraits(effect: .same, isRowwise: true)

  var reads: ColumnSet {
    projections.reduce(into: ColumnSet()) { $0.formUnion($1.expression.columns) }
  }

  func columns(after columns: [ColumnID]) -> [ColumnID] {
    columns + projections.map(\.id)
  }

  var expressions: [BoundExpression] { projections.map(\.expression) }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    let kept = projections.filter { needed.contains($0.id) }
    return kept.isEmpty ? nil : ExtendStep(kept)
  }

  func addNames(to names: inout ColumnNames) {
    for projection in projections { names.add(projection.id, projection.name) }
  }

  func line(in text: PlanText) -> String {
    let columns = projections.map { "\(text.names[$0.id]) = \(text.expression($0.expression))" }
    return "extend \(columns.joined(separator: ", "))"
  }

  /// A definition may compute thousands of fields, each from those before.
  func fused(with next: any PlanStep) -> (any PlanStep)? {
    (next as? ExtendStep).map { ExtendStep(projections + $0.projections) }
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let layout = ColumnLayout(columns: columns(after: input.columns))
    return PhysicalOperator(
      self, .streaming, .rowwise(ExtendOperator(projections.map(\.expression), layout)))
  }
}

/// A column that is computed from others.
struct Projection: Sendable {
  let id: ColumnID
  let expression: BoundExpression
  /// What the plan is shown with; nil for a column that the query does not name.
  var name: String?
}
