// SPDX-License-Identifier: MIT

import Catalogue

/// Puts in the place of the rows what their columns are and hold.
struct DescribeStep: PlanStep {
  let columns: [OutputColumn]
  let results: [ColumnID]

  static let traits = StepTraits(effect: .new)

  var reads: ColumnSet { ColumnSet(columns.map(\.id)) }

  func columns(after columns: [ColumnID]) -> [ColumnID] { results }

  func addNames(to names: inout ColumnNames) {
    for (id, column) in zip(results, DescriptionRows.columns) { names.add(id, column.name) }
  }

  func line(in text: PlanText) -> String { "describe \(text.names.list(columns.map(\.id)))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let summaries = columns.map { ColumnSummary(name: $0.label, type: $0.type) }
    return PhysicalOperator(
      self, Algorithm(name: .hash, held: "the different values"),
      .sequential(DescribeOperator(summaries: summaries, slots: input.places(columns.map(\.id)))))
  }
}
