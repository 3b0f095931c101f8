// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

// What lists have told of an item.
extension Executor {
  /// A row of the last result, as it was shown: whatever its source says by now, and however many
  /// of its items have the id. Only for fields that a stage has left out the item is looked for.
  /// Nil where there is no such row.
  func shown(
    _ number: Int, of source: any CatalogueSource, _ fields: [Int], _ range: ScriptRange
  ) throws(ExecutionFault) -> FoundItem? {
    guard let last = environment.lastResult, let key = last.key(ofRow: number) else { return nil }
    state.report.inherited.add(last.provenance)
    let kept = fields.map { field in
      last.column(of: field, in: source.schema).flatMap { last.cell($0, ofRow: number) }
    }
    guard kept.contains(where: { $0 == nil }) else {
      return FoundItem(row: Batch(kept.compactMap(\.self), count: 1), key: key, copies: 1)
    }
    let others = try unlessGone { () throws(ExecutionFault) in
      try item(source, .id(key), fields, range).row
    }
    let columns = kept.enumerated().map { slot, cell in
      cell ?? others?[slot] ?? .null(count: 1)
    }
    return FoundItem(row: Batch(columns, count: 1), key: key, copies: 1)
  }

  /// Nil where an item is not there any more.
  private func unlessGone(
    _ look: () throws(ExecutionFault) -> Batch
  ) throws(ExecutionFault) -> Batch? {
    do throws(ExecutionFault) { return try look() } catch {
      guard case .noSuchItem = error else { throw error }
      return nil
    }
  }

  /// The item's own record, with what its row of the last result and of the kept list tell of the
  /// fields that are null in it; nil where there is none of all these. Beside a record that is
  /// there, an old copy of the list tells nothing.
  func listed(
    _ key: String, of source: any CatalogueSource, _ fields: [Int], completing record: Batch?
  ) throws(ExecutionFault) -> Batch? {
    var row = record
    if let last = environment.lastResult,
      let told = last.row(of: key, in: source.schema, fields)
    {
      row = row?.completed(by: told) ?? told
      state.report.inherited.add(last.provenance)
    }
    if let row { noteListed(row, of: source, fields) }
    if let row, !row.columns.contains(where: { $0.isNull(at: 0) }) { return row }
    guard let (kept, copy) = try kept(key, of: source, fields, ofAnyAge: row == nil) else {
      return row
    }
    state.report.scan?.unlisted = UnlistedFields()
    let known = state.report.scan
    let merged = known.map { $0.copy.merged(with: $0.origin(of: copy, for: key)) } ?? copy
    state.report.scan?.copy = merged
    return row?.completed(by: kept) ?? kept
  }

  /// Notes that nothing is missing of the fields that a row of the last result has told.
  private func noteListed(_ row: Batch, of source: any CatalogueSource, _ fields: [Int]) {
    let open = fields.indices.filter { row[$0].isNull(at: 0) }
    let names = Set(open.map { source.schema.fields[fields[$0]].name })
    state.report.scan?.unlisted.remove { !names.contains($0) }
  }

  /// The row of an item in what is kept of a list, and where that is from.
  private func kept(
    _ key: String, of source: any CatalogueSource, _ fields: [Int], ofAnyAge: Bool
  ) throws(ExecutionFault) -> (row: Batch, copy: Provenance.Origin)? {
    guard let slot = fields.firstIndex(where: { $0 == source.schema.key }) else { return nil }
    do throws(SourceFault) {
      let cursor = try source.itemRecords?.keptList(fields: fields, ofAnyAge: ofAnyAge)
      while let cursor, let batch = try cursor.next() {
        if let row = batch.row(of: key, at: slot, source.schema.keyType) {
          return (batch.taking(rows: [row]), cursor.report.copy)
        }
      }
    } catch {
      // A copy that cannot be read tells nothing.
      if error == .cancelled { throw .cancelled }
    }
    return nil
  }
}

extension KeptResult {
  /// The column of a field of its source; nil for one that a stage has left out or made.
  fileprivate func column(of field: Int, in schema: Schema) -> ColumnID? {
    scope.present.first { $0.index == field && $0.type == schema.fields[field].type }?.id
  }

  /// The row of an item of a source, with null for a field that a stage has left out or made; nil
  /// where it has no such row.
  fileprivate func row(of key: String, in schema: Schema, _ fields: [Int]) -> Batch? {
    guard case .named(let name)? = scope.source, name.isSameName(as: schema.source),
      let slot = scope.key.flatMap({ scope.keptColumns.firstIndex(of: $0) })
    else { return nil }
    for batch in batches {
      guard let row = batch.row(of: key, at: slot, schema.keyType) else { continue }
      let columns = fields.map { field in
        let slot = column(of: field, in: schema).flatMap { scope.keptColumns.firstIndex(of: $0) }
        return slot.map { batch[$0].taking(rows: [row]) } ?? .null(count: 1)
      }
      return Batch(columns, count: 1)
    }
    return nil
  }
}

extension Batch {
  /// The first row with an id in the column at a place.
  fileprivate func row(of key: String, at slot: Int, _ type: ValueType?) -> Int? {
    let keys = columns[slot].ids(type)
    return (0..<keys.count).first { keys[$0].elementsEqual(key.utf8) }
  }

  /// One row whose nulls are replaced by the values of another.
  fileprivate func completed(by other: Batch) -> Batch {
    let columns = zip(columns, other.columns).map { own, other in
      own.isNull(at: 0) ? other : own
    }
    return Batch(columns, count: 1)
  }
}
