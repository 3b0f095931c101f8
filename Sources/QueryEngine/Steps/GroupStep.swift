// SPDX-License-Identifier: MIT

import Catalogue

/// Runs steps for each group of rows by itself.
struct GroupStep: PlanStep {
  let keys: [OutputColumn]
  var innerSteps: [any PlanStep]
  /// Keys that the inner steps leave out.
  var adding: [ColumnID]

  static let traits = StepTraits(effect: .new, dependsOnOrder: true)

  var reads: ColumnSet {
    innerSteps.reduce(into: ColumnSet(keys.map(\.id))) { $0.formUnion($1.reads) }
  }

  func columns(after columns: [ColumnID]) -> [ColumnID] {
    innerSteps.reduce(columns) { $1.columns(after: $0) } + adding
  }

  /// The rows of each group stand together, whatever is needed of them.
  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    var (kept, inside) = (self, needed)
    kept.innerSteps = PruneColumns.pruned(innerSteps, &inside)
    kept.adding = adding.filter(needed.contains)
    return kept
  }

  func addNames(to names: inout ColumnNames) {
    for step in innerSteps { step.addNames(to: &names) }
  }

  func line(in text: PlanText) -> String {
    "group by \(text.names.list(keys.map(\.id)))\(text.inner(innerSteps))"
      + (adding.isEmpty ? "" : " adding \(text.names.list(adding))")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .hash, held: "all rows"), .sequential(GroupOperator(self, input)))
  }
}
