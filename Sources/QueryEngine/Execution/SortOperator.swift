// SPDX-License-Identifier: MIT

import Catalogue

/// Orders all rows; ties keep their order.
struct SortOperator: GatheringOperator {
  let order: RowOrdering

  func makeState() -> SortState { SortState(order: order) }
}

/// The rows that are to be ordered.
struct SortState: GatheringState {
  private var rows: RowSorter

  init(order: RowOrdering) { rows = RowSorter(order) }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    try rows.add(batch, in: run)
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    try rows.finish(in: run) { rows throws(ExecutionFault) in try next.consume(rows) }
  }
}

/// Keeps the first rows of an order without sorting all of them.
struct TopOperator: GatheringOperator {
  let count: Int
  let order: RowOrdering
  /// In what rows are equal where it is told that the end parts such; nil where it is not.
  var ties: String?

  func makeState() -> TopState { TopState(count, order, ties) }
}

/// The rows that may be among the first of an order.
///
/// Rows are collected until there are several times as many as are wanted, then cut to those and
/// one more, which tells whether the end parts equal rows; ties keep their order, because the rows
/// kept stand before all later ones.
struct TopState: GatheringState {
  private let count: Int
  private let order: RowOrdering
  private let ties: String?
  private var rows = RowParts()
  /// The first key of the last row that is kept, once there are as many as are wanted.
  private var bound: Decimal?
  /// Takes all rows once so many are wanted that there is no room for them.
  private var sorter: RowSorter?

  init(_ count: Int, _ order: RowOrdering, _ ties: String?) {
    self.count = count
    self.order = order
    self.ties = ties
  }

  /// How many rows are kept.
  private var keptCount: Int { ties == nil || count == .max ? count : count + 1 }

  var wantsRows: Bool { count > 0 }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    let candidates = bound.map { order.candidates(among: batch, within: $0) } ?? batch
    if var sorter {
      self.sorter = nil
      try sorter.add(candidates, in: run)
      self.sorter = sorter
      return
    }
    rows.add(candidates)
    guard try holds(in: run) else { return }
    if rows.count / 4 > max(count, Batch.usualCount) { try cut(in: run) }
  }

  /// Whether there is room for the rows; where there is none, all are sorted.
  private mutating func holds(in run: GatheringRun) throws(ExecutionFault) -> Bool {
    if run.offer(rows.heldBytes) { return true }
    var sorter = RowSorter(order)
    guard sorter.canSpill(in: run) else {
      try run.hold(rows.heldBytes)
      return true
    }
    for batch in rows.batches { try sorter.add(batch, in: run) }
    (rows, self.sorter) = (RowParts(), sorter)
    return false
  }

  private mutating func cut(in run: GatheringRun) throws(ExecutionFault) {
    guard let all = try rows.take(run.state) else { return }
    let best = try order.places(in: all, run.state).prefix(keptCount)
    if best.count >= count { bound = order.firstNumber(of: best[count - 1], in: all) }
    try run.hold(0)
    _ = try run.state.portions(of: all, rows: best) { portion throws(ExecutionFault) in
      rows.add(portion)
      try run.hold(rows.heldBytes)
      return .more
    }
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    if var sorter {
      self.sorter = nil
      try finish(sorter: &sorter, in: run, to: next)
      return
    }
    let held = rows.heldBytes
    guard let all = try rows.take(run.state) else { return }
    let places = try order.places(in: all, run.state).prefix(keptCount)
    let end = makeEnd(run.state, next)
    try run.handOn(all, at: places, bytes: held) { rows throws(ExecutionFault) in
      try end.consume(rows)
    }
  }

  private func finish(
    sorter: inout RowSorter, in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    let end = makeEnd(run.state, next)
    try sorter.finish(in: run) { rows throws(ExecutionFault) in try end.consume(rows) }
  }

  /// Lets as many rows pass as are wanted.
  private func makeEnd(_ state: RunState, _ next: any Operator) -> any Operator {
    let end = ties.map { LimitOperator.End(order: order, ties: $0, looksOn: true) }
    return LimitOperator(skipped: 0, kept: count, end: end).state(state, next: next)
  }
}

/// The keys of a sort with the columns that they are found in.
struct RowOrdering: Sendable {
  private let keys: [(slot: Int, ordering: SortColumn)]
  /// Whether rows that are sorted apart from each other stand in one order: those by texts may not.
  let isOneOrder: Bool

  init(_ orderings: [SortColumn], in layout: ColumnLayout) {
    keys = orderings.map { (layout.place($0.column), $0) }
    isOneOrder = false
  }

  /// The order of numbers in some columns.
  init(slots: [Int]) {
    keys = slots.map { slot in
      let ordering = SortColumn(
        column: ColumnID(number: slot), order: .natural, descending: false, nullsFirst: false)
      return (slot, ordering)
    }
    isOneOrder = true
  }

  /// About how many bytes are needed to order so many rows: a rank, a place and one to move it to.
  static func neededBytes(for rows: Int) -> Int { rows * 3 * MemoryLayout<Int>.stride }

  /// The first key of a row where it is a number; nil where it is none, or null.
  func firstNumber(of row: Int, in batch: Batch) -> Decimal? {
    guard let (slot, _) = keys.first, case .number(let numbers) = batch[slot] else { return nil }
    return numbers.decimal(at: row)
  }

  /// The rows that can stand before or beside one with a first key, by that key alone.
  func candidates(among batch: Batch, within bound: Decimal) -> Batch {
    guard let (slot, ordering) = keys.first else { return batch }
    let column = batch[slot]
    guard
      let near = column.compare(ordering.descending ? .greaterOrEqual : .lessOrEqual, with: bound)
    else { return batch }
    guard ordering.nullsFirst, let validity = column.validity else { return batch.filtered(near) }
    return batch.filtered(near | ~validity)
  }

  /// The keys of some rows.
  func keys(of batch: Batch, _ locale: TextLocale) -> [SortKey] {
    keys.map { slot, ordering in Self.key(batch[slot], ordering, locale) }
  }

  private static func key(
    _ column: Column, _ ordering: SortColumn, _ locale: TextLocale
  ) -> SortKey {
    SortKey(
      column, order: ordering.order, descending: ordering.descending,
      nullsFirst: ordering.nullsFirst, locale: locale)
  }

  /// Whether two rows, each alone in its batch, are equal in all keys.
  func areEqual(_ first: Batch, _ second: Batch, _ locale: TextLocale) -> Bool {
    keys.allSatisfy { slot, ordering in
      let pair = Column.concatenated([first[slot], second[slot]])
      let ranks = RowOrder.ranks(Self.key(pair, ordering, locale)) {}
      return ranks[0] == ranks[1]
    }
  }

  /// Where the rows stand, in their order.
  func places(in batch: Batch, _ state: RunState) throws(ExecutionFault) -> [Int] {
    state.begin(.sorting, rows: batch.count)
    return try RowOrder.permutation(of: keys(of: batch, state.locale), count: batch.count) {
      () throws(ExecutionFault) in try state.check()
    }
  }
}
