// SPDX-License-Identifier: MIT

import Catalogue

/// Puts rows aside in blocks, and reads these again.
final class SpillStore {
  /// More room than this makes blocks no longer, and no more of them are read side by side.
  static let mostRoom = 256 << 20
  private static let mostBlock = 1 << 16
  private static let leastBlock = 1 << 12
  private static let blocksInRoom = 64

  private let space: SpillSpace
  private var codec = BatchCodec()
  /// About how many bytes a block has, unless a single row has more.
  let blockBytes: Int
  /// About how many bytes blocks have that are held at once: a quarter of the room, so that most of
  /// it is left to those who are given the rows.
  let mergeBytes: Int

  /// For rows that there is so much room for.
  init(_ space: SpillSpace, room: Int) {
    self.space = space
    let room = min(room, Self.mostRoom)
    blockBytes = max(Self.leastBlock, min(Self.mostBlock, room / Self.blocksInRoom))
    mergeBytes = room / 4
  }

  /// How many of some rows a block takes.
  private func rowsOfBlock(_ count: Int, bytes: Int) -> Int {
    guard count > 0, bytes > blockBytes else { return Batch.usualCount }
    return max(1, min(Batch.usualCount, blockBytes / (bytes / count + 1)))
  }

  /// Puts rows aside that take so many bytes, and gives their blocks.
  func write(
    _ rows: Batch, bytes: Int, _ state: RunState
  ) throws(ExecutionFault) -> [Range<Int>] {
    let most = rowsOfBlock(rows.count, bytes: bytes)
    var blocks: [Range<Int>] = []
    for start in stride(from: 0, to: rows.count, by: most) {
      try state.check()
      blocks.append(try write(rows.slice(start..<min(start + most, rows.count))))
    }
    return blocks
  }

  /// The same for rows at some places among those that take so many bytes, in the order of these.
  func write(
    _ rows: Batch, at places: ArraySlice<Int>, bytes: Int, _ state: RunState
  ) throws(ExecutionFault) -> [Range<Int>] {
    let most = rowsOfBlock(rows.count, bytes: bytes)
    var blocks: [Range<Int>] = []
    var rest = places
    while !rest.isEmpty {
      try state.check()
      blocks.append(try write(rows.taking(rows: Array(rest.prefix(most)))))
      rest = rest.dropFirst(most)
    }
    return blocks
  }

  private func write(_ rows: Batch) throws(ExecutionFault) -> Range<Int> {
    let block = codec.block(rows)
    do throws(SpillFault) {
      let start = try space.append(block)
      return start..<start + block.count
    } catch {
      throw .spill(error)
    }
  }

  func read(_ place: Range<Int>) throws(ExecutionFault) -> Batch {
    do throws(SpillFault) { return codec.batch(try space.read(place)) } catch {
      throw .spill(error)
    }
  }
}
