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

/// Rows that are held until they are wanted, and can be put aside for others that need the room.
protocol YieldingRows: AnyObject {
  /// Puts aside what is held; a fault of that comes when the rows are wanted.
  func putAside()
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
  /// Where rows go for which there is no room; nil where they may go nowhere.
  let spill: SpillSpace?
  /// Rows that can be put aside, the first that came first.
  private var yielding: [YieldingReference] = []

  /// An account in which so many bytes are held from the beginning, and whose limit is no lower
  /// than a number of bytes that is known without asking.
  package init(
    limit: @autoclosure @escaping () -> Int, atLeast floor: Int = 0, held: Int = 0,
    spare: SpareMemory? = nil, spill: SpillSpace? = nil
  ) {
    self.spare = spare
    self.spill = spill
    self.limit = limit
    self.floor = floor
    self.held = held
  }

  /// Adds bytes, or with a number below zero takes them away.
  package func add(_ bytes: Int) throws(ExecutionFault) {
    held += bytes
    guard bytes > 0, !hasRoom(for: 0) else { return }
    throw .memoryLimit(limit())
  }

  /// Whether so many bytes more may be held; what is spared goes for them.
  fileprivate func hasRoom(for bytes: Int) -> Bool {
    let kept = spare?.held() ?? 0
    let wanted = held + bytes
    guard wanted + kept > floor else { return true }
    let limit = limit()
    if kept > 0, wanted + kept > limit { spare?.release(wanted + kept - limit) }
    while held + bytes > limit, !yielding.isEmpty { yielding.removeFirst().rows?.putAside() }
    return held + bytes <= limit
  }

  /// Notes rows that can be put aside from now on, while they are there. What they hold must not be
  /// changed by whoever asks for room.
  fileprivate func note(_ rows: any YieldingRows) {
    yielding.removeAll { $0.rows == nil }
    yielding.append(YieldingReference(rows: rows))
  }

  /// How many bytes there is room for; known without asking up to a number.
  fileprivate func room(upTo bytes: Int) -> Int {
    held + bytes <= floor ? bytes : max(0, min(bytes, limit() - held))
  }

  fileprivate func remove(_ bytes: Int) { held -= bytes }
}

/// Rows that can be put aside as long as they are there.
private struct YieldingReference {
  private(set) weak var rows: (any YieldingRows)?
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

  /// Says how much is held in all where there is room for it; false where there is none, and
  /// nothing has changed.
  package mutating func offer(_ all: Int) -> Bool {
    guard all <= bytes || account.hasRoom(for: all - bytes) else { return false }
    account.remove(bytes - all)
    bytes = all
    return true
  }

  /// Where rows go for which there is no room.
  package var spill: SpillSpace? { account.spill }

  /// How many bytes there is room for in all.
  func room(upTo most: Int) -> Int { bytes + account.room(upTo: most - bytes) }

  /// Notes that the rows that are held can be put aside where others need the room.
  func canYield(_ rows: any YieldingRows) { account.note(rows) }

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
