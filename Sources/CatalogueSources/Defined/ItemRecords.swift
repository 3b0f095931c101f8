// SPDX-License-Identifier: MIT

import Catalogue

/// Reads items' own records, and notes what was wrong with them.
///
/// A record that cannot be read leaves the others as they are. None is asked for twice.
struct ItemRecords {
  private let source: DefinedSource
  private let readings: [FieldReading]
  /// Which of the readings tell where a picture is.
  private let pictured: [Int]
  /// What the fields of the readings are called, where it is noted of which a record has nothing.
  private let named: [String]?
  /// By the key of an item, the readings of which its record has nothing; where that is noted.
  private(set) var lacks: [SpelledName: [Int]] = [:]
  private(set) var report = ScanReport(copy: .nothing)
  private var asked: Set<SpelledName> = []
  private var rows: [SpelledName: Batch] = [:]
  private var firstFault: SourceFault?
  /// The keys of items whose records nobody has waited for.
  private(set) var pending: [String] = []

  /// The readings are those of the fields, which are indices in the schema. What `naming` tells of
  /// who named the items belongs to the report. Where `notesLacks` is set, it is noted of which
  /// fields a record has nothing.
  init(
    _ source: DefinedSource, _ readings: [FieldReading], of fields: [Int],
    naming: ScanReport? = nil, notesLacks: Bool = false
  ) {
    self.source = source
    self.readings = readings
    pictured = fields.indices.filter { source.isOfPicture(fields[$0]) }
    named = notesLacks ? fields.map { source.schema.fields[$0].name } : nil
    if let naming { report.add(naming) }
    report.source = source.schema.source
    report.isOfRecords = true
  }

  /// Why no record could be read; nil where one could, or where there is none.
  var fault: SourceFault? { rows.isEmpty && report.missing.isEmpty ? firstFault : nil }

  /// What the records of items say, a batch of one row each; nil for those that are not there or
  /// cannot be read.
  mutating func rows(of keys: [String]) throws(SourceFault) -> [Batch?] {
    let wanted = keys.filter { asked.insert(SpelledName($0)).inserted }
    for (key, result) in zip(wanted, source.records(of: wanted)) {
      do throws(SourceFault) {
        if let fetched = try result.get() {
          rows[SpelledName(key)] = try row(of: fetched, key)
        } else {
          report.missing.append(key)
        }
      } catch {
        try note(error, of: key)
      }
    }
    if !pending.isEmpty, rows.isEmpty { throw .cancelled }
    let read = keys.map { rows[SpelledName($0)] }
    report.records += read.count { $0 != nil } - wanted.count { rows[SpelledName($0)] != nil }
    return read
  }

  /// Says in the report that nothing else tells what the record of an item lacks.
  mutating func report(lacksOf key: String) {
    guard let named, let lacking = lacks[SpelledName(key)] else { return }
    report.unlisted.add(lacking.map { named[$0] }, of: key)
  }

  /// Says in the report that the list tells of an item, whose record is not there.
  mutating func note(listed key: String) { report.listed.append(key) }

  private mutating func row(of fetched: FetchedPayload, _ key: String) throws(SourceFault) -> Batch
  {
    let read = try Document(fetched.payload).record(
      at: source.service.detailPath, readings: readings, copy: fetched.copy,
      strict: source.strict)
    report.add(read.report, of: fetched.payload.name)
    report.parts.add(.item(key), fetched.copy)
    try noteLacks(of: fetched.payload, key)
    report.add(warnings: try source.warnings(of: fetched))
    guard let reason = source.reasonToWithhold(fetched) else { return read.batch }
    report.withheld = reason
    report.hidesPictures = !pictured.isEmpty
    let columns = read.batch.columns.enumerated().map { index, column in
      pictured.contains(index) ? Column.null(count: column.count) : column
    }
    return Batch(columns, count: read.batch.count)
  }

  private mutating func noteLacks(of payload: Payload, _ key: String) throws(SourceFault) {
    if named == nil { return }
    let document = Document(payload)
    let record = try document.object(at: source.service.detailPath)
    let lacking = readings.indices.filter { index in
      readings[index].paths.allSatisfy { document.values.lacks($0, inside: record) }
    }
    if !lacking.isEmpty { lacks[SpelledName(key)] = lacking }
  }

  /// Those that nobody has waited for are no fault beside others that came.
  private mutating func note(_ fault: SourceFault, of key: String) throws(SourceFault) {
    if fault == .cancelled {
      pending.append(key)
      report.isInterrupted = true
      return
    }
    if fault.endsReading || source.strict && !isRefusedLater(fault) { throw fault }
    let name = key.isEmpty ? "\"\"" : key
    report.failed.append(ScanReport.Failure(name, reason: fault.ofReply, fault: fault))
    firstFault = firstFault ?? fault
  }

  /// Whether the rows of a record that a server did not give are refused as not live, as whoever
  /// reads strictly refuses them, and not for what is wrong with a record that came.
  private func isRefusedLater(_ fault: SourceFault) -> Bool {
    switch fault {
    case .server, .malformed, .damaged, .empty, .wrongShape, .limit: source.asking.isService
    case .unreachable, .cannotOpen, .strict, .warned, .definition, .cancelled, .tooManyItems,
      .noReading, .revised:
      false
    }
  }
}

extension SourceFault {
  /// Whether it is none of the one record that was asked for.
  fileprivate var endsReading: Bool {
    switch self {
    case .tooManyItems: true
    case .cancelled, .cannotOpen, .unreachable, .server, .malformed, .damaged, .empty,
      .wrongShape, .strict, .limit, .warned, .definition, .noReading, .revised:
      false
    }
  }
}
