// SPDX-License-Identifier: MIT

import Catalogue

/// Each row beside those of another relation that go with it.
struct JoinStep: PlanStep {
  var right: Relation
  /// What must be equal; a null has no partner.
  let keys: [(left: BoundExpression, right: BoundExpression)]
  /// Columns of a pair that the rest of the condition reads.
  let helpers: [Projection]
  /// What else must hold for a pair.
  let rest: BoundExpression?
  /// Whether rows without a partner stay, with nulls beside them.
  let keepsLeft: Bool

  static let traits = StepTraits(effect: .new)

  var relations: [Relation] {
    get { [right] }
    set { right = newValue[0] }
  }

  var reads: ColumnSet {
    var reads = rest?.columns ?? ColumnSet()
    for helper in helpers { reads.formUnion(helper.expression.columns) }
    for key in keys {
      reads.formUnion(key.left.columns)
      reads.formUnion(key.right.columns)
    }
    return reads
  }

  func columns(after columns: [ColumnID]) -> [ColumnID] { columns + right.columns }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    var kept = self
    let reads = reads
    kept.right = PruneColumns.pruned(right) { needed.contains($0) || reads.contains($0) }
    return kept
  }

  func addNames(to names: inout ColumnNames) {
    names.add(right)
    for helper in helpers { names.add(helper.id, helper.name) }
  }

  func line(in text: PlanText) -> String {
    let pairs = keys.map { "\(text.expression($0.left)) = \(text.expression($0.right))" }
    let conditions = pairs + (rest.map { [text.expression($0)] } ?? [])
    let way = keys.isEmpty && !text.showsAlgorithms ? ", compares every pair" : ""
    return "join\(keepsLeft ? " left" : "")\(text.inner(right)) on "
      + conditions.joined(separator: " and ") + way
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: keys.isEmpty ? .nestedLoop : .hashJoin, held: "the other rows"),
      .sequential(JoinOperator(self, input)))
  }
}
