// SPDX-License-Identifier: MIT

import Catalogue

/// Gives a row for each element of a list; rows with an empty list or none give none.
///
/// The other values of a row are not copied for each of its elements but shared among them.
struct ExpandOperator: RowwiseOperator {
  let layout: ColumnLayout
  private let slot: Int

  init(_ list: ColumnID, _ layout: ColumnLayout) {
    self.layout = layout
    slot = layout.place(list)
  }

  var multipliesRows: Bool { true }

  func pass(
    _ batch: Batch, _ evaluator: Evaluator, to take: (Batch) throws(ExecutionFault) -> Demand
  ) throws(ExecutionFault) -> Demand {
    let batch = batch.gathered
    guard let lists = batch[slot].lists else { return .more }
    func pass(_ rows: [Int], _ elements: [Int]) throws(ExecutionFault) -> Demand {
      let expanded = batch.taking(rows: rows).appending([lists.elements.taking(rows: elements)])
      return try evaluator.state.portions(of: expanded, take)
    }
    var (rows, elements) = ([Int](), [Int]())
    for row in 0..<batch.count where lists.validity?[row] ?? true {
      for element in lists.range(of: row) {
        rows.append(row)
        elements.append(element)
        guard rows.count == Batch.usualCount else { continue }
        if try pass(rows, elements) == .enough { return .enough }
        (rows, elements) = ([], [])
      }
    }
    return try pass(rows, elements)
  }
}
