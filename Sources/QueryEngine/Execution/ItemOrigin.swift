// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

// One item of a source, and the items that it names.
extension Executor {
  /// The first row with the given id, or else the only one whose id begins so, its whole id, and
  /// how many rows have it.
  func item(
    _ source: any CatalogueSource, _ id: RowSource.ItemID, _ fields: [Int],
    _ range: ScriptRange
  ) throws(ExecutionFault) -> FoundItem {
    guard let key = source.schema.key, let slot = fields.firstIndex(of: key) else {
      preconditionFailure("a plan of one item reads the key")
    }
    if case .row(let row) = id, let shown = try shown(row, of: source, fields, range) {
      return shown
    }
    var search = ItemSearch(
      try self.key(of: id, range), slot: slot, source.schema.keyType)
    let reading = source.itemReading(of: fields)
    if reading == .recordThenList, let records = source.itemRecords {
      let cursor = try asking { () throws(SourceFault) in
        try records.items([search.wanted], fields: fields)
      }
      try read(cursor, of: source) { search.take($0) ? .enough : .more }
      let found = try completed(search.item, search.wanted, of: source, fields)
      if let found { return found }
    }
    // Of a list in pages this reads what is kept of it.
    let isLocal = source.isLocal
    // Ids that are near, or begin so, are looked for where that asks no server.
    guard reading != .recordThenList || isLocal else {
      throw search.fault(of: source.schema.source, range)
    }
    var request = ScanRequest(fields: fields)
    let condition = PushedCondition(field: key, .equal, .text(search.wanted))
    if let known = source.capability.fields[key], known.makes(condition) {
      request.conditions = [condition]
    }
    try look(for: &search, in: source, request, toItsEnd: isLocal)
    // The beginning of an id is no id that a server finds.
    if search.ids.isEmpty, !request.isWhole {
      try look(for: &search, in: source, ScanRequest(fields: fields), toItsEnd: isLocal)
    }
    if let found = search.item { return found }
    // What is not found may stand in a part of the list that is missing.
    if search.ids.isEmpty, let fault = state.report.scan?.faultOfGap {
      let found =
        reading == .listThenRecord ? try recorded(search.wanted, of: source, fields) : nil
      if let found { return found }
      throw .source(fault)
    }
    throw search.fault(of: source.schema.source, range)
  }

  /// An item whose own record was asked for, with what lists tell of fields that the record leaves
  /// open; nil where nothing is known of it.
  private func completed(
    _ found: FoundItem?, _ key: String, of source: any CatalogueSource, _ fields: [Int]
  ) throws(ExecutionFault) -> FoundItem? {
    if let found, !found.row.columns.contains(where: { $0.isNull(at: 0) }) { return found }
    let report = state.report.scan ?? ScanReport(copy: .nothing)
    let row = try listed(key, of: source, fields, completing: found?.row)
    guard let row else {
      if let fault = report.failed.first?.fault { throw .source(fault) }
      return nil
    }
    if found == nil { state.note(missing: report.missing) }
    return FoundItem(row: row, key: key, copies: found?.copies ?? 1)
  }

  /// An item that may stand in a part of the list that did not come and has a record of its own:
  /// nothing but its key, which the record's fields are found by. Nil where there is none.
  private func recorded(
    _ key: String, of source: any CatalogueSource, _ fields: [Int]
  ) throws(ExecutionFault) -> FoundItem? {
    guard let records = source.itemRecords, state.report.scan?.isInterrupted == false else {
      return nil
    }
    let known = source.schema.fields.firstIndex { $0.origin == .detail }
    guard let known else { return nil }
    let details = try asking { () throws(SourceFault) in
      try records.details(of: [key], fields: [known])
    }
    guard details.report.missing.isEmpty, details.report.failed.isEmpty else { return nil }
    try state.note(records: details.report, of: source)
    let columns = fields.map { field in
      field == source.schema.key ? Column(.id, [.text(key)]) : .null(count: 1)
    }
    return FoundItem(row: Batch(columns, count: 1), key: key, copies: 1)
  }

  /// Reads a list for an item; where that asks no server, also for further records of its id. What
  /// is wrong with a list after the item takes nothing from it.
  private func look(
    for search: inout ItemSearch, in source: any CatalogueSource, _ request: ScanRequest,
    toItsEnd goesOn: Bool
  ) throws(ExecutionFault) {
    do throws(ExecutionFault) {
      try scan(source, request) { search.take($0) && !goesOn ? .enough : .more }
    } catch {
      if case .cancelled = error { throw error }
      guard search.isFound else { throw error }
    }
  }

