// SPDX-License-Identifier: MIT

package import Catalogue

/// Memory that is held for later statements, and given up where the present one needs it.
package struct SpareMemory {
  let held: () -> Int
  let release: (Int) -> Void

  package init(held: @escaping () -> Int, release: @escaping (Int) -> Void) {
    self.held = held
    self.release = release
  }
}

/// How much memory the rows take that a statement holds, and how much they may.
///
/// Whatever holds rows until others come adds what they take: a fault with a name comes before the
/// machine has no more. A place in memory that several columns share counts once.
package final class MemoryAccount {
  /// In bytes. To know it files of the system may have to be read, so a statement that holds less
  /// than `floor` does not ask.
  private let limit: () -> Int
  private let floor: Int
  private var held: Int
  private let spare: SpareMemory?

  /// An account in which so many bytes are held from the beginning, and whose limit is no lower
  /// than a number of bytes that is known without asking.
  package init(
    limit: @autoclosure @escaping () -> Int, atLeast floor: Int = 0, held: Int = 0,
    spare: SpareMemory? = nil
  ) {
    self.spare = spare
    self.limit = limit
    self.floor = floor
    self.held = held
  }

  /// Adds bytes, or with a number below zero takes them away.
  package func add(_ bytes: Int) throws(ExecutionFault) {
    held += bytes
    guard bytes > 0 else { return }
    let kept = spare?.held() ?? 0
    guard held + kept > floor else { return }
    let limit = limit()
    if kept > 0, held + kept > limit { spare?.release(held + kept - limit) }
    if held > limit { throw .memoryLimit(limit) }
  }

  fileprivate func remove(_ bytes: Int) { held -= bytes }
}

/// The part of an account that one holder of rows has.
package struct HeldMemory {
  private let account: MemoryAccount
  private(set) var bytes = 0
  /// The rows that were added last, with which the next may share values.
  private var last: Batch?

  package init(_ account: MemoryAccount) { self.account = account }

  /// Adds rows that are held from now on.
  package mutating func add(_ batch: Batch) throws(ExecutionFault) {
    try add(batch.heldBytes(beside: last))
    last = batch
  }

  package mutating func add(_ more: Int) throws(ExecutionFault) {
    bytes += more
    try account.add(more)
  }

  /// Says how much is held in all, where that is known at once.
  package mutating func set(to all: Int) throws(ExecutionFault) { try add(all - bytes) }

  /// Nothing is held any more.
  mutating func release() {
    account.remove(bytes)
    bytes = 0
    last = nil
  }
}

extension KeptResult {
  /// About how many bytes it takes.
  package var heldBytes: Int {
    var last: Batch?
    return batches.reduce(0) { sum, batch in
      defer { last = batch }
      return sum + batch.heldBytes(beside: last)
    }
  }
}
