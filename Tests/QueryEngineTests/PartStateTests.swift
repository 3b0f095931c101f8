// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import TestSupport
import Testing

@testable import QueryEngine

/// However the rows are parted, the states of the parts combined are the state of all rows.
@Suite struct PartStateTests {
  private static let types: [ValueType] = [.text, .decimal, .text, .id, .money(.varying)]

  /// Rows of a group, a number, a text, an id and an amount; each but the id may be missing.
  private static func batches(_ random: inout Seeded, strange: Int) -> [Batch] {
    var place = 0
    return (0..<Int.random(in: 1...9, using: &random)).map { _ in
      let count = Int.random(in: 0...40, using: &random)
      var values = types.map { _ in [Value]() }
      for _ in 0..<count {
        func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
        let group = Int.random(in: 0..<4, using: &random)
        let number = Int.random(in: -60...60, using: &random)
        values[0].append(chance(9) ? .null : .text("g\(group)"))
        values[1].append(
          chance(9) ? .null : .number(Decimal(Int128(number), scale: chance(5) ? 3 : 1) ?? .zero))
        values[2].append(
          chance(9) ? .null : .text(["Ann", "ann", "Ben", "", "é"][abs(number) % 5]))
        values[3].append(.text("\(place)"))
        values[4].append(.text(chance(strange) ? "EUR" : group % 2 == 0 ? "GBP" : "USD"))
        place += 1
      }
      var columns = values.indices.map { Column(types[$0], values[$0]) }
      if case .number(let numbers) = columns[1], case .text(let codes) = Column(.text, values[4]) {
        columns[4] = MoneyColumn.column(numbers, codes)
      }
      return Batch(columns, count: count)
    }
  }

  private static let range = ScriptRange(0, 1)

  private static func call(_ name: String, of slot: Int, money: Bool = false) throws
    -> AggregateCall
  {
    let function = try #require(AggregateFunction.named(name))
    return AggregateCall(
      id: ColumnID(number: 9), function: function,
      type: function.result(types[slot]) ?? .any, input: ColumnID(number: slot),
      money: money ? range : nil, key: RowNames(column: ColumnID(number: 3), type: .id),
      order: .natural, range: range)
  }

  private static func aggregates(_ calls: [AggregateCall], by keys: [Int]) -> AggregateOperator {
    AggregateOperator(
      aggregateCalls: calls, inputs: calls.map { $0.input?.number },
      names: calls.map { $0.money == nil ? nil : 3 }, keys: keys)
  }

  private static func works() throws -> [(name: String, work: any PartedOperator)] {
    let numbers = ["count", "sum", "avg", "min", "max", "median", "stddev", "variance", "first"]
    let others = ["count", "min", "max", "first", "last", "list", "distinct_count"]
    var works: [(String, any PartedOperator)] = []
    for keys in [[], [0], [0, 2]] {
      let calls =
        try numbers.map { try call($0, of: 1) } + others.map { try call($0, of: 2) }
        + others.map { try call($0, of: 1) }
      works.append(("summarize by \(keys)", aggregates(calls, by: keys)))
    }
    for name in ["sum", "avg", "min", "max", "median"] {
      let calls = [try call(name, of: 4, money: true)]
      works.append(("\(name) of money", aggregates(calls, by: [0])))
      works.append(("\(name) of all money", aggregates(calls, by: [])))
    }
    return works
  }

  /// What comes of some batches, parted at some places: the rows, or the fault.
  private static func result(
    of work: some PartedOperator, _ batches: [Batch], partedAt cuts: [Int]
  ) -> String {
    let state = RunState(isCancelled: { false })
    let rows = ReceivedRows()
    do throws(ExecutionFault) {
      let run = GatheringRun(state)
      var all = work.makeState(ofPart: false)
      for (start, end) in zip([0] + cuts, cuts + [batches.count]) {
        var part = work.makeState(ofPart: true)
        for batch in batches[start..<end] { try part.add(batch, in: GatheringRun(state)) }
        try all.combine(part, in: run)
      }
      try all.finish(in: run, to: rows)
    } catch {
      return "\(error)"
    }
    return text(rows.batches)
  }

  private static func result(
    of work: some PartedOperator, _ batches: [Batch],
    memory: MemoryAccount = MemoryAccount(limit: .max)
  ) -> String {
    let rows = ReceivedRows()
    let stage = work.stage(RunState(isCancelled: { false }, memory: memory), next: rows)
    do throws(ExecutionFault) {
      for batch in batches where try stage.consume(batch) == .enough { break }
      try stage.finish()
    } catch {
      return "\(error)"
    }
    return text(rows.batches)
  }

