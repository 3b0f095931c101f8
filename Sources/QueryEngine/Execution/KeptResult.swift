package import Catalogue

/// A result that later statements can go on from.
package struct KeptResult: Sendable {
  /// The columns of the batches are the scope's `keptColumns`, in order.
  package let scope: Scope
  package let batches: [Batch]
  package let rows: Int

  package init(scope: Scope, batches: [Batch]) {
    self.scope = scope
    self.batches = batches
    rows = batches.reduce(0) { $0 + $1.count }
  }

  /// How many values it holds.
  package var cells: Int { rows * max(scope.keptColumns.count, 1) }

  /// Its rows with the columns of a plan's output, as they were shown.
  package func rows(of output: [OutputColumn]) -> [Batch] {
    let slots = output.map { scope.keptColumns.firstIndex(of: $0.id) }
    return batches.map { batch in
      let columns = slots.map { slot in
        slot.map { batch.columns[$0] } ?? .null(count: batch.count)
      }
      return Batch(columns, count: batch.count)
    }
  }

  /// The key of a row, from 1; nil when there is no such row.
  package func key(ofRow row: Int) -> String? {
    guard let key = scope.key, let cell = cell(key, ofRow: row) else { return nil }
    return String(decoding: CellText.cells(cell, type: .id, style: .exact)[0], as: UTF8.self)
  }

  /// One cell of a row, from 1, as a column of one row; nil when there is no such row.
  func cell(_ column: ColumnID, ofRow row: Int) -> Column? {
    guard let slot = scope.keptColumns.firstIndex(of: column) else { return nil }
    var rest = row - 1
    for batch in batches {
      if rest < batch.count { return batch.columns[slot].gathered([rest]) }
      rest -= batch.count
    }
    return nil
  }
}
