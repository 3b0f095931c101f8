// SPDX-License-Identifier: MIT

import Catalogue
import Workers

/// Reads the records of a long file window by window.
///
/// Where a window turns out to have anything in it of which there is something to say, the file is
/// read whole from its first record on.
final class WindowCursor: BatchCursor {
  /// The rows of a window; nil where there is anything to say of them.
  private typealias Part = Result<[Batch]?, SourceFault>

  private let file: SurveyedFile
  private let layout: ListLayout
  private let fields: [Int]
  private let strict: Bool
  private let work: OrderedWork<FileWindow, Part>
  private var upcoming: IndexingIterator<[FileWindow]>
  /// The window whose rows come next.
  private var window = 0
  /// What has come of a window and was not given.
  private var batches: ArraySlice<Batch> = []
  private var dictionaries: FieldDictionaries
  /// Who reads the rest of the file, where it is read whole.
  private var whole: ListReader?
  private var ownReport: ScanReport

  var report: ScanReport { whole?.report ?? ownReport }

  init(
    _ file: SurveyedFile, _ layout: ListLayout, fields: [Int], copy: Provenance.Origin,
    sharedKeys: SharedKeys?, strict: Bool
  ) {
    self.file = file
    self.layout = layout
    self.fields = fields
    self.strict = strict
    upcoming = file.survey.windows.makeIterator()
    dictionaries = FieldDictionaries(layout, fields)
    ownReport = ScanReport(copy: copy)
    ownReport.sharedKeys = sharedKeys
    let members = WantedMembers(layout, fields: fields)
    let isShort = file.survey.windows.count < 2
    work = OrderedWork(threads: isShort ? 0 : file.file.watch.workers.threads) {
      let reader = WindowReader(file.file, file.text, members: members.names)
      return { window in
        Result { () throws(SourceFault) in
          try reader.flatMap { (reader) throws(SourceFault) in
            try Self.batches(of: window, reader, file.text, layout, members)
          }
        }
      }
    }
  }

  func next() throws(SourceFault) -> Batch? {
    while true {
      if let whole { return try whole.next() }
      if let batch = batches.popFirst() {
        ownReport.records += batch.count
        return dictionaries.encoded(batch)
      }
      guard let part = work.next({ upcoming.next() }) else {
        try file.file.checkUnchanged()
        return nil
      }
      guard let found = try part.get() else {
        try readWhole(from: file.survey.windows[window].first)
        continue
      }
      window += 1
      batches = found[...]
    }
  }

  private func readWhole(from record: Int) throws(SourceFault) {
    try file.file.checkUnchanged()
    let held = try HeldText(path: file.file.path, watch: file.file.watch)
    whole = ListReader(
      payload: held.payload, layout: layout, fields: fields, copy: ownReport.copy, strict: strict,
      list: held.records, keys: DuplicateKeyCounter(shared: ownReport.sharedKeys), from: record)
  }

  private static func batches(
    of window: FileWindow, _ reader: WindowReader, _ text: WindowedText, _ layout: ListLayout,
    _ members: WantedMembers
  ) throws(SourceFault) -> [Batch]? {
    guard let (payload, found) = try reader.take(window.range, number: window.first),
      found.records.count == window.records
    else { return nil }
    var index = RecordIndex()
    index.spans = found.records
    let rows = TextRecordReader(
      payload, text.format, layout, members, parser: reader.tokenizer)
    var batches: [Batch] = []
    for start in stride(from: 0, to: index.count, by: Batch.usualCount) {
      let run = start..<min(start + Batch.usualCount, index.count)
      guard let read = rows.read(run, of: index), read.findings.isEmpty else { return nil }
      batches.append(read.batch)
    }
    return batches
  }
}
