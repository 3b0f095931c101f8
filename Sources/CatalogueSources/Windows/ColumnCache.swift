// SPDX-License-Identifier: MIT

import Catalogue
import Synchronization

/// Columns of files that were read to their ends, so that the next query need not parse them.
///
/// A file is known by what it is and when it was written, whatever it is called, and by how its
/// text is read, for which its name may be the reason. The columns take no more than a share of
/// what a statement's rows may take: those that were used least recently go first, and all of them
/// before a statement has too little.
package final class ColumnCache: Sendable {
  private struct Place: Hashable {
    let file: KeptName
    let field: Int
  }

  private struct State {
    var isOn = true
    /// Whether anybody may ask again for what is read now.
    var keepsReadings = false
    /// How much the rows of a statement may take; nil for the usual.
    var memory: Int?
    var files: [KeptName: KeptFile] = [:]
    /// When each column was used last, by the number of that use.
    var uses: [Place: Int] = [:]
    var lastUse = 0
    /// How many bytes the kept columns take.
    var bytes = 0
    /// How many bytes those take that are not complete yet.
    var collected = 0
    /// How often memory was wanted back.
    var shortages = 0

    /// At most so many bytes are kept.
    var share: Int { (memory ?? MachineMemory.usualLimit) / ColumnCache.part }

    mutating func drop(_ place: Place) {
      guard let column = files[place.file]?.columns.removeValue(forKey: place.field) else { return }
      uses[place] = nil
      bytes -= column.bytes
      if files[place.file]?.columns.isEmpty == true { files[place.file] = nil }
    }

    mutating func drop(_ file: KeptName) {
      for field in files[file]?.columns.keys.map(\.self) ?? [] {
        drop(Place(file: file, field: field))
      }
      files[file] = nil
    }

    /// Lets go of columns that were used least recently until no more than so many bytes are kept.
    mutating func shrink(to most: Int) {
      while bytes > max(most, 0), let oldest = uses.min(by: { $0.value < $1.value }) {
        drop(oldest.key)
      }
    }

    mutating func use(_ place: Place) {
      lastUse += 1
      uses[place] = lastUse
    }
  }

  /// The share that columns have of the memory of a statement: a half.
  private static let part = 2

  private let state = Mutex(State())

  package init() {}

  /// From now on keeps columns, or none, in a share of so many bytes.
  package func use(_ isOn: Bool, memory: Int?) {
    state.withLock { state in
      (state.isOn, state.memory) = (isOn, memory)
      if !isOn {
        state.shrink(to: 0)
        state.files = [:]
      } else if state.bytes > 0 {
        state.shrink(to: state.share)
      }
    }
  }

  /// Whether what is read from now on is kept, since somebody may ask for it again.
  package var keepsReadings: Bool {
    get { state.withLock { $0.keepsReadings && $0.isOn } }
    set { state.withLock { $0.keepsReadings = newValue } }
  }

  var isOn: Bool { state.withLock(\.isOn) }

  /// How many bytes are taken, by columns that are not complete too.
  package var heldBytes: Int { state.withLock { $0.bytes + $0.collected } }

  /// Lets go of so many bytes, or of all: a statement needs them.
  package func release(_ bytes: Int) {
    state.withLock { state in
      state.shortages += 1
      state.shrink(to: state.bytes + state.collected - bytes)
    }
  }

  /// What is known of a file, with those of some of its fields that are there.
  func file(_ name: KeptName, fields: [Int]) -> KeptFile? {
    state.withLock { state in
      guard var file = state.files[name] else { return nil }
      file.columns = file.columns.filter { fields.contains($0.key) }
      for field in file.columns.keys { state.use(Place(file: name, field: field)) }
      return file
    }
  }

  /// What all of a file has told of it; nil where nobody has kept that.
  func survey(of name: KeptName) -> FileSurvey? {
    state.withLock { $0.files[name]?.survey }
  }

  /// Keeps columns of a file beside those that are there.
  func add(_ file: KeptFile, of name: KeptName) {
    state.withLock { state in
      guard state.isOn, !file.columns.isEmpty else { return }
      if state.files[name]?.chunks != file.chunks { state.drop(name) }
      var known = state.files[name] ?? KeptFile(file.survey, file.chunks)
      for (field, column) in file.columns where known.columns[field] == nil {
        known.columns[field] = column
        state.bytes += column.bytes
        state.use(Place(file: name, field: field))
      }
      state.files[name] = known
      state.shrink(to: state.share)
    }
  }

  /// Lets go of what a file held that is another now.
  func forget(_ stamp: FileStamp) {
    state.withLock { state in
      for name in state.files.keys where name.file == .regular(stamp) { state.drop(name) }
    }
  }

  /// How often memory was wanted back by now.
  var shortages: Int { state.withLock(\.shortages) }

  /// Notes how many bytes more, or fewer, are taken by what is not complete; others go for them,
  /// but for those that are used beside it. False where that is more than there may be.
  func collect(_ more: Int, beside used: Int) -> Bool {
    state.withLock { state in
      state.collected += more
      let share = state.share
      let fits = state.collected + used <= share
      if fits, more > 0 { state.shrink(to: share - state.collected) }
      return fits
    }
  }

  /// Notes that so many bytes are not on their way any more.
  func endCollecting(_ bytes: Int) { state.withLock { $0.collected -= bytes } }
}

