// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import Synchronization
import Workers

/// A long file that is not held: it is read window by window for each query.
final class LongFile: Sendable {
  /// What is known of its fields.
  enum Knowledge {
    case nothing
    /// What a sample of its records tells; others may tell more.
    case proposed(InferredFields, WindowShape)
    case surveyed(FileSurvey)
    /// Not everything in it is plainly as it should be: it has to be read whole.
    case unclear
  }

  let file: any StoredFile
  private let packing: Compression?
  let text: WindowedText
  let sizes: WindowSizes
  /// What was said of the rows.
  let rows: RowsChoice?
  let keptName: KeptName
  private let state: Mutex<Knowledge>
  private let expected = Mutex<Set<Int>>([])
  /// The fields that have a value in each record of a file of whose values nothing is to be said,
  /// as far as they have been read; nil where nobody has read all of it.
  private let filled = Mutex<Set<Int>?>(nil)

  /// Nil for a file that is read whole: one with a short text, and one in whose beginning not
  /// everything is plainly as it should be. Only a sample of it is read.
  init?(_ file: any StoredFile, choosing rows: RowsChoice? = nil) throws(SourceFault) {
    self.file = file
    self.rows = rows
    sizes = file.watch.windows
    packing = Compression(beginningOf: try file.part(0..<Compression.beginningSize).bytes)
    if packing == nil, try !file.goes(beyond: max(sizes.leastFile, 1) - 1) { return nil }
    let reading = Self.reading(file, packing, isAhead: false)
    guard let head = try reading.part(0..<max(sizes.window, sizes.head)),
      try reading.goes(beyond: max(sizes.leastFile, 1) - 1),
      var text = KnownFormats.windows(ofFileBeginning: head, choosing: rows)
    else { return nil }
    if let packing, Compression(ofFile: file.path) == nil, head.promise != nil {
      text.remarks.append(ReadingRemark.compressed(by: packing.name).words)
    }
    self.text = text
    keptName = KeptName(
      file: file.name, manner: text.manner,
      unpackRatio: packing == nil ? nil : file.watch.growth.ratio)
    if let survey = file.watch.columns.survey(of: keptName) {
      state = Mutex(.surveyed(survey))
      return
    }
    state = Mutex(.nothing)
    // A list behind this one could be the one that gives the rows, or that makes it unclear which.
    if text.frame != nil { return }
    // A text is mostly some times as long as what was packed.
    let least = sizes.leastProposed / (isPacked ? 4 : 1)
    guard try file.goes(beyond: max(least, 1) - 1) else { return }
    guard let sample = try FileSample(self, reading) else { return nil }
    if let fields = sample.fields, let shape = sample.shape {
      state.withLock { $0 = .proposed(fields, shape) }
    }
  }

  var isPacked: Bool { packing != nil }

  /// Reads the text once more.
  func reading() -> TextReading {
    // Nobody could end the waiting for a pipe.
    Self.reading(file, packing, isAhead: threads > 0 && !file.isPipe)
  }

  private static func reading(
    _ file: any StoredFile, _ packing: Compression?, isAhead: Bool
  ) -> TextReading {
    packing.map { .unpacked(UnpackedText(file, $0, isAhead: isAhead)) } ?? .stored(file)
  }

  var knowledge: Knowledge { state.withLock { $0 } }

  /// What is known for certain, for which the file is read where that has not been done.
  func settled() throws(SourceFault) -> FileSurvey? {
    switch knowledge {
    case .surveyed(let survey): return survey
    case .unclear: return nil
    case .nothing, .proposed:
      if let survey = try surveyKeepingColumns() { return survey }
      let survey = try FileSurvey.of(self)
      note(survey)
      return survey
    }
  }

  /// What stands around the list of the records; nil where nobody has found it.
  var surroundings: (any SurroundingMembers)? {
    guard let frame = text.frame, case .surveyed(let survey) = knowledge,
      let surroundings = survey.surroundings
    else { return nil }
    return text.format.surroundings(of: surroundings.text, around: frame.items)
  }

  /// Says which of the proposed fields queries are going to read, so that they can be kept when all
  /// of the file is looked at.
  func expect(_ fields: [Int]) { expected.withLock { $0.formUnion(fields) } }

