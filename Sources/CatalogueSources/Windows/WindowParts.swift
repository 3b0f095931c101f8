// SPDX-License-Identifier: MIT

import Catalogue
import Workers

/// What reading one window gives.
struct WindowPart: Sendable {
  /// Where its records stand in the file.
  let range: Range<Int>
  let records: Int
  /// What `TakenWindow` says of it.
  var isPlain = true
  /// What is known by now of the values of all windows that its tokenizer has taken; nil where
  /// there is nothing new.
  let news: WindowShape?
  /// For each name of a key what the records have there; none where nobody asks.
  let keys: [KeyRun]
  /// What stands around the list, which ends in it; nil where there is nothing.
  var surroundings: ListSurroundings?
  /// The rows, as far as they are wanted.
  let batches: [Batch]
}

/// The windows of a long file in their order, with what is made of each, on several threads where
/// there are some.
final class WindowParts {
  enum Next {
    case part(WindowPart)
    /// Not everything in the window is plainly as it should be.
    case unclear
  }

  /// Makes rows of the records of a window; nil where there is anything to say of them.
  typealias Reading = @Sendable (Payload, [RecordSpan], WindowTokens) -> [Batch]?

  private typealias Answer = Result<WindowPart?, SourceFault>

  private let answer: () throws(SourceFault) -> Answer?
  private let reading: TextReading

  /// Windows of which nobody knows yet where they stand. What they tell of keys is given too.
  convenience init(_ file: LongFile, members: [WindowMember], read: @escaping Reading) {
    let work = WindowWork(file, members: members, tellsKeys: true, read: read)
    let reading = file.reading()
    switch file.text.sequence {
    case .lines:
      var parts = LineParts(reading, from: file.text.start, file.sizes)
      var number = -1
      self.init(work, file, reading) { () throws(SourceFault) in
        number += 1
        guard let (range, text) = try parts.next() else { return nil }
        return WindowTask(number: number, range: range, records: nil, text: text, isLast: true)
      }
    case .elements, .rows:
      self.init(
        work, file, walking: ElementWalk(file, reading, work.members),
        threads: members.count > file.sizes.fewMembers ? file.threads : 0)
    }
  }

  /// Windows that have been found. With a search only the records are read that it finds, where it
  /// says which.
  convenience init(
    _ file: LongFile, known windows: [FileWindow], members: [WindowMember],
    search: (any RecordSearch)? = nil, read: @escaping Reading
  ) {
    let reading = file.reading()
    let work = WindowWork(file, members: members, tellsKeys: false, search: search, read: read)
    var upcoming = windows.makeIterator()
    self.init(work, file, reading) { () throws(SourceFault) in
      guard let window = upcoming.next() else { return nil }
      return WindowTask(
        number: window.first, range: window.range, records: window.records,
        text: try reading.window(window.range),
        isLast: try !reading.goes(beyond: window.range.upperBound))
    }
  }

  /// Each thread reads windows and walks over them.
  private init(
    _ work: WindowWork, _ file: LongFile, _ reading: TextReading,
    _ upcoming: @escaping () throws(SourceFault) -> WindowTask?
  ) {
    let threads = OrderedWork<WindowTask, Answer>(threads: file.threads) {
      let reader = WindowReader(file, members: work.members)
      return { task in
        Result { () throws(SourceFault) in
          guard let reader, let text = try reader.text(task.text, task.range) else { return nil }
          if let records = task.records, let some = work.search?.records(of: text) {
            guard let found = reader.take(some.text, isLast: task.isLast, number: task.number),
              found.records.count == some.count
            else { return nil }
            return work.part(some.text, found, task.range, records: records)
          }
          guard let found = reader.take(text, isLast: task.isLast, number: task.number),
            task.records ?? found.records.count == found.records.count
          else { return nil }
          return work.part(text, found, from: task.range.lowerBound)
        }
      }
    }
    self.reading = reading
    answer = { () throws(SourceFault) in try threads.next(upcoming) }
  }

  /// Where an element ends is known when it has been walked over, which is done here; threads make
  /// rows of what was found.
  private init(
    _ work: WindowWork, _ file: LongFile, walking walk: ElementWalk, threads: Int
  ) {
    var walk = walk
    reading = walk.reading
    let threads = OrderedWork<ElementWalk.Step, Answer>(threads: threads) {
      { step in
        guard case .window(let text, let found, let start) = step else { return .success(nil) }
        return .success(work.part(text, found, from: start))
      }
    }
    answer = { () throws(SourceFault) in
      try threads.next { () throws(SourceFault) in try walk.next() }
    }
  }

  /// The next window; nil behind the last.
  func next() throws(SourceFault) -> Next? {
    guard let answer = try answer() else { return nil }
    return try answer.get().map(Next.part) ?? .unclear
  }

  /// Tells how far the file has been read whose text has been read up to the end of a part.
  func tellProgress(_ part: WindowPart, of file: LongFile) {
    file.tellProgress(reading.progress(at: part.range.upperBound))
  }
}

/// A window that is going to be read.
private struct WindowTask: Sendable {
  let number: Int
  let range: Range<Int>
  /// How many records were in it before; nil where nobody has looked.
  let records: Int?
  let text: WindowText
  /// Whether the text ends with it.
  let isLast: Bool
}

