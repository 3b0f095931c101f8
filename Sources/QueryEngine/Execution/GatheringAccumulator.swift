// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Keeps all values, for functions that need to see all of a group at once.
struct GatheringAccumulator: Accumulator {
  enum Wish: Sendable {
    case lists
    /// A number of each group's numbers, from the smallest to the largest.
    case numbers(GroupKernel)
  }

  private let wish: Wish
  /// Where the function is called.
  private let range: ScriptRange
  private var columns: [Column] = []
  private var groups: [Int] = []
  private var columnBytes = 0

  init(_ wish: Wish, _ range: ScriptRange) {
    self.wish = wish
    self.range = range
  }

  var heldBytes: Int { columnBytes + groups.count * MemoryLayout<Int>.stride }

  mutating func add(_ column: Column, groups: [Int], groupCount: Int, _ state: RunState) {
    let rows = groups.indices.filter { !column.isNull(at: $0) }
    add(column.taking(rows: rows))
    self.groups += rows.map { groups[$0] }
  }

  mutating func combine(
    _ later: GatheringAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) {
    for column in later.columns { add(column) }
    self.groups += later.groups.map { groups[$0] }
  }

  private mutating func add(_ values: Column) {
    columnBytes += values.heldBytes(beside: columns.last)
    columns.append(values)
  }

  func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column {
    let values = try Column.concatenated(columns) { () throws(ExecutionFault) in
      try state.check()
    }
    switch wish {
    case .lists:
      return .list(try GroupedValues(values, groups, groupCount, isSorted: false, state).lists)
    case .numbers(let kernel):
      return try GroupedValues(values, groups, groupCount, isSorted: true, state)
        .numbers(by: kernel, range)
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
    _ column: Column, _ groups: [Int], _ groupCount: Int, isSorted: Bool, _ state: RunState
  ) throws(ExecutionFault) {
    var ends = [Int](repeating: 0, count: groupCount)
    for group in groups { ends[group] += 1 }
    for group in ends.indices.dropFirst() { ends[group] += ends[group - 1] }
    let owners = Column.number(NumberColumn(groups.map { Int64($0) }))
    let keys = [SortKey(owners)] + (isSorted ? [SortKey(column)] : [])
    let order = try RowOrder.permutation(of: keys, count: groups.count, checking: state.check)
    values = column.taking(rows: order)
    self.ends = ends
    self.state = state
  }

  var lists: ListColumn { ListColumn(ends: ends, elements: values) }

  /// What a kernel makes of each group's numbers.
  func numbers(by kernel: GroupKernel, _ range: ScriptRange) throws(ExecutionFault) -> Column {
    let lists = lists
    var builder = NumberColumnBuilder()
    for group in ends.indices {
      if group & RowOrder.checkMask == 0 { try state.check() }
      guard let numbers = values.numbers else {
        builder.append(nil)
        continue
      }
      builder.append(try kernel(numbers, lists.range(of: group), range))
    }
    return .number(builder.finish())
  }
}
