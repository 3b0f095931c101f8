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

  func makeState() -> TopState { TopState(count, order) }
}

/// The rows that may be among the first of an order.
///
/// Rows are collected until there are several times as many as are wanted, then cut to those; ties
/// keep their order, because the rows kept stand before all later ones.
struct TopState: GatheringState {
  private let count: Int
  private let order: RowOrdering
  private var rows = RowParts()
  /// The first key of the last row that is kept, once there are as many as are wanted.
  private var bound: Decimal?
  /// Takes all rows once so many are wanted that there is no room for them.
  private var sorter: RowSorter?

  init(_ count: Int, _ order: RowOrdering) {
    self.count = count
    self.order = order
  }

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
    let best = try order.places(in: all, run.state).prefix(count)
    if best.count == count, let last = best.last { bound = order.firstNumber(of: last, in: all) }
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
      var left = count
      try sorter.finish(in: run) { rows throws(ExecutionFault) in
        defer { left -= rows.count }
        if rows.count < left { return try next.consume(rows) }
        _ = try next.consume(rows.slice(0..<left))
        return .enough
      }
      return
    }
    let held = rows.heldBytes
    guard let all = try rows.take(run.state) else { return }
    let best = try order.places(in: all, run.state).prefix(count)
    try run.handOn(all, at: best, bytes: held) { rows throws(ExecutionFault) in
      try next.consume(rows)
    }
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
    keys.map { slot, ordering in
      SortKey(
        batch[slot], order: ordering.order, descending: ordering.descending,
        nullsFirst: ordering.nullsFirst, locale: locale)
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