  private static func text(_ batches: [Batch]) -> String {
    batches.flatMap { batch in
      (0..<batch.count).map { row in batch.columns.map { "\($0.value(at: row))" }.joined() }
    }.joined(separator: "\n")
  }

  @Test(arguments: [UInt64(1), 2, 3, 4]) func partsMakeTheWhole(_ seed: UInt64) throws {
    var random = Seeded(seed)
    var faults = 0
    for _ in 0..<3 {
      // Some have a currency that does not belong, most of them late.
      let batches = Self.batches(&random, strange: seed == 1 ? 40 : 100_000)
      for (name, work) in try Self.works() {
        let whole = Self.result(of: work, batches)
        faults += whole.contains("mixedCurrencies") ? 1 : 0
        for _ in 0..<3 {
          let cuts = (0..<3).map { _ in Int.random(in: 0...batches.count, using: &random) }.sorted()
          let parted = Self.result(of: work, batches, partedAt: cuts)
          #expect(parted == whole, "\(name) at \(cuts)")
        }
      }
    }
    #expect(faults > 3)
  }

  /// Groups that there is no room for are put aside and come where they would, and of the faults of
  /// parts the one is told that would be.
  @Test(arguments: [UInt64(1), 2, 3, 4]) func groupsBesideTheRoomAreAsOthers(
    _ seed: UInt64
  ) throws {
    var random = Seeded(seed)
    var (faults, spills) = (0, 0)
    for _ in 0..<6 {
      let batches = Self.batches(&random, strange: seed == 1 ? 40 : 100_000)
      for (name, work) in try Self.worksOfGroups() {
        let whole = Self.result(of: work, batches)
        faults += whole.contains("mixedCurrencies") ? 1 : 0
        for limit in [0, 500, 3_000] {
          let spill = MemorySpill()
          let account = MemoryAccount(limit: limit, spill: spill.space)
          let found = Self.result(of: work, batches, memory: account)
          spills += spill.isUsed ? 1 : 0
          #expect(Self.unnumbered(found) == Self.unnumbered(whole), "\(name) in \(limit)")
        }
      }
    }
    #expect(faults > 3 || seed > 1)
    #expect(spills > 40)
  }

  /// Those that need not give all values of a group.
  private static func worksOfGroups() throws -> [(name: String, work: any PartedOperator)] {
    let names = [
      "count", "sum", "avg", "min", "max", "first", "last", "stddev", "median", "variance",
    ]
    return try [[0], [0, 2], [2, 1]].flatMap { keys in
      let calls =
        try names.map { try call($0, of: 1) }
        + [1, 2, 4].map { try call("distinct_count", of: $0) }
      let money = try ["sum", "min", "median"].map { try call($0, of: 4, money: true) }
      return [
        ("summarize by \(keys)", aggregates(calls, by: keys)),
        ("money by \(keys)", aggregates(money + calls, by: keys)),
      ]
    }
  }

  /// Without the numbers of groups, which are those of a part.
  private static func unnumbered(_ text: String) -> String {
    text.replacing(/group: [0-9]+/, with: "")
  }

  /// Chains of parts: a part that has taken over others is a part.
  @Test func partsOfParts() throws {
    var random = Seeded(9)
    for _ in 0..<3 {
      let batches = Self.batches(&random, strange: 60)
      for (name, work) in try Self.works() {
        let whole = Self.result(of: work, batches)
        #expect(Self.nested(work, batches) == whole, "\(name)")
      }
    }
  }

  /// The first half of the parts combined, then the second, then both.
  private static func nested(_ work: some PartedOperator, _ batches: [Batch]) -> String {
    let state = RunState(isCancelled: { false })
    let rows = ReceivedRows()
    do throws(ExecutionFault) {
      var all = work.makeState(ofPart: false)
      let middle = batches.count / 2
      for half in [batches[..<middle], batches[middle...]] {
        var joined = work.makeState(ofPart: true)
        for batch in half {
          var part = work.makeState(ofPart: true)
          try part.add(batch, in: GatheringRun(state))
          try joined.combine(part, in: GatheringRun(state))
        }
        try all.combine(joined, in: GatheringRun(state))
      }
      try all.finish(in: GatheringRun(state), to: rows)
    } catch {
      return "\(error)"
    }
    return text(rows.batches)
  }
}
