// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps the first of the rows that are equal in some columns.
struct DistinctStep: PlanStep {
  let columns: [ColumnID]

  static let traits = StepTraits(effect: .new, dependsOnOrder: true)

  var reads: ColumnSet { ColumnSet(columns) }

  func line(in text: PlanText) -> String { "distinct \(text.names.list(columns))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .hash, held: "the keys"),
      .sequential(DistinctOperator(slots: input.places(columns))))
  }
}
