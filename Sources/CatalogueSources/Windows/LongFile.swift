// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization
import Workers

/// A long file that is not held: it is read window by window for each query.
final class LongFile: Sendable {
  /// What is known of its fields.
  enum Knowledge {
    case nothing
    /// What a sample of its records tells; others may tell more.
    case proposed(InferredFields)
    case surveyed(FileSurvey)
    /// Not everything in it is plainly as it should be: it has to be read whole.
    case unclear
  }

  let file: OpenedFile
  let text: WindowedText
  let sizes: WindowSizes
  private let state: Mutex<Knowledge>

  /// Nil for a file that is read whole: a short one, one that is no regular file, and one in whose
  /// beginning not everything is plainly as it should be. Only a sample of it is read.
  init?(path: String, watch: ReadingWatch) throws(SourceFault) {
    sizes = watch.windows
    guard let file = try OpenedFile(path: path, least: sizes.leastFile, watch: watch) else {
      return nil
    }
    let head = try file.part(0..<min(max(sizes.window, sizes.head), file.size))
    guard let text = KnownFormats.windows(ofFileBeginning: head) else { return nil }
    self.file = file
    self.text = text
    state = Mutex(.nothing)
    if file.size < sizes.leastProposed { return }
    guard let sample = try FileSample(self) else { return nil }
    if let fields = sample.fields { state.withLock { $0 = .proposed(fields) } }
  }

  var knowledge: Knowledge { state.withLock { $0 } }

  /// What is known for certain, for which the file is read where that has not been done.
  func settled() throws(SourceFault) -> FileSurvey? {
    switch knowledge {
    case .surveyed(let survey): return survey
    case .unclear: return nil
    case .nothing, .proposed:
      let survey = try FileSurvey.of(self)
      note(survey)
      return survey
    }
  }

  /// Takes over what reading all of the file has told; nil where it has to be read whole.
  func note(_ survey: FileSurvey?) {
    state.withLock { $0 = survey.map(Knowledge.surveyed) ?? .unclear }
  }

  /// How many threads read it beside the one that waits for them; none where one is enough.
  var threads: Int {
    let count = file.watch.workers.value
    return count > 1 && file.size > sizes.window ? count : 0
  }

  func tellProgress(_ done: Int) {
    file.watch.tell(
      ReadingProgress(name: file.path, work: .reading, done: done, of: file.size))
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

  /// Nil where anything in it is not plainly as it should be.
  init?(_ file: LongFile) throws(SourceFault) {
    guard let reader = WindowReader(file, members: WindowMember.keys) else { return nil }
    var notes = SurveyNotes()
    for (number, range) in try Self.ranges(of: file).enumerated() {
      guard let (text, found) = try reader.take(range, number: number) else { return nil }
      let values = file.text.format.values(of: text)
      notes.add(
        WindowPart(
          range: range, records: found.records.count, news: found.news,
          keys: found.records.isEmpty ? [] : found.tokens.map { KeyRun($0, in: values) },
          batches: []))
    }
    let mayRepeat = notes.key?.mayRepeat ?? false
    fields = mayRepeat ? nil : notes.fields(file.text.format)
  }

  /// In a list no element can be found but from its beginning on.
  private static func ranges(of file: LongFile) throws(SourceFault) -> [Range<Int>] {
    let (start, size) = (file.text.start, file.file.size)
    guard file.text.sequence == .lines, size > 2 * file.sizes.window else {
      return [start..<min(start + file.sizes.window, size)]
    }
    var sizes = file.sizes
    sizes.window = max(sizes.window / share, 1)
    var ranges: [Range<Int>] = []
    for place in 0..<places {
      // A line that begins somewhere within a part begins another.
      var parts = LineParts(file.file, from: start + (size - start) / places * place, sizes)
      if place > 0 { try parts.skipLine() }
      if let range = try parts.next() { ranges.append(range) }
    }
    return ranges
  }
}
