// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Keeps all values, for functions that need to see all of a group at once.
struct GatheringAccumulator: Accumulator {
  enum Wish: Sendable {
    case lists
    /// A number among each group's numbers.
    case quantile(Quantile)
  }

  private let wish: Wish
  /// Where the function is called.
  private let range: ScriptRange
  /// The number of the group of each value, and the values.
  private var pairs = RowParts()
  /// What was found among values that were put aside.
  private var found: QuantileSearch?

  init(_ wish: Wish, _ range: ScriptRange) {
    self.wish = wish
    self.range = range
  }

  /// Where values can be put aside they are sorted, now or in the end.
  var heldBytes: Int {
    switch wish {
    case .lists: pairs.heldBytes
    case .quantile: pairs.heldBytes + RowOrdering.neededBytes(for: pairs.count)
    }
  }

  mutating func add(_ column: Column, groups: [Int], groupCount: Int, _ state: RunState) {
    let rows = groups.indices.filter { !column.isNull(at: $0) }
    let owners = Column.number(NumberColumn(rows.map { Int64(groups[$0]) }))
    pairs.add(Batch([owners, column.taking(rows: rows)], count: rows.count))
  }

  mutating func combine(
    _ later: GatheringAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) {
    for batch in later.pairs.batches {
      let owners = batch[0].wholeNumbers.map { Int64(groups[Int($0)]) }
      pairs.add(Batch([.number(NumberColumn(owners)), batch[1]], count: batch.count))
    }
  }

  mutating func putAside(
    _ aside: inout AsideValues?, in run: GatheringRun
  ) throws(ExecutionFault) {
    let bytes = pairs.heldBytes
    guard case .quantile(let quantile) = wish, let all = try pairs.take(run.state) else { return }
    let order = RowOrdering(slots: [0, 1])
    let runs: SortedRuns
    if case .sorted(let known) = aside {
      runs = known
    } else {
      runs = SortedRuns(order, run.makeStore())
      aside = .sorted(runs)
    }
    var search = found ?? QuantileSearch(quantile)
    search.count(all)
    found = search
    try runs.add(all, bytes: bytes, at: try order.places(in: all, run.state), run.state)
  }

  mutating func takeBack(
    _ aside: AsideValues, in run: GatheringRun
  ) throws(ExecutionFault) {
    var all: AsideValues? = aside
    try putAside(&all, in: run)
    guard case .sorted(let runs) = all, var search = found else { return }
    try runs.merge(in: GatheringRun(run.state)) { batch in
      search.add(batch)
      return .more
    }
    found = search
  }

  mutating func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column {
    if let found { return try found.results(groupCount: groupCount, range, state) }
    let none = Batch([.number(NumberColumn([Int64]())), .null(count: 0)], count: 0)
    let values = try GroupedValues(pairs.take(state) ?? none, groupCount, wish, state)
    switch wish {
    case .lists: return .list(values.lists)
    case .quantile(let quantile): return try values.numbers(by: quantile, range)
    }
  }
}

/// The values of all groups, group by group, in their order or from the smallest to the largest.
private struct GroupedValues {
  private let values: Column
  /// Where each group's values end.
  private let ends: [Int]
  private let state: RunState

  init(
    _ pairs: Batch, _ groupCount: Int, _ wish: GatheringAccumulator.Wish, _ state: RunState
  ) throws(ExecutionFault) {
    var ends = [Int](repeating: 0, count: groupCount)
    for group in pairs[0].wholeNumbers { ends[Int(group)] += 1 }
    for group in ends.indices.dropFirst() { ends[group] += ends[group - 1] }
    var keys = [SortKey(pairs[0])]
    if case .quantile = wish { keys.append(SortKey(pairs[1])) }
    let order = try RowOrder.permutation(of: keys, count: pairs.count, checking: state.check)
    values = pairs[1].taking(rows: order)
    self.ends = ends
    self.state = state
  }

  var lists: ListColumn { ListColumn(ends: ends, elements: values) }

  /// One of each group's numbers, or between two of them.
  func numbers(by quantile: Quantile, _ range: ScriptRange) throws(ExecutionFault) -> Column {
    let lists = lists
    var builder = NumberColumnBuilder()
    for group in ends.indices {
      if group & RowOrder.checkMask == 0 { try state.check() }
      let rows = lists.range(of: group)
      guard let numbers = values.numbers, let places = quantile.places(among: rows.count),
        let lower = numbers.decimal(at: rows.lowerBound + places.lowerBound),
        let upper = numbers.decimal(at: rows.lowerBound + places.upperBound)
      else {
        builder.append(nil)
        continue
      }
      builder.append(try quantile.value(between: lower, upper, among: rows.count, range))
    }
    return .number(builder.finish())
  }
}

/// Finds a number of each group among all numbers, which come group by group, from the smallest to
/// the largest.
private struct QuantileSearch: Sendable {
  private let quantile: Quantile
  /// How many numbers each group has.
  private var counts: [Int] = []
  private var found: [(lower: Decimal, upper: Decimal)?] = []
  private var group = -1
  /// Where the next number stands in its group, and which of them are wanted.
  private var place = 0
  private var wanted: ClosedRange<Int>?

  init(_ quantile: Quantile) { self.quantile = quantile }

  /// Counts numbers that come later.
  mutating func count(_ pairs: Batch) {
    for group in pairs[0].wholeNumbers {
      while counts.count <= Int(group) { counts.append(0) }
      counts[Int(group)] += 1
    }
  }

  mutating func add(_ pairs: Batch) {
    guard let numbers = pairs[1].numbers else { return }
    if found.isEmpty { found = Array(repeating: nil, count: counts.count) }
    for (row, number) in pairs[0].wholeNumbers.enumerated() {
      if Int(number) != group {
        (group, place) = (Int(number), 0)
        wanted = quantile.places(among: counts[group])
      }
      defer { place += 1 }
      guard let wanted, wanted.contains(place), let value = numbers.decimal(at: row) else {
        continue
      }
      found[group] = (found[group]?.lower ?? value, value)
    }
  }

  func results(
    groupCount: Int, _ range: ScriptRange, _ state: RunState
  ) throws(ExecutionFault) -> Column {
    var builder = NumberColumnBuilder()
    for group in 0..<groupCount {
      if group & RowOrder.checkMask == 0 { try state.check() }
      guard group < found.count, let (lower, upper) = found[group] else {
        builder.append(nil)
        continue
      }
      builder.append(try quantile.value(between: lower, upper, among: counts[group], range))
    }
    return .number(builder.finish())
  }
}
