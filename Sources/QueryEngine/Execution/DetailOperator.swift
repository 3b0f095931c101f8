// SPDX-License-Identifier: MIT

import Catalogue

/// Adds fields of the items' own records, fetched by their keys.
///
/// They are fetched in portions, so that a run can end before all are there.
final class DetailOperator: Operator {
  private let records: DetailRecords
  private let keySlot: Int
  private let state: RunState
  private let next: any Operator
  private var portions = ItemPortions()

  init(_ records: DetailRecords, keySlot: Int, _ state: RunState, next: any Operator) {
    self.records = records
    self.keySlot = keySlot
    self.state = state
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    var start = 0
    while start < batch.count {
      try state.checkCancelled()
      let end = min(start + portions.next(), batch.count)
      if try pass(batch.slice(start..<end)) == .enough { return .enough }
      start = end
    }
    return .more
  }

  private func pass(_ rows: Batch) throws(ExecutionFault) -> Demand {
    let cells = CellText.cells(rows.columns[keySlot], type: .id, style: .exact)
    let keys = (0..<cells.count).map { String(decoding: cells[$0], as: UTF8.self) }
    return try next.consume(rows.appending(try records.rows(of: keys).columns))
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// The records of the items that a run has met; each is asked for once.
final class DetailRecords {
  private let source: any CatalogueSource
  private let fields: [Int]
  private let state: RunState
  /// By the key of the item, its fields in one row.
  private var known: [SpelledName: Batch] = [:]
  /// Whether any could be read; a server that fails at once is asked no more.
  private var hasRead = false

  init(_ source: any CatalogueSource, fields: [Int], _ state: RunState) {
    self.source = source
    self.fields = fields
    self.state = state
  }

  /// A row for each key.
  func rows(of keys: [String]) throws(ExecutionFault) -> Batch {
    var met: Set<SpelledName> = []
    let wanted = keys.filter {
      let key = SpelledName($0)
      return known[key] == nil && met.insert(key).inserted
    }
    if !wanted.isEmpty { try read(wanted) }
    return Batch.concatenated(
      keys.compactMap { known[SpelledName($0)] }, columnCount: fields.count)
  }

  private func read(_ keys: [String]) throws(ExecutionFault) {
    let details = try asking { () throws(SourceFault) in
      try source.details(of: keys, fields: fields)
    }
    if let fault = details.fault, !hasRead { throw .source(fault) }
    hasRead = hasRead || details.fault == nil
    state.note(records: details.report)
    state.report.missingDetails += details.report.missing
    state.report.failedDetails += details.report.failed
    for (row, key) in keys.enumerated() {
      known[SpelledName(key)] = details.batch.slice(row..<row + 1)
    }
  }
}
