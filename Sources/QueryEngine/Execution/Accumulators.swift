// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Collects what an aggregate function needs of each group.
protocol Accumulator: AnyObject {
  /// Has the rows of the next batch named by a column of ids, for faults that tell which they are.
  func nameRows(by ids: Column?)

  /// Takes the rows of a batch, each with the number of its group; groups are numbered from 0 in
  /// the order of their first row.
  func add(_ column: Column, groups: [Int], groupCount: Int) throws(ExecutionFault)

  /// The results, one for each of so many groups.
  func finish(groupCount: Int) throws(ExecutionFault) -> Column

  /// About how many bytes are held.
  var heldBytes: Int { get }
}

extension Accumulator {
  func nameRows(by ids: Column?) {}
}

extension AggregateCall {
  func makeAccumulator(_ state: RunState) -> any Accumulator {
    let numbers = function.accumulator(self, state)
    // What a `def` stands for is all at the place of its call.
    return money.map { MoneyAccumulator(numbers, $0, isWritten: $0 != range) } ?? numbers
  }
}

/// Counts the rows that have a value.
final class CountAccumulator: Accumulator {
  private var counts: [Int64] = []

  var heldBytes: Int { counts.count * MemoryLayout<Int64>.stride }

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    while counts.count < groupCount { counts.append(0) }
    let validity = column.validity
    for (row, group) in groups.enumerated() where validity.map({ $0[row] }) ?? true {
      counts[group] += 1
    }
  }

  func finish(groupCount: Int) -> Column {
    while counts.count < groupCount { counts.append(0) }
    return .number(NumberColumn(counts))
  }
}

/// Adds exactly; divides at the end where the mean is wanted.
final class SumAccumulator: Accumulator {
  private let measure: AggregateCall
  private let isMean: Bool
  private let state: RunState
  private var sums: [ExactSum] = []
  private var counts: [Int] = []

  var heldBytes: Int { sums.count * (MemoryLayout<ExactSum>.stride + MemoryLayout<Int>.stride) }

  init(_ measure: AggregateCall, isMean: Bool, _ state: RunState) {
    self.measure = measure
    self.isMean = isMean
    self.state = state
  }

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    grow(to: groupCount)
    guard case .number(let numbers) = column else { return }
    for (row, group) in groups.enumerated() {
      guard let value = numbers.decimal(at: row) else { continue }
      sums[group].add(value)
      counts[group] += 1
    }
  }

  private func grow(to groupCount: Int) {
    while sums.count < groupCount {
      sums.append(ExactSum())
      counts.append(0)
    }
  }

  func finish(groupCount: Int) throws(ExecutionFault) -> Column {
    grow(to: groupCount)
    var builder = NumberColumnBuilder()
    for (group, sum) in sums.enumerated() {
      if group & RowOrder.checkMask == 0 { try state.check() }
      if isMean {
        // Null for no values; the mean of numbers always fits.
        builder.append(sum.mean(of: counts[group]))
      } else if let total = sum.decimal, measure.type.shown(total) != nil {
        builder.append(total)
      } else {
        throw .overflow(measure.range)
      }
    }
    return .number(builder.finish())
  }
}

/// Keeps one row of each group: the smallest, the largest, the first or the last.
final class PickAccumulator: Accumulator {
  enum Wish { case least, most, first, last }

  private let wish: Wish
  private let order: SortKey.Order
  private let state: RunState
  /// The best row of each group in each batch, and its group.
  private var candidates: [Column] = []
  private var groups: [Int] = []
  private var candidateBytes = 0

  var heldBytes: Int { candidateBytes + groups.count * MemoryLayout<Int>.stride }

  init(_ wish: Wish, _ order: SortKey.Order, _ state: RunState) {
    self.wish = wish
    self.order = order
    self.state = state
  }

  func add(_ column: Column, groups: [Int], groupCount: Int) throws(ExecutionFault) {
    let best = try pick(column, groups, groupCount)
    let kept = best.indices.filter { best[$0] != nil }
    let picked = column.taking(rows: kept.compactMap { best[$0] })
    candidateBytes += picked.heldBytes(beside: candidates.last)
    candidates.append(picked)
    self.groups += kept
    if self.groups.count > 4 * max(groupCount, Batch.usualCount) { try compact(groupCount) }
  }

  private func compact(_ groupCount: Int) throws(ExecutionFault) {
    let all = try joined()
    let best = try pick(all, groups, groupCount)
    let kept = best.indices.filter { best[$0] != nil }
    candidates = [all.taking(rows: kept.compactMap { best[$0] })]
    candidateBytes = candidates[0].heldBytes()
    groups = kept
  }

  private func joined() throws(ExecutionFault) -> Column {
    try Column.concatenated(candidates) { () throws(ExecutionFault) in try state.check() }
  }

  func finish(groupCount: Int) throws(ExecutionFault) -> Column {
    let all = try joined()
    let best = try pick(all, groups, groupCount)
    guard all.count > 0 else { return .null(count: groupCount) }
    let found = Bitmap(best.map { $0 != nil })
    return all.taking(rows: best.map { $0 ?? 0 }).masked(by: found)
  }

  /// For each group the row that is wanted; nil where all are null.
  private func pick(
    _ column: Column, _ groups: [Int], _ groupCount: Int
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

/// Counts the different values of each group.
final class DistinctAccumulator: Accumulator {
  private var grouper = RowGrouper()
  private var counts: [Int64] = []

  var heldBytes: Int { grouper.heldBytes + counts.count * MemoryLayout<Int64>.stride }

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    while counts.count < groupCount { counts.append(0) }
    var known = grouper.count
    let owners = Column.number(NumberColumn(groups.map { Int64($0) }))
    let pairs = grouper.groups(of: [owners, column], count: groups.count)
    for (row, pair) in pairs.enumerated() where pair == known {
      known += 1
      if !column.isNull(at: row) { counts[groups[row]] += 1 }
    }
  }

  func finish(groupCount: Int) -> Column {
    while counts.count < groupCount { counts.append(0) }
    return .number(NumberColumn(counts))
  }
}
