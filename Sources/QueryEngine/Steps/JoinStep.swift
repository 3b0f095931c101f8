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
    let way = keys.isEmpty ? ", compares every pair" : ""
    return "join \(keepsLeft ? "left " : "")(\(text.inner(right))) on "
      + conditions.joined(separator: " and ") + way
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let plan = PhysicalPlan(right)
    let pairs = ColumnLayout(columns: input.columns + right.columns + helpers.map(\.id))
    // That it compares every pair is said by the line of the step.
    let name = keys.isEmpty ? nil : "hash join"
    return PhysicalOperator(self, Algorithm(name: name, held: "the other rows")) { run in
      let partners = partners(plan, run)
      return {
        JoinOperator(
          self, partners, left: run.evaluator(input), pairs: run.evaluator(pairs), next: $0)
      }
    }
  }

  /// The rows of the other relation by their keys, read when the first row asks.
  private func partners(_ plan: PhysicalPlan, _ run: Executor) -> Lazy<JoinHashTable> {
    let evaluator = run.evaluator(ColumnLayout(columns: right.columns))
    return Lazy { () throws(ExecutionFault) in
      var rows = HeldRows(run.state)
      try run.read(plan) { batch throws(ExecutionFault) in try rows.add(batch) }
      let none = Batch(right.columns.map { _ in .null(count: 0) }, count: 0)
      let all = try rows.take() ?? none
      var columns: [Column] = []
      for key in keys { columns.append(try evaluator.evaluate(key.right, all)) }
      return try JoinHashTable(all, keys: columns, keepsLeft: keepsLeft, run.state)
    }
  }
}
