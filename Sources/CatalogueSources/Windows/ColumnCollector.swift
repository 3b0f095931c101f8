// SPDX-License-Identifier: MIT

import Catalogue

/// Takes the rows of a reading, to be kept where it comes to the end of the file.
final class ColumnCollector {
  /// A field whose column is collected.
  private struct Collected {
    let field: Int
    /// Its place in a batch.
    let slot: Int
    var column = KeptColumn()
    /// What has come and is no chunk yet.
    var parts: [Column] = []
    var partBytes = 0

    var bytes: Int { column.bytes + partBytes }

    mutating func add(_ part: Column) {
      partBytes += part.heldBytes(beside: parts.last)
      parts.append(part)
    }

    mutating func endChunk() {
      column.add(Column.concatenated(parts))
      (parts, partBytes) = ([], 0)
    }
  }

  private let chunkRows: Int
  private let cache: ColumnCache
  /// How many bytes the kept columns take that are read beside these.
  private let used: Int
  private let shortages: Int
  private var columns: [Collected]
  private var chunks: [Int] = []
  /// How many rows are in no chunk yet.
  private var rows = 0
  /// What the cache knows that all of them take.
  private var bytes = 0

  /// Nil where nobody asks for the columns again.
  init?(_ watch: ReadingWatch, _ fields: [Int], beside kept: KeptFile?) {
    let cache = watch.columns
    guard cache.keepsReadings, !fields.isEmpty else { return nil }
    chunkRows = watch.windows.chunkRows
    used = kept?.columns.values.reduce(0) { $0 + $1.bytes } ?? 0
    self.cache = cache
    shortages = cache.shortages
    columns = fields.enumerated().map { Collected(field: $0.element, slot: $0.offset) }
  }

  deinit { cache.endCollecting(bytes) }

  func add(_ batch: Batch) {
    guard !columns.isEmpty else { return }
    // A statement needs the memory.
    if cache.shortages != shortages { return end() }
    for index in columns.indices { columns[index].add(batch[columns[index].slot]) }
    rows += batch.count
    if rows >= chunkRows { endChunk() }
    keepWithinShare()
  }

  private func endChunk() {
    guard rows > 0 else { return }
    for index in columns.indices { columns[index].endChunk() }
    chunks.append(rows)
    rows = 0
  }

  /// Tells the cache what is held. Where that is too much the largest columns go.
  private func keepWithinShare() {
    while !tell(), let largest = columns.indices.max(by: { columns[$0].bytes < columns[$1].bytes })
    {
      columns.remove(at: largest)
    }
  }

  /// False where the columns take more than they may.
  private func tell() -> Bool {
    let more = columns.reduce(-bytes) { $0 + $1.bytes }
    bytes += more
    return cache.collect(more, beside: used)
  }

  private func end() {
    columns = []
    cache.endCollecting(bytes)
    bytes = 0
  }

  /// Keeps what was read of a file, all of whose records have come.
  func finish(_ survey: FileSurvey, of name: KeptName) {
    guard !columns.isEmpty else { return }
    endChunk()
    keepWithinShare()
    guard chunks.reduce(0, +) == survey.records else { return }
    var file = KeptFile(survey, chunks)
    for column in columns { file.columns[column.field] = column.column.coded }
    end()
    cache.add(file, of: name)
  }
}
