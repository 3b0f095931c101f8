// SPDX-License-Identifier: MIT

import Catalogue

/// The records of a batch that are no items, and why.
struct Skipping {
  let records: Range<Int>
  private let index: RecordIndex
  private let format: any RecordFormat
  private let values: any ValueReader
  private var reasons: [Int: String] = [:]

  init(
    records: Range<Int>, index: RecordIndex, format: any RecordFormat, values: any ValueReader
  ) {
    self.records = records
    self.index = index
    self.format = format
    self.values = values
  }

  var isEmpty: Bool { reasons.isEmpty }

  func contains(_ row: Int) -> Bool { reasons[row] != nil }

  /// The rows that stay.
  var kept: [Int] { (0..<records.count).filter { reasons[$0] == nil } }

  var findings: [ScanReport.Finding] {
    reasons.sorted { $0.key < $1.key }.map { row, reason in
      let record = records.lowerBound + row
      return ScanReport.Finding(
        .skipped, record: record + 1, offset: index.range(record).lowerBound, reason,
        consequence: "skipped")
    }
  }

  /// Records that are no objects or that cannot be read.
  mutating func note(_ statuses: [RecordStatus]) {
    for (row, status) in statuses.enumerated() where status != .whole {
      let record = records.lowerBound + row
      reasons[row] = format.fault(of: record, status, in: index, of: values.payload).words
    }
  }

  /// Records without a key; the problems are those of all values.
  mutating func note(key: Column, _ reading: FieldReading, _ problems: [ValueProblem]) {
    guard let validity = key.validity else { return }
    let first = Dictionary(problems.map { ($0.row, $0) }) { first, _ in first }
    for row in (~validity).indices where reasons[row] == nil {
      let place = "record \(records.lowerBound + row + 1)"
      let fault = first[row]?.fault(reading, place: place, in: values)
      reasons[row] = fault ?? "\(place) has no `\(reading.name)`"
    }
  }
}