/// What is done with each window.
private struct WindowWork: Sendable {
  /// The members whose tokens are wanted, those for the reading first.
  let members: [WindowMember]
  /// Which of them are those of keys.
  private let keys: [Int]
  /// What finds the records that are read; nil where all are.
  let search: (any RecordSearch)?
  private let format: any TextFormat
  private let read: WindowParts.Reading

  init(
    _ file: LongFile, members: [WindowMember], tellsKeys: Bool, search: (any RecordSearch)? = nil,
    read: @escaping WindowParts.Reading
  ) {
    self.search = search
    let keys = tellsKeys ? WindowMember.keys : []
    let all = members + keys.filter { !members.contains($0) }
    self.members = all
    self.keys = keys.map { key in all.firstIndex(of: key) ?? 0 }
    format = file.text.format
    self.read = read
  }

  func part(_ text: Payload, _ found: TakenWindow, from start: Int) -> WindowPart? {
    part(text, found, start..<start + found.consumed, records: found.records.count)
  }

  /// What a window gives that has so many records, of which some were read.
  func part(
    _ text: Payload, _ found: TakenWindow, _ range: Range<Int>, records: Int
  ) -> WindowPart? {
    guard let batches = read(text, found.records, WindowTokens(found)) else { return nil }
    let values = format.values(of: text)
    return WindowPart(
      range: range, records: records, isPlain: found.isPlain, news: found.news,
      keys: found.records.isEmpty ? [] : keys.map { KeyRun(found.tokens[$0], in: values) },
      surroundings: found.surroundings, batches: batches)
  }
}

extension WindowMember {
  /// What may be the key.
  static let keys = KeyName.all.map { WindowMember(name: $0, type: nil) }
}

/// Walks over the elements of the list in a file, or over its rows, window by window.
private struct ElementWalk {
  enum Step: Sendable {
    case window(Payload, TakenWindow, start: Int)
    /// Not everything is plainly as it should be.
    case unclear
  }

  private let file: LongFile
  let reading: TextReading
  private let reader: WindowReader?
  private var place: Int
  private var size: Int
  private var number = 0
  private var hasEnded = false
  /// What was told by a window that was too short, and is not told again.
  private var news: WindowShape?

  init(_ file: LongFile, _ reading: TextReading, _ members: [WindowMember]) {
    self.file = file
    self.reading = reading
    reader = WindowReader(file, members: members)
    place = file.text.start
    size = file.sizes.window
  }

  /// Nil behind the end of the list.
  mutating func next() throws(SourceFault) -> Step? {
    if hasEnded { return nil }
    if try isAtEnd(of: .rows, place) { return nil }
    while true {
      let range = place..<place + size
      let isLast = try !reading.goes(beyond: range.upperBound)
      guard
        let reader,
        let text = try reader.text(
          try reading.part(range).map(WindowText.taken) ?? .unclear, range),
        let walked = reader.take(text, isLast: isLast, number: number)
      else { return unclear() }
      var found = walked
      // What a tokenizer tells includes all that it has told before.
      news = found.news ?? news
      if found.records.isEmpty, !found.hasEnded {
        if try isAtEnd(of: .rows, place + found.consumed) { return nil }
        // A record may be larger than a window.
        guard !isLast, size < file.sizes.largest else { return unclear() }
        size *= 4
        continue
      }
      defer {
        size = file.sizes.window
        place += found.consumed
        number += 1
      }
      if found.hasEnded {
        hasEnded = true
        if let frame = file.text.frame {
          found.surroundings = try close(frame, from: place + found.consumed)
          if found.surroundings == nil { return unclear() }
        } else if try !isBlank(from: place + found.consumed) {
          return unclear()
        }
      } else if try isAtEnd(of: .elements, place + found.consumed) {
        return unclear()
      }
      found.news = news
      news = nil
      return .window(text, found, start: place)
    }
  }

  /// Whether the text ends at an offset and is such a sequence.
  private func isAtEnd(
    of sequence: RecordSequence, _ offset: Int
  ) throws(SourceFault) -> Bool {
    guard file.text.sequence == sequence else { return false }
    return try !reading.goes(beyond: offset)
  }

  private mutating func unclear() -> Step {
    hasEnded = true
    return .unclear
  }

  /// What stands around the list, the rest of which begins at an offset; nil where that is not
  /// plainly as it should be.
  private func close(
    _ frame: ListFrame, from start: Int
  ) throws(SourceFault) -> ListSurroundings? {
    let most = max(file.sizes.window, file.sizes.head)
    guard try !reading.goes(beyond: start + most),
      let end = try reading.part(start..<start + most)
    else { return nil }
    return try frame.closed(by: end, file.text.format)
  }

  private func isBlank(from start: Int) throws(SourceFault) -> Bool {
    var place = start
    while try reading.goes(beyond: place) {
      guard let rest = try reading.part(place..<place + file.sizes.window),
        rest.bytes.allSatisfy(\.isBlank)
      else { return false }
      place += rest.count
    }
    return true
  }
}
