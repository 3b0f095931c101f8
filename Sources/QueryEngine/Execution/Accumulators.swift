// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Collects what an aggregate function needs of each group.
protocol Accumulator: AnyObject {
  /// Takes the rows of a batch, each with the number of its group; groups are numbered from 0 in
  /// the order of their first row.
  func add(_ column: Column, groups: [Int], groupCount: Int)

  /// The results, one for each of so many groups.
  func finish(groupCount: Int) throws(ExecutionFault) -> Column
}

extension Measure {
  func makeAccumulator(_ locale: TextLocale) -> any Accumulator {
    let numbers = plainAccumulator(locale)
    return money.map { MoneyAccumulator(numbers, $0) } ?? numbers
  }

  private func plainAccumulator(_ locale: TextLocale) -> any Accumulator {
    switch function {
    case .count: CountAccumulator()
    case .sum: SumAccumulator(self, isMean: false)
    case .avg: SumAccumulator(self, isMean: true)
    case .min: PickAccumulator(.least, order, locale)
    case .max: PickAccumulator(.most, order, locale)
    case .first: PickAccumulator(.first, order, locale)
    case .last: PickAccumulator(.last, order, locale)
    case .median: GatheringAccumulator { grouped in grouped.medians }
    case .list: GatheringAccumulator { grouped in .list(grouped.lists) }
    case .distinctCount: DistinctAccumulator()
    }
  }
}

/// Counts the rows that have a value.
private final class CountAccumulator: Accumulator {
  private var counts: [Int64] = []

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    while counts.count < groupCount { counts.append(0) }
    let validity = column.validity
    for (row, group) in groups.enumerated() where validity.map({ $0[row] }) ?? true {
      counts[group] += 1
    }
  }

  func finish(groupCount: Int) -> Column {
    while counts.count < groupCount { counts.append(0) }
    return .number(NumberColumn(.narrow(counts, scale: 0)))
  }
}

/// Adds exactly; divides at the end where the mean is wanted.
private final class SumAccumulator: Accumulator {
  private let measure: Measure
  private let isMean: Bool
  private var sums: [ExactSum] = []
  private var counts: [Int] = []

  init(_ measure: Measure, isMean: Bool) {
    self.measure = measure
    self.isMean = isMean
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
    for (sum, count) in zip(sums, counts) {
      if isMean {
        // Null for no values; the mean of numbers always fits.
        builder.append(sum.mean(of: count))
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
private final class PickAccumulator: Accumulator {
  enum Wish { case least, most, first, last }

  private let wish: Wish
  private let order: SortKey.Order
  private let locale: TextLocale
  /// The best row of each group in each batch, and its group.
  private var candidates: [Column] = []
  private var groups: [Int] = []

  init(_ wish: Wish, _ order: SortKey.Order, _ locale: TextLocale) {
    self.wish = wish
    self.order = order
    self.locale = locale
  }

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    let best = pick(column, groups, groupCount)
    let kept = best.indices.filter { best[$0] != nil }
    candidates.append(column.gathered(kept.compactMap { best[$0] }))
    self.groups += kept
    if self.groups.count > 4 * max(groupCount, Batch.usualCount) { compact(groupCount) }
  }

  private func compact(_ groupCount: Int) {
    let all = Column.concatenated(candidates)
    let best = pick(all, groups, groupCount)
    let kept = best.indices.filter { best[$0] != nil }
    candidates = [all.gathered(kept.compactMap { best[$0] })]
    groups = kept
  }

  func finish(groupCount: Int) -> Column {
    let all = Column.concatenated(candidates)
    let best = pick(all, groups, groupCount)
    guard all.count > 0 else { return .null(count: groupCount) }
    let found = Bitmap(best.map { $0 != nil })
    return all.gathered(best.map { $0 ?? 0 }).masked(by: found)
  }

  /// For each group the row that is wanted; nil where all are null.
  private func pick(_ column: Column, _ groups: [Int], _ groupCount: Int) -> [Int?] {
    var best = [Int?](repeating: nil, count: groupCount)
    let isRanked = wish == .least || wish == .most
    let key = SortKey(column, order: order, locale: locale)
    let ranks = isRanked ? RowOrder.ranks(key) : []
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
private final class DistinctAccumulator: Accumulator {
  private var grouper = RowGrouper()
  private var counts: [Int64] = []

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    while counts.count < groupCount { counts.append(0) }
    var known = grouper.count
    let owners = Column.number(NumberColumn(.narrow(groups.map { Int64($0) }, scale: 0)))
    let pairs = grouper.groups(of: [owners, column], count: groups.count)
    for (row, pair) in pairs.enumerated() where pair == known {
      known += 1
      if !column.isNull(at: row) { counts[groups[row]] += 1 }
    }
  }

  func finish(groupCount: Int) -> Column {
    while counts.count < groupCount { counts.append(0) }
    return .number(NumberColumn(.narrow(counts, scale: 0)))
  }
}

/// Keeps all values, for functions that need to see all of a group at once.
private final class GatheringAccumulator: Accumulator {
  private let result: (GroupedValues) -> Column
  private var columns: [Column] = []
  private var groups: [Int] = []

  init(_ result: @escaping (GroupedValues) -> Column) {
    self.result = result
  }

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    let rows = groups.indices.filter { !column.isNull(at: $0) }
    columns.append(column.gathered(rows))
    self.groups += rows.map { groups[$0] }
  }

  func finish(groupCount: Int) -> Column {
    result(GroupedValues(Column.concatenated(columns), groups, groupCount))
  }
}

/// The values of all groups, group by group, in their order.
private struct GroupedValues {
  private let values: Column
  /// Where each group's values end.
  private let ends: [Int]

  init(_ column: Column, _ groups: [Int], _ groupCount: Int) {
    var ends = [Int](repeating: 0, count: groupCount)
    for group in groups { ends[group] += 1 }
    for group in ends.indices.dropFirst() { ends[group] += ends[group - 1] }
    let owners = Column.number(NumberColumn(.narrow(groups.map { Int64($0) }, scale: 0)))
    let order = RowOrder.permutation(of: [SortKey(owners)], count: groups.count)
    values = column.gathered(order)
    self.ends = ends
  }

  var lists: ListColumn { ListColumn(ends: ends, elements: values) }

  /// The median of each group.
  var medians: Column {
    var builder = NumberColumnBuilder()
    for group in ends.indices {
      var numbers: [Decimal] = []
      if case .number(let column) = values {
        numbers = lists.range(of: group).compactMap { column.decimal(at: $0) }.sorted()
      }
      builder.append(Self.median(numbers))
    }
    return .number(builder.finish())
  }

  /// Nil for no numbers.
  private static func median(_ sorted: [Decimal]) -> Decimal? {
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    guard sorted.count.isMultiple(of: 2) else { return upper }
    var sum = ExactSum()
    sum.add(sorted[sorted.count / 2 - 1])
    sum.add(upper)
    return sum.mean(of: 2)
  }
}
