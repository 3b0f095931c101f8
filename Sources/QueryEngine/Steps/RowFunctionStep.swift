// SPDX-License-Identifier: MIT

import Catalogue

/// Adds columns whose values depend on other rows.
struct RowFunctionStep: PlanStep {
  let calls: [RowFunctionCall]

  static let traits = StepTraits(effect: .same, dependsOnOrder: true)

  var reads: ColumnSet { ColumnSet(calls.compactMap(\.input)) }

  func columns(after columns: [ColumnID]) -> [ColumnID] { columns + calls.map(\.id) }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    let kept = calls.filter { needed.contains($0.id) }
    return kept.isEmpty ? nil : RowFunctionStep(calls: kept)
  }

  /// None of the second reads a column of the first.
  func fused(with next: any PlanStep) -> (any PlanStep)? {
    guard let next = next as? RowFunctionStep,
      !calls.contains(where: { next.reads.contains($0.id) })
    else { return nil }
    return RowFunctionStep(calls: calls + next.calls)
  }

  func addNames(to names: inout ColumnNames) {
    for call in calls {
      let word = call.function.name
      names.add(call.id, call.input.map { "\(word)_\(names[$0])" } ?? word)
    }
  }

  func line(in text: PlanText) -> String {
    let columns = calls.map { call in
      let input = call.input.map { text.names[$0] } ?? ""
      let direction = call.descending ? ", \"desc\"" : ""
      return "\(text.names[call.id]) = \(call.function.name)(\(input)\(direction))"
    }
    return "extend \(columns.joined(separator: ", "))"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    let needsAllRows = calls.contains(where: \.function.needsAllRows)
    return PhysicalOperator(
      self, Algorithm(name: nil, held: needsAllRows ? "all rows" : nil),
      .sequential(
        RowFunctionOperator(
          calls: calls.map { ($0, $0.input.map(input.place)) }, needsAllRows: needsAllRows)))
  }
}
