// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import QueryEngine

/// What is held of rows that are put aside stays within the room that there is.
@Suite struct SpillStoreTests {
  private static func numbers(_ values: some Sequence<Int>) -> Column {
    .number(NumberColumn(values.map { Int64($0) }))
  }

  /// What was read and written of a space, as it stands when each portion of rows comes.
  private final class WatchedSpill {
    private let spill = MemorySpill()
    /// How many bytes were read and are in no row that was handed on.
    var held = 0
    private(set) var most = 0

    var space: SpillSpace {
      let inner = spill.space
      return SpillSpace { (block) throws(SpillFault) in
        self.held -= self.held == 0 ? 0 : block.count
        return try inner.append(block)
      } read: { (place) throws(SpillFault) in
        self.held += place.count
        self.most = max(self.most, self.held)
        return try inner.read(place)
      }
    }
  }

  /// Of rows that are longer than the usual block no more are held side by side than there is room
  /// for, and at least two.
  @Test(arguments: [(250_000, 5), (1_600_000, 5), (6_000_000, 17)])
  func longRowsAreMergedInTheRoomThatThereIs(limit: Int, most: Int) throws {
    let (count, length) = (60, 100_000)
    let spill = WatchedSpill()
    let state = RunState(
      isCancelled: { false }, memory: MemoryAccount(limit: limit, spill: spill.space))
    let run = GatheringRun(state)
    var sorter = RowSorter(RowOrdering(slots: [0]))
    for row in 0..<count {
      let text = String(repeating: "x", count: length)
      let columns = [Self.numbers([row * 37 % count]), Column(.text, [.text(text)])]
      try sorter.add(Batch(columns, count: 1), in: run)
    }
    var found: [Int64] = []
    try sorter.finish(in: run) { batch in
      found += batch[0].wholeNumbers
      spill.held -= batch.count * length
      return .more
    }
    #expect(found == (0..<60).map { Int64($0) })
    #expect(spill.most < most * (length + 1_000), "\(spill.most)")
    #expect(run.room > limit - 1)
  }

  /// Rows are parted by all bits of their hashes.
  @Test(arguments: [0, 4, 15]) func partsAreFoundByAllBits(level: Int) throws {
    let state = RunState(
      isCancelled: { false }, memory: MemoryAccount(limit: 9_000, spill: MemorySpill().space))
    let groups = SpilledGroups(level: level, in: GatheringRun(state))
    let rows = Batch([Self.numbers(0..<2_000)], count: 2_000)
    try groups.add(rows, keys: rows.columns, state)
    var found: [Int64] = []
    let parts = try groups.finish(state)
    for part in parts {
      for block in part.blocks { found += try part.read(block, state)[0].wholeNumbers }
    }
    #expect(parts.allSatisfy { !$0.isEmpty } && parts.count == 16)
    #expect(found.sorted() == (0..<2_000).map { Int64($0) })
  }

  /// Rows that are brought in hold nothing once they are aside, and go there for others.
  @Test(arguments: [2_000, 200]) func broughtRowsMakeRoom(count: Int) throws {
    let spill = MemorySpill()
    let account = MemoryAccount(limit: 9_000, spill: spill.space)
    let state = RunState(isCancelled: { false }, memory: account)
    let brought = BroughtRows(state)
    for start in stride(from: 0, to: count, by: 100) {
      try brought.add(Batch([Self.numbers(start..<start + 100)], count: 100))
    }
    #expect(spill.isUsed == (count == 2_000))
    brought.settle()
    var found: [Int64] = []
    var others = HeldMemory(account)
    var portions = 0
    try brought.forEach { batch in
      found += batch[0].wholeNumbers
      portions += 1
      // The others come while the rows are gone through.
      #expect(portions != 1 || others.offer(9_000))
      return .more
    }
    #expect(found == (0..<Int64(count)).map { $0 } && spill.isUsed)
  }

  /// Rows that are sorted in memory go aside for whoever takes them, in their order.
  @Test func rowsThatAreHandedOnMakeRoom() throws {
    let spill = MemorySpill()
    let account = MemoryAccount(limit: 400_000, spill: spill.space)
    let run = GatheringRun(RunState(isCancelled: { false }, memory: account))
    var sorter = RowSorter(RowOrdering(slots: [0]))
    try sorter.add(
      Batch([Self.numbers((0..<9_000).map { $0 * 7 % 9_000 })], count: 9_000), in: run)
    #expect(!spill.isUsed)
    var found: [Int64] = []
    var others = HeldMemory(account)
    try sorter.finish(in: run) { batch in
      found += batch[0].wholeNumbers
      #expect(found.count != 4_096 || others.offer(399_000))
      return .more
    }
    #expect(found == (0..<9_000).map { Int64($0) } && spill.isUsed)
  }

  /// Where rows that make room cannot be put aside, the reason comes to whoever wants them.
  @Test func aFaultOfMakingRoomIsTold() throws {
    let space = SpillSpace { (_) throws(SpillFault) in
      throw .limit(7)
    } read: { (_) throws(SpillFault) in
      throw .limit(7)
    }
    let account = MemoryAccount(limit: 400_000, spill: space)
    let run = GatheringRun(RunState(isCancelled: { false }, memory: account))
    var sorter = RowSorter(RowOrdering(slots: [0]))
    try sorter.add(Batch([Self.numbers(0..<9_000)], count: 9_000), in: run)
    var others = HeldMemory(account)
    var fault: ExecutionFault?
    do throws(ExecutionFault) {
      try sorter.finish(in: run) { _ in
        _ = others.offer(399_000)
        return .more
      }
    } catch {
      fault = error
    }
    guard case .spill(.limit(7)) = fault else {
      Issue.record("not told: \(String(describing: fault))")
      return
    }
  }
}
