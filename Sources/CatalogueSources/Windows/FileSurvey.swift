// SPDX-License-Identifier: MIT

import Catalogue
import Workers

/// What looking once at all of a long file has told: where its records stand and what its fields
/// are.
struct FileSurvey: Sendable {
  let windows: [FileWindow]
  let fields: InferredFields

  /// How many records the file has.
  var count: Int { windows.last.map { $0.first + $0.records } ?? 0 }

  /// Nil where anything in the file is not plainly as it should be, so that it has to be read whole
  /// by those who can say what that is.
  init?(
    of file: OpenedFile, _ text: WindowedText, _ sizes: WindowSizes
  ) throws(SourceFault) {
    var pass = SurveyPass(file, text, sizes)
    guard try pass.run(), let shape = pass.shape else { return nil }
    try file.checkUnchanged()
    windows = pass.windows
    let named = shape.fields.firstIndex { pass.keys[$0.name]?.isComplete ?? false }
    var sharedKeys: SharedKeys?
    if let named, let run = pass.keys[shape.fields[named].name], !run.ascends {
      let keys = KeyPass(file, text, windows, member: shape.fields[named].name)
      guard let counter = try keys.run() else { return nil }
      sharedKeys = counter.shared
    }
    fields = InferredFields(
      shape.fields.map { ($0.name, $0.shape) }, text.format, items: .root, named: named, sharedKeys: sharedKeys, ignored: 0,
      objects: pass.records)
  }
}

/// The first look at each window of a file.
private struct SurveyPass {
  /// What one window tells.
  private struct Seen: Sendable {
    let range: Range<Int>
    let records: Int
    let hasEnded: Bool
    let news: WalkedShape?
    let keys: [KeyRun]
  }

  /// The names of fields that may be the key.
  private static let keyNames = ["id", "ID", "Id", "iD"]

  private let file: OpenedFile
  private let text: WindowedText
  private let sizes: WindowSizes
  private(set) var windows: [FileWindow] = []
  private(set) var shape: WalkedShape?
  /// For each name of a key what is in the records so far.
  private(set) var keys: [String: KeyRun] = [:]
  private(set) var records = 0

  init(_ file: OpenedFile, _ text: WindowedText, _ sizes: WindowSizes) {
    self.file = file
    self.text = text
    self.sizes = sizes
  }

  /// False where anything is not plainly as it should be.
  mutating func run() throws(SourceFault) -> Bool {
    let isClear =
      switch text.sequence {
      case .lines: try runOverLines()
      case .elements: try runOverElements()
      }
    return isClear && records > 0
  }

  private mutating func runOverLines() throws(SourceFault) -> Bool {
    typealias Task = (number: Int, range: Range<Int>)
    let work = OrderedWork<Task, Result<Seen?, SourceFault>>(
      threads: file.watch.workers.threads
    ) { [file, text] in
      let reader = WindowReader(file, text, members: Self.keyNames)
      return { task in Result { () throws(SourceFault) in
        try reader.flatMap { (reader) throws(SourceFault) in
          try Self.look(at: task.range, task.number, reader)
        }
      } }
    }
    var parts = LineParts(file, from: text.start, sizes)
    var number = -1
    while true {
      let seen = try work.next { () throws(SourceFault) -> Task? in
        number += 1
        return try parts.next().map { (number, $0) }
      }
      guard let seen else { return true }
      guard let seen = try seen.get() else { return false }
      note(seen)
    }
  }

  /// Where an element ends is known when it has been read.
  private mutating func runOverElements() throws(SourceFault) -> Bool {
    guard let reader = WindowReader(file, text, members: Self.keyNames) else { return false }
    var place = text.start
    var size = sizes.window
    while true {
      let range = place..<min(place + size, file.size)
      guard let seen = try Self.look(at: range, windows.count, reader) else { return false }
      if seen.range.isEmpty || seen.records == 0 && !seen.hasEnded {
        // A record may be larger than a window.
        guard range.upperBound < file.size, size < sizes.largest else { return false }
        size *= 4
        continue
      }
      size = sizes.window
      note(seen)
      place = seen.range.upperBound
      if seen.hasEnded { return try onlyBlanks(from: place) }
      if place >= file.size { return false }
    }
  }

  private static func look(
    at range: Range<Int>, _ number: Int, _ reader: WindowReader
  ) throws(SourceFault) -> Seen? {
    guard let (payload, found) = try reader.take(range, number: number) else { return nil }
    let tokenizer = reader.tokenizer
    guard found.records.isEmpty || tokenizer.parse(payload, found.records[...])
    else { return nil }
    return Seen(
      range: range.lowerBound..<range.lowerBound + found.consumed, records: found.records.count,
      hasEnded: found.hasEnded, news: tokenizer.news(),
      keys: found.records.isEmpty
        ? []
        : keyNames.indices.map { KeyRun(tokenizer.tokens($0, as: .id), in: payload) })
  }

  private mutating func note(_ seen: Seen) {
    file.watch.tell(
      ReadingProgress(
        name: file.path, work: .reading, done: seen.range.upperBound, of: file.size))
    if let news = seen.news { shape = shape?.merged(with: news) ?? news }
    guard seen.records > 0 else { return }
    windows.append(FileWindow(range: seen.range, first: records, records: seen.records))
    records += seen.records
    for (name, run) in zip(Self.keyNames, seen.keys) {
      if windows.count == 1 { keys[name] = run } else { keys[name]?.append(run) }
    }
  }

  private func onlyBlanks(from start: Int) throws(SourceFault) -> Bool {
    var place = start
    while place < file.size {
      let rest = try file.part(place..<place + sizes.window)
      guard rest.bytes.allSatisfy(\.isBlank) else { return false }
      place += rest.count
    }
    return true
  }
}

/// Counts the records of a file whose key another record has.
private struct KeyPass {
  private let file: OpenedFile
  private let text: WindowedText
  private let windows: [FileWindow]
  private let member: String

  init(_ file: OpenedFile, _ text: WindowedText, _ windows: [FileWindow], member: String) {
    self.file = file
    self.text = text
    self.windows = windows
    self.member = member
  }

  /// Nil where a window is not as it was before.
  func run() throws(SourceFault) -> DuplicateKeyCounter? {
    let work = OrderedWork<Range<Int>, Result<Column?, SourceFault>>(
      threads: file.watch.workers.threads
    ) { [file, text, member] in
      let reader = WindowReader(file, text, members: [member])
      return { range in Result { () throws(SourceFault) in
        try reader.flatMap { (reader) throws(SourceFault) in try Self.keys(of: range, reader, text) }
      } }
    }
    var counter = DuplicateKeyCounter()
    var next = windows.makeIterator()
    while let column = work.next({ next.next()?.range }) {
      guard let column = try column.get() else { return nil }
      counter.add(column)
    }
    try file.checkUnchanged()
    return counter
  }

  private static func keys(
    of range: Range<Int>, _ reader: WindowReader, _ text: WindowedText
  ) throws(SourceFault) -> Column? {
    guard let (payload, found) = try reader.take(range, number: 0),
      reader.tokenizer.parse(payload, found.records[...])
    else { return nil }
    let values = text.format.values(of: payload)
    var texts = TextColumnBuilder()
    for token in reader.tokenizer.tokens(0, as: .id) ?? [] { texts.append(values.text(of: token)) }
    return .text(texts.finish())
  }
}

extension WorkerCount {
  /// How many threads read beside the one that waits for them; none where one is enough.
  var threads: Int { value > 1 ? value : 0 }
}
