// SPDX-License-Identifier: MIT

import Arrow
import Catalogue

/// Reads the wanted columns of an Arrow file, a few rows at a time, so that memory does not grow
/// with it.
final class ArrowCursor: BatchCursor {
  private let table: ArrowTable
  /// The fields that are wanted.
  private let wanted: [Int]
  /// Which rows are asked for.
  private let filters: [PartFilter]
  private let strict: Bool
  private var batch = 0
  private var reader: BatchReader?
  /// The next row of the batch.
  private var row = 0
  /// How many rows there were in the batches before.
  private var rowsBefore = 0
  private(set) var report: ScanReport

  init(
    _ table: ArrowTable, wanted: [Int], filters: [PartFilter] = [],
    copy: Provenance.Origin, sharedKeys: SharedKeys?, strict: Bool
  ) {
    self.table = table
    self.wanted = wanted
    self.filters = filters
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
      if row == 0, leavesOut() { continue }
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

  /// Goes past the next batch if none of its rows can be one that is asked for, and what would be
  /// counted of them is known.
  private func leavesOut() -> Bool {
    guard !filters.isEmpty, let known = table.file.statistics else { return false }
    var counted: [NullCount] = []
    for filter in filters {
      for count in filter.counts {
        guard let nulls = known.nulls(of: table.columns[count.field], in: batch),
          nulls == 0 || filter.takesWholeList
        else { return false }
        counted.add(count.label, nulls)
      }
      if filter.conditions.contains(where: { !mayMeet($0, known) }) {
        for nulls in counted { report.nullsLeftOut.add(nulls.label, nulls.count) }
        report.records += known.rows(of: batch)
        rowsBefore += known.rows(of: batch)
        batch += 1
        return true
      }
    }
    return false
  }

  private func mayMeet(_ condition: PartCondition, _ known: BatchStatistics) -> Bool {
    known.mayMeet(condition, in: batch) { table.columns[$0] }
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
      let (column, rejections, hasFractions) = try reader.column(table.columns[field], run)
      columns.append(column)
      if hasFractions { noteFractions(of: field) }
      for rejection in rejections { try note(rejection, field) }
    }
    report.records += run.count
    row = run.upperBound
    return Batch(columns, count: run.count)
  }

  /// Says once of a field that its times are whole seconds here.
  private func noteFractions(of field: Int) {
    let name = table.found.fields[field].name
    let remark = "times of `\(name)` are told to the second, without their fractions"
    if !report.remarks.contains(remark) { report.remarks.append(remark) }
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
