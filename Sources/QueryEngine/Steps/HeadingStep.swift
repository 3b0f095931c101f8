// SPDX-License-Identifier: MIT

import Catalogue

/// Puts the rows together that have one value of a column, in the order of first appearance. It is
/// the last step: what heads the rows is how they are shown.
struct HeadingStep: PlanStep {
  let key: OutputColumn

  static let traits = StepTraits(effect: .reordered, dependsOnOrder: true)

  var reads: ColumnSet { ColumnSet([key.id]) }

  func line(in text: PlanText) -> String { "headed by \(text.names[key.id])" }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let group = GroupStep(keys: [key], innerSteps: [], adding: [])
    return PhysicalOperator(
      self, Algorithm(name: .hash, held: "all rows"), .sequential(GroupOperator(group, input)))
  }
}
