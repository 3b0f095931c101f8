// SPDX-License-Identifier: MIT

import Catalogue

/// A place for rows that are put aside, which is no file.
final class MemorySpill {
  private var bytes: [UInt8] = []

  var isUsed: Bool { !bytes.isEmpty }

  var space: SpillSpace {
    SpillSpace { (block) throws(SpillFault) in
      self.bytes += block
      return self.bytes.count - block.count
    } read: { (place) throws(SpillFault) in
      Array(self.bytes[place])
    }
  }
}
