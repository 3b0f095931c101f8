// SPDX-License-Identifier: MIT

package import Catalogue

/// A result that later statements can go on from.
package struct KeptResult: Sendable {
  /// The columns of the batches are the scope's `keptColumns`, in order.
  package let scope: Scope
  package let batches: [Batch]
  package let rows: Int
  /// Where its rows come from.
  package let provenance: Provenance
  /// Columns that its query was going to show, and of which the run found that they tell nothing.
  package let hidden: [ColumnID]

  package init(
    scope: Scope, batches: [Batch], _ provenance: Provenance, hiding hidden: [ColumnID] = []
  ) {
    self.hidden = hidden
    self.scope = scope
    self.batches = batches
    self.provenance = provenance
    rows = batches.reduce(0) { $0 + $1.count }
  }

  /// How many values it holds.
  package var cells: Int { rows * max(scope.keptColumns.count, 1) }

  /// Its rows with the columns of a plan's output, as they were shown.
  package func rows(of output: [OutputColumn]) -> [Batch] {
    let slots = output.map { scope.keptColumns.firstIndex(of: $0.id) }
    return batches.map { batch in
      let columns = slots.map { slot in
        slot.map { batch[$0] } ?? .null(count: batch.count)
      }
      return Batch(columns, count: batch.count)
    }
  }

  /// The column that names the rows; nil where none does.
  package var keyColumn: ColumnID? { scope.key }

  /// The key of a row, from 1; nil when there is no such row.
  package func key(ofRow row: Int) -> String? { scope.key.flatMap { id($0, ofRow: row) } }

  /// The id of the category that a row is; nil when it is none.
  func category(ofRow row: Int) -> String? {
    scope.categories.flatMap { id($0.id, ofRow: row) }
  }

  /// The categories that its rows are; nil where they are others.
  package var categories: ShownCategories? {
    scope.categories.map { categories in
      ShownCategories(
        source: categories.source, ids: (0..<rows).map { category(ofRow: $0 + 1) })
    }
  }

  /// What a picture of a row, from 1, shows; nil where it is neither an item nor a category.
  package func subject(ofRow row: Int) -> PictureSubject? {
    if let id = category(ofRow: row), let source = scope.categories?.source {
      return .category(id, of: source)
    }
    guard let key = key(ofRow: row), let source = scope.source else { return nil }
    return .item(key, of: source, telling: listed(inRow: row))
  }

  /// What a row tells of its item's fields, by their indices in the schema: other items may have
  /// its key.
  private func listed(inRow row: Int) -> [Int: String?] {
    scope.fields.reduce(into: [:]) { told, field in
      guard let index = field.index, let cell = cell(field.id, ofRow: row) else { return }
      told[index] = .some(cell.text(as: field.type ?? .any))
    }
  }

  private func id(_ column: ColumnID, ofRow row: Int) -> String? {
    // What names the rows may have been dropped.
    let names = scope.identity.flatMap { $0.column == column ? $0.type : nil }
    return cell(column, ofRow: row)?.ids(scope.field(column)?.type ?? names).texts[0]
  }

  /// One cell of a row, from 1, as a column of one row; nil when there is no such row.
  func cell(_ column: ColumnID, ofRow row: Int) -> Column? {
    guard let slot = scope.keptColumns.firstIndex(of: column) else { return nil }
    var rest = row - 1
    for batch in batches {
      if rest < batch.count { return batch[slot].taking(rows: [rest]) }
      rest -= batch.count
    }
    return nil
  }
}

/// The categories of a source that a result has shown, row by row.
package struct ShownCategories: Sendable {
  let source: SourceReference
  /// Nil for a row that is none.
  private let ids: [String?]

  init(source: SourceReference, ids: [String?]) {
    self.source = source
    self.ids = ids
  }

  var rows: Int { ids.count }

  /// The id of the category that a row, from 1, is; nil where it is none.
  func id(ofRow row: Int) -> String? { ids.indices.contains(row - 1) ? ids[row - 1] : nil }
}

/// What a picture shows.
package enum PictureSubject: Sendable, Equatable {
  /// An item by its key, with what its row tells of its fields.
  case item(String, of: SourceReference, telling: [Int: String?] = [:])
  /// A category by its id.
  case category(String, of: SourceReference)
}

extension Column {
  /// The text of its only value; nil where that is null.
  fileprivate func text(as type: ValueType) -> String? {
    isNull(at: 0)
      ? nil : String(decoding: CellText.cells(self, type: type)[0], as: UTF8.self)
  }
}
