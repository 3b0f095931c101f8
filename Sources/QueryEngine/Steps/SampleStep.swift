// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps some of the rows by chance, in their order.
struct SampleStep: PlanStep {
  let count: Int
  /// What the choice follows from; nil where every run chooses anew.
  let seed: Int?

  static let traits = StepTraits(effect: .subset, dependsOnOrder: true)

  var isOfChance: Bool { seed == nil }

  func line(in text: PlanText) -> String {
    "sample \(count)" + (seed.map { " seed \($0)" } ?? "")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .reservoir, held: "the chosen rows"),
      .sequential(SampleOperator(count: count, seed: seed.map { UInt64($0) })))
  }
}
