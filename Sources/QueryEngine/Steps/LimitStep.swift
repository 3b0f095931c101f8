// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps a run of the rows: leaves out the first ones, then keeps some.
struct LimitStep: PlanStep {
  /// How many rows are left out.
  let skipped: Int
  /// How many of those after them are kept; nil for all.
  let kept: Int?
  /// The keys by which the rows stand where it is told that the end parts rows that are equal in
  /// them.
  var ties: [SortColumn] = []
  /// Whether one row more than are kept may be looked at for that.
  var looksOn = true

  static func first(_ count: Int) -> LimitStep { LimitStep(skipped: 0, kept: count) }

  static func after(_ count: Int) -> LimitStep { LimitStep(skipped: count, kept: nil) }

  static let traits = StepTraits(effect: .subset, dependsOnOrder: true)

  var reads: ColumnSet { ColumnSet(ties.map(\.column)) }

  func told(order: [SortColumn], looksOn: Bool) -> any PlanStep {
    var told = self
    if kept != nil { (told.ties, told.looksOn) = (order, looksOn) }
    return told
  }

  func line(in text: PlanText) -> String {
    kept.map { "limit \($0)" } ?? "skip \(skipped)"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let end = ties.ties.map {
      LimitOperator.End(order: RowOrdering(ties, in: input), ties: $0, looksOn: looksOn)
    }
    return PhysicalOperator(
      self, .streaming,
      .sequential(LimitOperator(skipped: skipped, kept: kept ?? .max, end: end)))
  }
}
