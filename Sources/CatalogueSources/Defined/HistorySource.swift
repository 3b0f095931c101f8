// SPDX-License-Identifier: MIT

import Catalogue

/// One item as the readings of its list have it: a row for each reading that has it, the oldest
/// first.
struct HistorySource: CatalogueSource {
  /// A reading by the second of the calendar when it was taken.
  typealias Reading = (time: Int, list: DefinedSource)

  let schema: Schema
  private let key: String
  private let readings: [Reading]

  init(of key: String, in schema: Schema, _ readings: [Reading]) {
    self.key = key
    self.readings = readings
    let name = schema.index(of: "at") == nil ? "at" : "read_at"
    let time = Field(name, .date, meaning: "when the list was read")
    self.schema = Schema(
      source: schema.source, summary: schema.summary, noun: "readings", one: "reading",
      fields: schema.fields + [time], derived: schema.derived, category: schema.category)
  }

  func scan(_ request: ScanRequest) -> any BatchCursor {
    HistoryCursor(of: key, request.fields, time: schema.fields.count - 1, readings)
  }
}

/// Goes through the readings, and finds the item in each.
private final class HistoryCursor: BatchCursor {
  private let key: String
  private let fields: [Int]
  /// The field of the time, behind those of the list.
  private let timeField: Int
  private var rest: ArraySlice<HistorySource.Reading>
  private(set) var report: ScanReport

  init(of key: String, _ fields: [Int], time: Int, _ readings: [HistorySource.Reading]) {
    self.key = key
    self.fields = fields
    timeField = time
    rest = readings[...]
    let times = readings.map { ReadingMoment.words(at: $0.time) }
    let first = times.count > 1 ? times.first : nil
    report = ScanReport(copy: .reading(ReadingTimes(from: first, times.last ?? "")))
  }

  func next() throws(SourceFault) -> Batch? {
    guard let reading = rest.popFirst() else { return nil }
    guard let keyField = reading.list.schema.key else { return nil }
    var asked = fields.filter { $0 != timeField }
    let place = asked.firstIndex(of: keyField) ?? asked.endIndex
    if place == asked.endIndex { asked.append(keyField) }
    let cursor = try reading.list.scan(ScanRequest(fields: asked))
    var found: [Batch] = []
    while let batch = try cursor.next() {
      let batch = batch.gathered
      let ids = batch[place].ids(reading.list.schema.keyType).texts
      let rows = ids.indices.filter { ids[$0].isSpelled(as: key) }
      if !rows.isEmpty { found.append(batch.taking(rows: rows)) }
    }
    let all = Batch.concatenated(found, columnCount: asked.count)
    add(cursor.report, all.count)
    let columns = fields.map { field in
      asked.firstIndex(of: field).map { all[$0] }
        ?? .number(NumberColumn(Array(repeating: Int64(reading.time), count: all.count)))
    }
    return Batch(columns, count: all.count)
  }

  /// Notes a reading and how many rows it has given, which may be several or none.
  private func add(_ other: ScanReport, _ rows: Int) {
    report.source = other.source
    report.records += 1
    if rows > 1 { report.hasSeveralRows = true }
  }
}