  /// What reading the expected columns to their ends tells; nil where there are none, or where that
  /// does not tell for certain.
  private func surveyKeepingColumns() throws(SourceFault) -> FileSurvey? {
    let wanted = expected.withLock { $0.sorted() }
    guard case .proposed(let fields, _) = knowledge, !wanted.isEmpty,
      file.watch.columns.keepsReadings
    else { return nil }
    let cursor = WindowCursor(
      self, fields, wanted: wanted, copy: .file, sharedKeys: nil, strict: false)
    cursor.isDrained = true
    do throws(SourceFault) { while try cursor.next() != nil {} } catch {
      guard case .revised = error else { throw error }
    }
    if case .surveyed(let survey) = knowledge { return survey }
    return nil
  }

  /// What was kept of some fields, with what is known of them; nil where nothing serves.
  func kept(_ wanted: [Int], of fields: InferredFields) -> KeptFile? {
    guard file.watch.columns.isOn, case .surveyed(let survey) = knowledge,
      survey.agrees(with: fields)
    else { return nil }
    // Whoever reads a changed file says so.
    do throws(SourceFault) { try file.checkUnchanged() } catch { return nil }
    return file.watch.columns.file(keptName, fields: wanted)
      ?? (wanted.isEmpty ? KeptFile(survey, []) : nil)
  }

  /// Takes over what reading all of the file has told; nil where it has to be read whole.
  func note(_ survey: FileSurvey?) {
    state.withLock { $0 = survey.map(Knowledge.surveyed) ?? .unclear }
  }

  /// Takes over that reading all of the file has met nothing of which anything is to be said, and
  /// which of the fields that were read had a value in each record.
  func noteWhole(filled fields: Set<Int>) {
    filled.withLock { $0 = ($0 ?? []).union(fields) }
  }

  /// The fields that are known to have a value in each record; nil where records cannot be passed
  /// over without anybody's missing what is told of them, or where columns are kept instead.
  var filledFields: Set<Int>? {
    guard text.search != nil, !file.watch.columns.isOn else { return nil }
    return filled.withLock(\.self)
  }

  /// What finds the records that may be asked for; nil where all are read.
  func search(_ filters: [PartFilter]) -> (any RecordSearch)? {
    filledFields.flatMap { _ in text.search?(filters) }
  }

  /// How many threads read it, with the one that waits for it; none where that is enough.
  var threads: Int {
    let count = file.watch.workers.value
    return count > 1 && (isPacked || file.isPipe || file.size > sizes.window) ? count : 0
  }

  func tellProgress(_ done: Int) {
    file.watch.tell(
      ReadingProgress(name: file.path, work: .reading, done: done, of: file.total))
  }
}

/// Some records of a long file, from places all over it where these can be found.
private struct FileSample {
  /// At so many places.
  private static let places = 8
  /// The part of a window that is read at each.
  private static let share = 8

  /// What they tell of the fields; nil where their keys repeat.
  let fields: InferredFields?
  /// What they tell of all values.
  let shape: WindowShape?

  /// Nil where anything in it is not plainly as it should be.
  init?(_ file: LongFile, _ reading: TextReading) throws(SourceFault) {
    guard let reader = WindowReader(file, members: WindowMember.keys) else { return nil }
    var notes = SurveyNotes()
    for (number, range) in try Self.ranges(of: file, reading).enumerated() {
      guard
        let text = try reader.text(reading.window(range), range),
        let found = reader.take(
          text, isLast: try !reading.goes(beyond: range.upperBound), number: number)
      else { return nil }
      let values = file.text.format.values(of: text)
      notes.add(
        WindowPart(
          range: range, records: found.records.count, news: found.news,
          keys: found.records.isEmpty ? [] : found.tokens.map { KeyRun($0, in: values) },
          batches: []))
    }
    shape = notes.shape
    fields = notes.keysMayRepeat ? nil : notes.fields(of: file.text)
  }

  /// In a list no element can be found but from its beginning on, and nothing in what is packed or
  /// still to come.
  private static func ranges(
    of file: LongFile, _ reading: TextReading
  ) throws(SourceFault) -> [Range<Int>] {
    let (start, size) = (file.text.start, file.file.size)
    if file.isPacked || file.file.isPipe, file.text.sequence == .lines {
      var parts = LineParts(reading, from: start, file.sizes)
      return try parts.next().map { [$0.range] } ?? []
    }
    guard file.text.sequence == .lines, size > 2 * file.sizes.window else {
      return [start..<start + file.sizes.window]
    }
    var sizes = file.sizes
    sizes.window = max(sizes.window / share, 1)
    var ranges: [Range<Int>] = []
    for place in 0..<places {
      // A line that begins somewhere within a part begins another.
      var parts = LineParts(reading, from: start + (size - start) / places * place, sizes)
      if place > 0 { try parts.skipLine(of: file.file) }
      if let part = try parts.next() { ranges.append(part.range) }
    }
    return ranges
  }
}
