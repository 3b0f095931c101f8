// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// What an aggregate function needs to know of each group of a part of the rows.
protocol Accumulator: Sendable {
  /// Has the rows of the next batch named by a column of ids, for faults that tell which they are.
  mutating func nameRows(by ids: Column?)

  /// Has the rows of the next batch numbered among all rows, from 0, where others have come between
  /// them that it is not given.
  mutating func numberRows(by numbers: NumberColumn?)

  /// Takes the rows of a batch, each with the number of its group; groups are numbered from 0 in
  /// the order of their first row.
  mutating func add(
    _ column: Column, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault)

  /// Takes over what is known of the rows behind, for each of whose groups the number is given that
  /// it has here.
  mutating func combine(
    _ later: Self, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault)

  /// The results, one for each of so many groups.
  mutating func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column

  /// About how many bytes are held.
  var heldBytes: Int { get }

  /// Holds no more than it has to.
  mutating func shrink(groupCount: Int, _ state: RunState) throws(ExecutionFault)

  /// Puts aside, beside those from before, the values that it holds, where these can be looked at
  /// later one by one.
  mutating func putAside(
    _ aside: inout AsideValues?, in run: GatheringRun
  ) throws(ExecutionFault)

  /// Lets go of what only further rows need.
  mutating func endRows()

  /// Looks at the values that were put aside; no row comes any more.
  mutating func takeBack(_ aside: AsideValues, in run: GatheringRun) throws(ExecutionFault)
}

/// Where the values are that an aggregate call has put aside, with the numbers of their groups.
enum AsideValues {
  /// Group by group, from the smallest to the largest.
  case sorted(SortedRuns)
  /// Equal ones of a group together.
  case parted(SpilledGroups)
}

extension Accumulator {
  mutating func nameRows(by ids: Column?) {}

  mutating func numberRows(by numbers: NumberColumn?) {}

  mutating func shrink(groupCount: Int, _ state: RunState) {}

  mutating func putAside(_ aside: inout AsideValues?, in run: GatheringRun) {}

  mutating func endRows() {}

  mutating func takeBack(_ aside: AsideValues, in run: GatheringRun) {}

  /// The same as `combine`, for one of the same function.
  mutating func takeOver(
    _ later: any Accumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    guard let later = later as? Self else {
      preconditionFailure("what is known of parts of the rows is combined function by function")
    }
    try combine(later, groups: groups, groupCount: groupCount, state)
  }
}

extension AggregateCall {
  func makeAccumulator(ofPart isPart: Bool) -> any Accumulator {
    let numbers = function.accumulator(self, isPart)
    // What a `def` stands for is all at the place of its call.
    return money.map {
      MoneyAccumulator(numbers, $0, isWritten: $0 != range, ofPart: isPart)
    } ?? numbers
  }
}

/// Counts the rows that have a value.
struct CountAccumulator: Accumulator {
  private var counts: [Int64] = []

  var heldBytes: Int { counts.count * MemoryLayout<Int64>.stride }

  mutating func add(_ column: Column, groups: [Int], groupCount: Int, _ state: RunState) {
    while counts.count < groupCount { counts.append(0) }
    let places = groups.span
    var counts = counts.mutableSpan
    guard let validity = column.validity else {
      for row in places.indices { counts[places[row]] &+= 1 }
      return
    }
    for row in places.indices where validity[row] { counts[places[row]] &+= 1 }
  }

  mutating func combine(
    _ later: CountAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) {
    while counts.count < groupCount { counts.append(0) }
    for (group, count) in zip(groups, later.counts) { counts[group] += count }
  }

  mutating func finish(groupCount: Int, _ state: RunState) -> Column {
    while counts.count < groupCount { counts.append(0) }
    return .number(NumberColumn(counts))
  }
}

/// Adds exactly; divides at the end where the mean is wanted.
struct SumAccumulator: Accumulator {
  private let aggregateCall: AggregateCall
  private let isMean: Bool
  private var sums: [ExactSum] = []
  private var counts: [Int] = []

  var heldBytes: Int { sums.count * (MemoryLayout<ExactSum>.stride + MemoryLayout<Int>.stride) }

  init(_ aggregateCall: AggregateCall, isMean: Bool) {
    self.aggregateCall = aggregateCall
    self.isMean = isMean
  }

  mutating func add(_ column: Column, groups: [Int], groupCount: Int, _ state: RunState) {
    grow(to: groupCount)
    guard let numbers = column.numbers else { return }
    if case .narrow(let values, let scale) = numbers.storage, groupCount <= groups.count {
      return add(values, scale, numbers.validity, groups, groupCount)
    }
    for (row, group) in groups.enumerated() {
      guard let value = numbers.decimal(at: row) else { continue }
      sums[group].add(value)
      counts[group] += 1
    }
  }

