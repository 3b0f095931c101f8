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
    let steps = innerSteps.map { $0.line(in: text) }.joined(separator: " | ")
    return "group by \(text.names.list(keys.map(\.id))) (\(steps))"
      + (adding.isEmpty ? "" : " adding \(text.names.list(adding))")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let slots = input.places(keys.map(\.id))
    let added = input.places(adding)
    let inner = PhysicalPlan.operators(of: innerSteps, over: input).operators
    return PhysicalOperator(self, Algorithm(name: "hash", held: "all rows")) { run in
      let pipeline = run.chain(inner)
      return {
        GroupOperator(
          keys, slots: slots, adding: added, steps: innerSteps, run.state, next: $0,
          pipeline: pipeline)
      }
    }
  }
}
