// SPDX-License-Identifier: MIT

import Testing

@testable import QueryEngine

/// What a statement holds counts beside what is spared for later ones, which goes first.
@Suite struct MemoryAccountTests {
  /// Bytes that are kept for later, and how many were asked back each time.
  private final class Spare {
    var held: Int
    var asked: [Int] = []

    init(_ held: Int) { self.held = held }

    var memory: SpareMemory {
      SpareMemory(held: { self.held }) { bytes in
        self.asked.append(bytes)
        self.held = max(0, self.held - bytes)
      }
    }
  }

  @Test func spareMemoryGoesFirst() throws {
    let spare = Spare(60)
    let account = MemoryAccount(limit: 100, held: 10, spare: spare.memory)
    try account.add(30)
    #expect(spare.asked == [])
    try account.add(5)
    #expect(spare.asked == [5] && spare.held == 55)
    try account.add(-20)
    try account.add(20)
    #expect(spare.asked == [5])
    try account.add(55)
    #expect(spare.asked == [5, 55] && spare.held == 0)
    #expect(throws: ExecutionFault.self) { try account.add(1) }
  }

  /// The limit is asked for only above a floor that is known without asking.
  @Test func theLimitIsAskedForOnlyWhereItMatters() throws {
    var asked = 0
    let spare = Spare(30)
    func limit() -> Int {
      asked += 1
      return 100
    }
    let account = MemoryAccount(limit: limit(), atLeast: 50, spare: spare.memory)
    try account.add(20)
    #expect(asked == 0)
    try account.add(1)
    #expect(asked == 1 && spare.asked == [])
  }
}
