// SPDX-License-Identifier: MIT

import Catalogue

/// Orders all rows; ties keep their order.
struct SortStep: PlanStep {
  let orderings: [SortColumn]

  static let traits = StepTraits(effect: .reordered)

  var reads: ColumnSet { ColumnSet(orderings.map(\.column)) }

  func line(in text: PlanText) -> String { "sort by \(text.keys(orderings))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .stableSort, held: "all rows"),
      .sequential(SortOperator(order: RowOrdering(orderings, in: input))))
  }
}

/// Keeps the first rows of an order.
struct TopStep: PlanStep {
  let count: Int
  let orderings: [SortColumn]
  /// Whether it is told where it parts rows that are equal in the keys.
  var tellsTies = false

  static let traits = StepTraits(effect: .subset, dependsOnOrder: true)

  var reads: ColumnSet { ColumnSet(orderings.map(\.column)) }

  func told(order: [SortColumn], looksOn: Bool) -> any PlanStep {
    var told = self
    told.tellsTies = true
    return told
  }

  func line(in text: PlanText) -> String { "top \(count) by \(text.keys(orderings))" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .topRows, held: "the best rows"),
      .sequential(
        TopOperator(
          count: count, order: RowOrdering(orderings, in: input),
          ties: tellsTies ? orderings.ties : nil)))
  }
}

/// One key of a sort.
struct SortColumn: Sendable {
  let column: ColumnID
  let order: SortKey.Order
  let descending: Bool
  let nullsFirst: Bool
  /// What the script calls it; empty for what no script names.
  var label = ""
}

extension [SortColumn] {
  /// What is told where rows are parted that are equal in these keys.
  var ties: String? { isEmpty ? nil : map(\.label).joined(separator: ", ") }
}
