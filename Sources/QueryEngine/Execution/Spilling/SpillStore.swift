// SPDX-License-Identifier: MIT

import Catalogue

/// Puts rows aside in blocks, and reads these again.
final class SpillStore {
  /// More room than this makes blocks no longer, and no more of them are read side by side.
  static let mostRoom = 64 << 20
  private static let mostBlock = 1 << 16
  private static let leastBlock = 1 << 12
  private static let blocksInRoom = 32

  private let space: SpillSpace
  private var codec = BatchCodec()
  /// About how many bytes a block has.
  let blockBytes: Int
  /// Of how many places blocks are held at once.
  let fanIn: Int

  /// For rows that there is so much room for.
  init(_ space: SpillSpace, room: Int) {
    self.space = space
    blockBytes = max(Self.leastBlock, min(Self.mostBlock, room / Self.blocksInRoom))
    fanIn = max(2, min(room, Self.mostRoom) / (2 * blockBytes))
  }

  /// How many of some rows a block takes.
  func rowsOfBlock(_ count: Int, bytes: Int) -> Int {
    guard count > 0, bytes > blockBytes else { return Batch.usualCount }
    return max(1, min(Batch.usualCount, blockBytes / (bytes / count + 1)))
  }

  /// Puts a block aside.
  func write(_ rows: Batch) throws(ExecutionFault) -> Range<Int> {
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
