// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// Reads the wanted columns of an Arrow file, a few rows at a time, so that memory does not grow
/// with it.
final class ArrowCursor: BatchCursor {
  private let table: ArrowTable
  /// The fields that are wanted.
  private let wanted: [Int]
  private let strict: Bool
  private var batch = 0
  private var reader: BatchReader?
  /// The next row of the batch.
  private var row = 0
  private(set) var report: ScanReport

  init(
    _ table: ArrowTable, wanted: [Int], copy: Provenance.Origin, sharedKeys: SharedKeys?,
    strict: Bool
  ) {
    self.table = table
    self.wanted = wanted
    self.strict = strict
    report = ScanReport(copy: copy)
    report.remarks = table.remarks
    report.sharedKeys = sharedKeys
  }

  func next() throws(SourceFault) -> Batch? {
    let file = table.file
    while batch < file.batches.count {
      do throws(ArrowFault) {
        let reader = try openedReader()
        if row < reader.rows { return try rows(of: reader) }
      } catch {
        throw error.inside("batch \(batch + 1)").fault(of: file.input.name)
      }
      let end = file.batches[batch].body.upperBound
      file.input.watch.tell(
        ReadingProgress(name: file.input.name, work: .reading, done: end, of: file.input.size))
      (reader, row) = (nil, 0)
      batch += 1
    }
    try file.input.checkUnchanged()
    return nil
  }

  private func openedReader() throws(ArrowFault) -> BatchReader {
    if let reader { return reader }
    let opened = try table.file.reader(batch)
    reader = opened
    return opened
  }

  private func rows(of reader: BatchReader) throws(ArrowFault) -> Batch {
    let run = row..<min(row + Batch.usualCount, reader.rows)
    var columns: [Column] = []
    for field in wanted {
      let (column, rejections) = try reader.column(table.columns[field], run)
      columns.append(column)
      for rejection in rejections { try note(rejection, field) }
    }
    report.records += run.count
    row = run.upperBound
    return Batch(columns, count: run.count)
  }

  private func note(_ rejection: BatchReader.Rejection, _ field: Int) throws(ArrowFault) {
    let record = report.records + rejection.row - row + 1
    let name = table.found.fields[field].name
    let finding = ScanReport.Finding(
      .rejected, record: record, offset: table.file.batches[batch].body.lowerBound,
      "\(name) in record \(record) \(rejection.fault)", consequence: "left empty")
    report.add(finding)
    if strict { throw .source(.strict(name: table.file.input.name, finding: finding)) }
  }
}