  /// Begins to read what an item names: one by its id, or else the only one whose id begins so.
  func related(
    _ source: any CatalogueSource, _ relation: String, _ id: RowSource.ItemID, _ fields: [Int],
    _ range: ScriptRange
  ) throws(ExecutionFault) -> any BatchCursor {
    let wanted = try key(of: id, range)
    if let cursor = try items(of: source, relation, wanted, fields) { return cursor }
    let whole = try source.schema.key.map { key throws(ExecutionFault) in
      try item(source, .id(wanted), [key], range).key
    }
    guard let whole else {
      throw .noSuchItem(source: source.schema.source, id: wanted, near: [], range)
    }
    if let cursor = try items(of: source, relation, whole, fields) { return cursor }
    throw .nothingRelated(source: source.schema.source, relation, to: whole, range)
  }

  private func items(
    of source: any CatalogueSource, _ relation: String, _ key: String, _ fields: [Int]
  ) throws(ExecutionFault) -> (any BatchCursor)? {
    try asking { () throws(SourceFault) in
      try source.relations?.related(relation, to: key, fields: fields)
    }
  }

  private func key(
    of id: RowSource.ItemID, _ range: ScriptRange
  ) throws(ExecutionFault) -> String {
    try self.id(id, range) { $0.key(ofRow: $1) }
  }

  /// The id of a category that a query names.
  func category(
    of id: RowSource.ItemID, _ range: ScriptRange
  ) throws(ExecutionFault) -> String {
    try self.id(id, range) { $0.category(ofRow: $1) }
  }

  private func id(
    _ id: RowSource.ItemID, _ range: ScriptRange, inRow: (KeptResult, Int) -> String?
  ) throws(ExecutionFault) -> String {
    switch id {
    case .id(let id): return id
    case .row(let row):
      let rows = environment.lastResult?.rows ?? 0
      guard let id = environment.lastResult.flatMap({ inRow($0, row) }) else {
        throw .noSuchRow(row, rows: rows, range)
      }
      return id
    case .lastShown:
      guard let shown = environment.shownItem else {
        preconditionFailure("the item last shown is asked for when one has been shown")
      }
      return shown
    }
  }
}

/// An item of a list.
struct FoundItem {
  let row: Batch
  let key: String
  /// How many records have that key, as far as was read.
  let copies: Int
}

/// Looks in the rows of a list for one item by its id or by the beginning of its id.
private struct ItemSearch {
  /// How many items an ambiguous beginning of an id names.
  private static let namedItems = 10
  /// Among how many ids near ones are looked for.
  private static let keptIDs = 10_000

  let wanted: String
  private let slot: Int
  private let type: ValueType?
  /// The ids that fit: that of `row` alone, or several that begin so.
  private(set) var ids: [String] = []
  private var others: [String] = []
  private var found: Batch?
  /// How many records have the whole id.
  private var copies = 0

  /// The ids stand in the column at `slot`, as values of a type.
  init(_ wanted: String, slot: Int, _ type: ValueType?) {
    self.wanted = wanted
    self.slot = slot
    self.type = type
  }

  /// Whether the whole id was met.
  var isFound: Bool { copies > 0 }

  /// The one item that is meant; nil when there is none or more than one.
  var item: FoundItem? {
    guard ids.count == 1, let found else { return nil }
    return FoundItem(row: found, key: ids[0], copies: max(copies, 1))
  }

  /// Takes rows; whether the whole id is among them, so that no more are needed.
  mutating func take(_ batch: Batch) -> Bool {
    let keys = batch[slot].ids(type)
    for row in 0..<keys.count {
      guard keys[row].starts(with: wanted.utf8), !wanted.isEmpty else {
        if others.count < Self.keptIDs {
          others.append(String(decoding: keys[row], as: UTF8.self))
        }
        continue
      }
      if keys[row].count == wanted.utf8.count {
        copies += 1
        guard copies == 1 else { continue }
        ids = [wanted]
        found = batch.taking(rows: [row])
      }
      if isFound { continue }
      let id = String(decoding: keys[row], as: UTF8.self)
      // Enough to name some; the whole id may still come.
      if ids.count < Self.namedItems { ids.append(id) }
      if ids.count == 1 { found = batch.taking(rows: [row]) }
    }
    return isFound
  }

  func fault(of source: String, _ range: ScriptRange) -> ExecutionFault {
    if ids.isEmpty {
      return .noSuchItem(
        source: source, id: wanted, near: Suggestion.nearest(to: wanted, among: others), range)
    }
    return .ambiguousItem(source: source, prefix: wanted, ids: ids, range)
  }
}