/// What a file is known by whose columns are kept.
struct KeptName: Hashable {
  let file: StoredFileName
  /// As what its text is read.
  let manner: ReadingManner
  /// To how many times its size it was allowed to grow; nil for one that is not compressed.
  let unpackRatio: Int?
}

/// What is kept of a file.
struct KeptFile: Sendable {
  let survey: FileSurvey
  /// How many rows each chunk of a column has.
  let chunks: [Int]
  /// By the numbers of their fields.
  var columns: [Int: KeptColumn] = [:]

  init(_ survey: FileSurvey, _ chunks: [Int]) {
    self.survey = survey
    self.chunks = chunks
  }
}

/// All rows of one field of a file, in chunks of some thousands.
struct KeptColumn: Sendable {
  private(set) var chunks: [Column] = []
  /// About how many bytes they take.
  private(set) var bytes = 0

  mutating func add(_ chunk: Column) {
    bytes += chunk.heldBytes(beside: chunks.last)
    chunks.append(chunk)
  }

  /// The same, texts that repeat as codes of one dictionary.
  var coded: KeptColumn {
    let texts = chunks.compactMap { chunk -> TextColumn? in
      if case .text(let texts) = chunk { texts } else { nil }
    }
    guard texts.count == chunks.count, let coded = WholeDictionary.coded(texts) else { return self }
    var column = KeptColumn()
    for texts in coded { column.add(.text(texts)) }
    return column
  }
}

/// Gives the rows of kept columns one after another.
struct KeptRows {
  private let columns: [KeptColumn]
  private let chunks: [Int]
  /// The next row: its chunk and its place there.
  private var chunk = 0
  private var place = 0

  /// Columns of one file, in the order of some fields, all of which are there.
  init(_ file: KeptFile, _ fields: [Int]) {
    columns = fields.compactMap { file.columns[$0] }
    // Of no columns there may be no chunks.
    chunks = fields.isEmpty ? [file.survey.records] : file.chunks
  }

  /// The next rows, at most so many; nil behind the last.
  mutating func next(_ most: Int) -> Batch? {
    while chunk < chunks.count, place == chunks[chunk] { (chunk, place) = (chunk + 1, 0) }
    guard chunk < chunks.count else { return nil }
    let rows = place..<min(place + most, chunks[chunk])
    place = rows.upperBound
    return Batch(columns.map { $0.chunks[chunk].slice(rows) }, count: rows.count)
  }

  /// Exactly so many rows; nil where there are fewer.
  mutating func exactly(_ count: Int) -> Batch? {
    var parts: [Batch] = []
    var rest = count
    while rest > 0, let part = next(rest) {
      parts.append(part)
      rest -= part.count
    }
    return rest > 0 ? nil : Batch.concatenated(parts, columnCount: columns.count)
  }
}
