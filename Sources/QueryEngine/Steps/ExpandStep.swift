// SPDX-License-Identifier: MIT

import Catalogue

/// One row for each element of a list, which becomes another column.
struct ExpandStep: PlanStep {
  let list: ColumnID
  let element: ColumnID

  static let traits = StepTraits(effect: .new)

  var reads: ColumnSet { ColumnSet([list]) }

  func columns(after columns: [ColumnID]) -> [ColumnID] { columns + [element] }

  func addNames(to names: inout ColumnNames) { names.add(element, names[list]) }

  func line(in text: PlanText) -> String {
    "expand \(text.names[list]) into \(text.names[element])"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, .streaming, .rowwise(ExpandOperator(list, input)))
  }
}
