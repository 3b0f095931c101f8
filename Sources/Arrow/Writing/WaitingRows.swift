// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that wait to be written, in memory or put aside.
struct WaitingRows {
  /// Rows that came together.
  private struct Part {
    let rows: Int
    let bytes: Int
    var place: Place

    /// Those that are in memory.
    var batch: Batch? { if case .held(let batch) = place { batch } else { nil } }
  }

  private enum Place {
    case held(Batch)
    case aside(Range<Int>, SpillSpace)
  }

  private var parts: [Part] = []
  /// How many parts have been given, and how many from the first on are not in memory.
  private var given = 0
  private var asideCount = 0
  private var codec = BatchCodec()
  /// About how many bytes those in memory take.
  private(set) var heldBytes = 0

  var isEmpty: Bool { given == parts.count }

  /// All rows, where they are in memory; nil where some are put aside.
  var held: [Batch]? {
    asideCount > 0 ? nil : parts[given...].compactMap(\.batch)
  }

  mutating func add(_ batch: Batch) {
    let bytes = batch.heldBytes(beside: parts.last?.batch)
    heldBytes += bytes
    parts.append(Part(rows: batch.count, bytes: bytes, place: .held(batch)))
  }

  /// Puts those aside that are in memory; false where there are none.
  mutating func putAside(in space: SpillSpace) throws(SpillFault) -> Bool {
    guard asideCount < parts.count else { return false }
    for index in asideCount..<parts.count {
      guard let batch = parts[index].batch else { continue }
      let block = codec.block(batch)
      let start = try space.append(block)
      parts[index].place = .aside(start..<start + block.count, space)
    }
    (asideCount, heldBytes) = (parts.count, 0)
    return true
  }

  /// How many rows come next together, and about how many bytes they take; nil behind all.
  var next: (rows: Int, bytes: Int)? {
    isEmpty ? nil : (parts[given].rows, parts[given].bytes)
  }

  /// Gives these rows.
  mutating func take() throws(SpillFault) -> Batch {
    defer { given += 1 }
    switch parts[given].place {
    case .held(let batch): return batch
    case .aside(let place, let space): return codec.batch(try space.read(place))
    }
  }
}
