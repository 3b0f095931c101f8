// SPDX-License-Identifier: MIT

import Catalogue

/// Reads the records of a long file window by window.
///
/// Where a window turns out to have anything in it of which there is something to say, the file is
/// read whole from its first record on. Where the fields were only proposed, all of the file has to
/// be as it was proposed: the reading ends with a fault once it is not.
final class WindowCursor: BatchCursor {
  private let file: LongFile
  private let fields: InferredFields
  private let wanted: [Int]
  /// Those of them that are read; the others have been.
  private let read: [Int]
  private var kept: KeptRows?
  /// Where what is read is put together for the next query; nil where there is none.
  private var collector: ColumnCollector?
  private let strict: Bool
  private let parts: WindowParts
  /// What the windows have told that were read, where nobody has seen them before.
  private var notes: SurveyNotes?
  /// What the fields were proposed by; nil where they are known.
  private let sample: WindowShape?
  /// Which of the fields had a value in each record so far; nil where nobody asks, or where a value
  /// came of which something may be to be said.
  private var filled: FilledColumns?
  /// Whether the fields are known to be others than these.
  private let isRevised: Bool
  /// How many records the windows hold that were read.
  private var records = 0
  /// What has come of a window and was not given.
  private var batches: ArraySlice<Batch> = []
  private var dictionaries: FieldDictionaries
  /// Who reads the rest of the file, where it is read whole.
  private var whole: ListReader?
  private var ownReport: ScanReport
  /// Whether nobody wants the rows but for the columns that are kept of them.
  var isDrained = false

  var report: ScanReport { whole?.report ?? ownReport }

  init(
    _ file: LongFile, _ fields: InferredFields, wanted: [Int], later: Set<Int> = [],
    beside kept: KeptFile? = nil, search: (any RecordSearch)? = nil,
    copy: Provenance.Origin, sharedKeys: SharedKeys?, strict: Bool
  ) {
    let known = wanted.filter { kept?.columns[$0] != nil }
    let read = wanted.filter { !known.contains($0) }
    self.read = read
    self.kept = known.isEmpty ? nil : kept.map { KeptRows($0, known) }
    collector = ColumnCollector(file.file.watch, read, beside: kept)
    self.file = file
    self.fields = fields
    self.wanted = wanted
    self.strict = strict
    dictionaries = FieldDictionaries(fields.layout, read)
    ownReport = ScanReport(copy: copy)
    ownReport.remarks = file.text.remarks
    ownReport.sharedKeys = sharedKeys
    // What is kept is kept of all rows.
    let later = collector == nil && kept == nil ? later : []
    let rows = WindowRows(file, fields.layout, fields: read, later: later)
    let reading: WindowParts.Reading = { rows.batches($0, $1, $2) }
    if case .surveyed(let survey) = file.knowledge {
      isRevised = !survey.agrees(with: fields)
      ownReport.takenList = survey.takenList(of: file.text)
      parts = WindowParts(
        file, known: survey.windows, members: rows.members, search: search, read: reading)
      sample = nil
      if search == nil, collector == nil, kept == nil { filled = FilledColumns(read) }
    } else {
      isRevised = false
      if case .proposed(_, let known) = file.knowledge { sample = known } else { sample = nil }
      parts = WindowParts(file, members: rows.members, read: reading)
      notes = SurveyNotes()
      filled = FilledColumns(read)
    }
  }

  func next() throws(SourceFault) -> Batch? {
    if isRevised { throw .revised(name: file.file.path) }
    while true {
      if let whole { return try whole.next() }
      if let batch = batches.popFirst() {
        ownReport.records += batch.count
        return try rows(of: dictionaries.encoded(batch))
      }
      guard let next = try parts.next() else {
        try finish()
        return nil
      }
      guard case .part(let part) = next else {
        try readWhole()
        continue
      }
      notes?.add(part)
      if part.news != nil, notes?.contradicts(sample, file.text.format) == true {
        throw .revised(name: file.file.path)
      }
      parts.tellProgress(part, of: file)
      records += part.records
      if !part.isPlain { filled = nil }
      batches = part.batches[...]
      // Those that were passed over have been read.
      ownReport.records += part.records - batches.reduce(0) { $0 + $1.count }
    }
  }

  /// The rows of which some columns were read, with the others.
  private func rows(of batch: Batch) throws(SourceFault) -> Batch {
    collector?.add(batch)
    filled?.add(batch)
    guard kept != nil else { return batch }
    // The file may have been written to since it was seen to be the same.
    guard let others = kept?.exactly(batch.count) else { throw .changed(path: file.file.path) }
    let (fresh, known) = (batch.columns, others.columns)
    let isRead = wanted.map(read.contains)
    var places = (read: 0, known: 0)
    return Batch(
      isRead.map { isRead in
        defer { if isRead { places.read += 1 } else { places.known += 1 } }
        return isRead ? fresh[places.read] : known[places.known]
      }, count: batch.count)
  }

  /// Sees to it that the fields are those of all of the file, and keeps what was read.
  private func finish() throws(SourceFault) {
    let survey: FileSurvey
    if let notes {
      let found = try notes.survey(of: file)
      file.note(found)
      guard let found, found.agrees(with: fields) else { throw .revised(name: file.file.path) }
      survey = found
    } else {
      try file.file.checkUnchanged()
      guard case .surveyed(let known) = file.knowledge else { return }
      survey = known
    }
    collector?.finish(survey, of: file.keptName)
    collector = nil
    if let filled { file.noteWhole(filled: filled.fields) }
  }

  private func readWhole() throws(SourceFault) {
    collector = nil
    if isDrained { throw .revised(name: file.file.path) }
    guard let survey = try file.settled(), survey.agrees(with: fields) else {
      throw .revised(name: file.file.path)
    }
    let held = try HeldText(of: file)
    whole = ListReader(
      payload: held.payload, layout: fields.layout, fields: wanted, copy: ownReport.copy,
      strict: strict, list: held.records,
      keys: DuplicateKeyCounter(shared: ownReport.sharedKeys), from: records)
  }
}

/// Finds out which columns of a reading have a value in each row.
private struct FilledColumns {
  /// The fields by the slots of their columns.
  private var slots: [Int: Int] = [:]

  init(_ fields: [Int]) {
    for (slot, field) in fields.enumerated() { slots[slot] = field }
  }

  var fields: Set<Int> { Set(slots.values) }

  /// Of a column that is made later nothing is known.
  mutating func add(_ batch: Batch) {
    for slot in slots.keys where !batch.isFilled(slot) { slots[slot] = nil }
  }
}
