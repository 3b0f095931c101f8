// SPDX-License-Identifier: MIT

/// Where a statement puts rows that it may not hold in memory: a file of its own, which is gone
/// with it.
package struct SpillSpace {
  /// Puts bytes behind those that are there, and says where they begin.
  package let append: ([UInt8]) throws(SpillFault) -> Int
  /// What stands at some place.
  package let read: (Range<Int>) throws(SpillFault) -> [UInt8]

  package init(
    append: @escaping ([UInt8]) throws(SpillFault) -> Int,
    read: @escaping (Range<Int>) throws(SpillFault) -> [UInt8]
  ) {
    self.append = append
    self.read = read
  }
}

/// Why rows cannot be put aside.
package enum SpillFault: Error, Sendable, Equatable {
  /// They would take more than so many bytes.
  case limit(Int)
  /// The file in this folder cannot be made, written or read.
  case file(folder: String, reason: String)
}
