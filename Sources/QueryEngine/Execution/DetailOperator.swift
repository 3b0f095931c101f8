// SPDX-License-Identifier: MIT

import Catalogue

/// Adds fields of the items' own records, fetched by their keys.
struct DetailOperator: SequentialOperator {
  let detail: DetailStep
  let keySlot: Int

  func maker(_ run: Executor) -> OperatorMaker {
    // What several groups have met is fetched once.
    let records = DetailRecords(detail, run.state)
    return { DetailState(records, keySlot: keySlot, run.state, next: $0) }
  }
}

/// Fetches records in portions, so that a run can end before all are there.
private final class DetailState: Operator {
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
      guard try state.fetchesOn() else { return .enough }
      let end = min(start + portions.next(), batch.count)
      let rows = try completed(batch.slice(start..<end))
      let isWhole = rows?.count == end - start
      if !isWhole { try state.stopFetching() }
      if let rows, try next.consume(rows) == .enough { return .enough }
      if !isWhole { return .enough }
      start = end
    }
    return .more
  }

  /// Those of some rows whose records were waited for, with the fields of these; nil for none.
  private func completed(_ rows: Batch) throws(ExecutionFault) -> Batch? {
    let keys = rows[keySlot].ids(records.keyType).texts
    return try state.untilStopped { () throws(ExecutionFault) in
      let (places, fields) = try records.rows(of: keys)
      let waitedFor = places.count == rows.count ? rows : rows.taking(rows: places)
      return waitedFor.appending(fields.columns)
    }
  }

  func finish() throws(ExecutionFault) { try next.finish() }
}

/// The records of the items that a run has met; each is asked for once.
final class DetailRecords {
  private let detail: DetailStep
  private let fields: [Int]
  /// Whom the records are asked of; nil where the items have none.
  private let records: (any ItemRecordFacet)?
  private let state: RunState
  /// By the key of the item, its fields in one row.
  private var known: [SpelledName: Batch] = [:]
  private var memory: HeldMemory
  /// What a key and its place take, and the arrays of its row, in bytes.
  private static let usualPlace = 256

  /// The type of the field that names the items.
  var keyType: ValueType? { detail.source.schema.keyType }

  init(_ detail: DetailStep, _ state: RunState) {
    self.detail = detail
    fields = detail.columns.map(\.field)
    let reading = detail.source.itemReading(of: fields)
    records = reading == .record ? detail.source.itemRecords : nil
    self.state = state
    memory = HeldMemory(state.memory)
  }

  /// A row for each key whose record was waited for, and the places of these keys.
  func rows(of keys: [String]) throws(ExecutionFault) -> (places: [Int], fields: Batch) {
    var met: Set<SpelledName> = []
    let wanted = keys.filter {
      let key = SpelledName($0)
      return known[key] == nil && met.insert(key).inserted
    }
    if !wanted.isEmpty { try read(wanted) }
    let rows = keys.map { known[SpelledName($0)] }
    return (
      rows.indices.filter { rows[$0] != nil },
      Batch.concatenated(rows.compactMap(\.self), columnCount: detail.added.count)
    )
  }

  private func read(_ keys: [String]) throws(ExecutionFault) {
    let details = try asking { () throws(SourceFault) in
      try records?.details(of: keys, fields: fields) ?? .none(of: keys, fields: fields)
    }
    let report = details.report
    try state.note(records: report, of: detail.source)
    state.note(missing: report.missing)
    let unknown = Set((report.missing + report.failed.map(\.key)).map(SpelledName.init))
    let pending = Set(details.pending.map(SpelledName.init))
    for (row, key) in keys.map(SpelledName.init).enumerated() where !pending.contains(key) {
      let fields = details.batch.slice(row..<row + 1)
      let isKnown = Column(.bool, [.bool(!unknown.contains(key))])
      let record = detail.isKnown == nil ? fields : fields.appending([isKnown])
      try memory.add(record.heldBytes() + Self.usualPlace)
      known[key] = record
    }
  }
}