  /// The same for whole coefficients of 64 bits: such numbers hold the sum of most batches, and
  /// those of 128 bits that of any.
  private mutating func add(
    _ values: Buffer<Int64>, _ scale: Int, _ validity: Bitmap?, _ groups: [Int], _ groupCount: Int
  ) {
    if values.hasNarrowSum {
      add(BatchSums<Int64>(of: values, validity, groups, groupCount), scale)
    } else {
      add(BatchSums<Int128>(of: values, validity, groups, groupCount), scale)
    }
  }

  private mutating func add<Total>(_ batch: BatchSums<Total>, _ scale: Int) {
    for (group, sum) in batch.groups.enumerated() where sum.count > 0 {
      counts[group] += sum.count
      if let total = Decimal(Int128(sum.total), scale: scale) { sums[group].add(total) }
    }
  }

  mutating func combine(
    _ later: SumAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) {
    grow(to: groupCount)
    for (index, group) in groups.enumerated() where index < later.sums.count {
      sums[group].add(later.sums[index])
      counts[group] += later.counts[index]
    }
  }

  private mutating func grow(to groupCount: Int) {
    while sums.count < groupCount {
      sums.append(ExactSum())
      counts.append(0)
    }
  }

  mutating func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column {
    grow(to: groupCount)
    var builder = NumberColumnBuilder()
    for (group, sum) in sums.enumerated() {
      if group & RowOrder.checkMask == 0 { try state.check() }
      if isMean {
        // Null for no values; the mean of numbers always fits.
        builder.append(sum.mean(of: counts[group]))
      } else if let total = sum.decimal, aggregateCall.type.shown(total) != nil {
        builder.append(total)
      } else {
        throw .overflow(aggregateCall.range)
      }
    }
    return .number(builder.finish())
  }
}

/// Keeps one row of each group: the smallest, the largest, the first or the last.
struct PickAccumulator: Accumulator {
  enum Wish: Sendable { case least, most, first, last }

  private let wish: Wish
  private let order: SortKey.Order
  /// The best row of each group in each batch, and its group.
  private var candidates: [Column] = []
  private var groups: [Int] = []
  private var candidateBytes = 0

  var heldBytes: Int { candidateBytes + groups.count * MemoryLayout<Int>.stride }

  init(_ wish: Wish, _ order: SortKey.Order) {
    self.wish = wish
    self.order = order
  }

  mutating func add(
    _ column: Column, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    let best = try pick(column, groups, groupCount, state)
    let kept = best.indices.filter { best[$0] != nil }
    try add(column.taking(rows: kept.compactMap { best[$0] }), of: kept, groupCount, state)
  }

  mutating func combine(
    _ later: PickAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    var rest = later.groups[...]
    for column in later.candidates {
      let owners = rest.prefix(column.count).map { groups[$0] }
      rest = rest.dropFirst(column.count)
      try add(column, of: owners, groupCount, state)
    }
  }

  /// Takes candidates with the groups that they are of.
  private mutating func add(
    _ picked: Column, of owners: [Int], _ groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    candidateBytes += picked.heldBytes(beside: candidates.last)
    candidates.append(picked)
    groups += owners
    if groups.count > 4 * max(groupCount, Batch.usualCount) { try compact(groupCount, state) }
  }

  mutating func shrink(groupCount: Int, _ state: RunState) throws(ExecutionFault) {
    if candidates.count > 1 { try compact(groupCount, state) }
  }

  private mutating func compact(
    _ groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    let all = try joined(state)
    let best = try pick(all, groups, groupCount, state)
    let kept = best.indices.filter { best[$0] != nil }
    candidates = [all.taking(rows: kept.compactMap { best[$0] })]
    candidateBytes = candidates[0].heldBytes()
    groups = kept
  }

  private func joined(_ state: RunState) throws(ExecutionFault) -> Column {
    try Column.concatenated(candidates) { () throws(ExecutionFault) in try state.check() }
  }

  func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column {
    let all = try joined(state)
    let best = try pick(all, groups, groupCount, state)
    guard all.count > 0 else { return .null(count: groupCount) }
    let found = Bitmap(best.map { $0 != nil })
    return all.taking(rows: best.map { $0 ?? 0 }).masked(by: found)
  }

  /// For each group the row that is wanted; nil where all are null.
  private func pick(
    _ column: Column, _ groups: [Int], _ groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) -> [Int?] {
    var best = [Int?](repeating: nil, count: groupCount)
    let isRanked = wish == .least || wish == .most
    let key = SortKey(column, order: order, locale: state.locale)
    let ranks = isRanked ? try RowOrder.ranks(key, checking: state.check) : []
    for (row, group) in groups.enumerated() where !column.isNull(at: row) {
      guard let present = best[group] else {
        best[group] = row
        continue
      }
      switch wish {
      case .least: if ranks[row] < ranks[present] { best[group] = row }
      case .most: if ranks[row] > ranks[present] { best[group] = row }
      case .first: break
      case .last: best[group] = row
      }
    }
    return best
  }
}
