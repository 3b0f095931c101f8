// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// Reads the wanted columns of an Arrow file, a few rows at a time, so that memory does not grow
/// with it.
final class ArrowCursor: BatchCursor {
  private let table: ArrowTable
  /// The fields that are wanted.
  private let wanted: [Int]
  /// What rows are asked for.
  private let conditions: [PartCondition]
  private let strict: Bool
  private var batch = 0
  private var reader: BatchReader?
  /// The next row of the batch.
  private var row = 0
  /// How many rows there were in the batches before.
  private var rowsBefore = 0
  private(set) var report: ScanReport

  init(
    _ table: ArrowTable, wanted: [Int], conditions: [PartCondition] = [],
    copy: Provenance.Origin, sharedKeys: SharedKeys?, strict: Bool
  ) {
    self.table = table
    self.wanted = wanted
    self.conditions = conditions
    self.strict = strict
    report = ScanReport(copy: copy)
    report.remarks = table.remarks
    report.sharedKeys = sharedKeys
  }

  /// Notes where a file stops that is read as far as it is whole; with `strict` that is a fault.
  private func noteBreakage() throws(SourceFault) {
    guard let end = table.file.end, report.breakage == nil else { return }
    let words = "stops behind batch \(table.file.batches.count)"
    report.breakage = "\(words), byte \(end)"
    guard strict else { return }
    let finding = ScanReport.Finding(
      .lost, record: 1, offset: end, "the list \(words); what follows is left out")
    throw .strict(name: table.file.input.name, finding: finding)
  }

  func next() throws(SourceFault) -> Batch? {
    try noteBreakage()
    let file = table.file
    while batch < file.batches.count {
      if row == 0, let rows = rowsToLeaveOut {
        rowsBefore += rows
        batch += 1
        continue
      }
      do throws(ArrowFault) {
        let reader = try openedReader()
        if row < reader.rows { return try rows(of: reader) }
      } catch {
        throw error.inside("batch \(batch + 1)").fault(of: file.input.name)
      }
      let end = file.batches[batch].body.upperBound
      file.input.watch.tell(
        ReadingProgress(name: file.input.name, work: .reading, done: end, of: file.input.size))
      rowsBefore += row
      (reader, row) = (nil, 0)
      batch += 1
    }
    try file.input.checkUnchanged()
    return nil
  }

  /// How many rows the next batch has, where none of them can be one that is asked for.
  private var rowsToLeaveOut: Int? {
    guard let known = table.file.statistics, !conditions.isEmpty,
      !conditions.allSatisfy({ known.mayMeet($0, in: batch) { table.columns[$0] } })
    else { return nil }
    return known.rows(of: batch)
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
    let record = rowsBefore + rejection.row + 1
    let name = table.found.fields[field].name
    let finding = ScanReport.Finding(
      .rejected, record: record, offset: table.file.batches[batch].body.lowerBound,
      "\(name) in record \(record) \(rejection.fault)", consequence: "left empty")
    report.add(finding)
    if strict { throw .source(.strict(name: table.file.input.name, finding: finding)) }
  }
}
