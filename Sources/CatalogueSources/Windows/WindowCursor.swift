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
  private let strict: Bool
  private let parts: WindowParts
  /// What the windows have told that were read, where nobody has seen them before.
  private var notes: SurveyNotes?
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

  var report: ScanReport { whole?.report ?? ownReport }

  init(
    _ file: LongFile, _ fields: InferredFields, wanted: [Int], copy: Provenance.Origin,
    sharedKeys: SharedKeys?, strict: Bool
  ) {
    self.file = file
    self.fields = fields
    self.wanted = wanted
    self.strict = strict
    dictionaries = FieldDictionaries(fields.layout, wanted)
    ownReport = ScanReport(copy: copy)
    ownReport.remarks = file.text.remarks
    ownReport.sharedKeys = sharedKeys
    let members = WantedMembers(fields.layout, fields: wanted)
    let types = members.types(fields.layout)
    let named = zip(members.names, types).map { WindowMember(name: $0, type: $1) }
    let (format, layout) = (file.text.format, fields.layout)
    let read: WindowParts.Reading = { text, spans, tokens in
      Self.batches(
        of: spans, TextRecordReader(text, format, layout, members, parser: tokens))
    }
    if case .surveyed(let survey) = file.knowledge {
      isRevised = !survey.agrees(with: fields)
      parts = WindowParts(file, known: survey.windows, members: named, read: read)
    } else {
      isRevised = false
      parts = WindowParts(file, members: named, read: read)
      notes = SurveyNotes()
    }
  }

  private static func batches(of spans: [RecordSpan], _ reader: TextRecordReader) -> [Batch]? {
    var index = RecordIndex()
    index.spans = spans
    var batches: [Batch] = []
    for start in stride(from: 0, to: spans.count, by: Batch.usualCount) {
      let run = start..<min(start + Batch.usualCount, spans.count)
      guard let read = reader.read(run, of: index), read.findings.isEmpty else { return nil }
      batches.append(read.batch)
    }
    return batches
  }

  func next() throws(SourceFault) -> Batch? {
    if isRevised { throw .revised(name: file.file.path) }
    while true {
      if let whole { return try whole.next() }
      if let batch = batches.popFirst() {
        ownReport.records += batch.count
        return dictionaries.encoded(batch)
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
      file.tellProgress(part.range.upperBound)
      records += part.records
      batches = part.batches[...]
    }
  }

  /// Sees to it that the fields are those of all of the file.
  private func finish() throws(SourceFault) {
    guard let notes else { return try file.file.checkUnchanged() }
    let survey = try notes.survey(of: file)
    file.note(survey)
    guard let survey, survey.agrees(with: fields) else { throw .revised(name: file.file.path) }
  }

  private func readWhole() throws(SourceFault) {
    guard let survey = try file.settled(), survey.agrees(with: fields) else {
      throw .revised(name: file.file.path)
    }
    let held = try HeldText(of: file.file)
    whole = ListReader(
      payload: held.payload, layout: fields.layout, fields: wanted, copy: ownReport.copy,
      strict: strict, list: held.records,
      keys: DuplicateKeyCounter(shared: ownReport.sharedKeys), from: records)
  }
}
