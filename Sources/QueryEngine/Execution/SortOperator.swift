// SPDX-License-Identifier: MIT

import Catalogue

/// Orders all rows; ties keep their order.
struct SortOperator: GatheringOperator {
  let order: RowOrdering

  func makeState() -> SortState { SortState(order: order) }
}

/// The rows that are to be ordered, as they came.
struct SortState: GatheringState {
  let order: RowOrdering
  private var rows = RowParts()

  init(order: RowOrdering) { self.order = order }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    rows.add(batch)
    try run.hold(rows.heldBytes)
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    let held = rows.heldBytes
    guard let all = try rows.take(run.state) else { return }
    try run.hold(held + RowOrdering.neededBytes(for: all.count))
    _ = try run.state.pass(all, rows: try order.places(in: all, run.state), to: next)
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

  init(_ count: Int, _ order: RowOrdering) {
    self.count = count
    self.order = order
  }

  var wantsRows: Bool { count > 0 }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    rows.add(bound.map { order.candidates(among: batch, within: $0) } ?? batch)
    try run.hold(rows.heldBytes)
    if rows.count / 4 > max(count, Batch.usualCount) { try cut(in: run) }
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
    guard let all = try rows.take(run.state) else { return }
    let best = try order.places(in: all, run.state).prefix(count)
    _ = try run.state.pass(all, rows: best, to: next)
  }
}

/// The keys of a sort with the columns that they are found in.
struct RowOrdering: Sendable {
  private let keys: [(slot: Int, ordering: SortColumn)]

  init(_ orderings: [SortColumn], in layout: ColumnLayout) {
    keys = orderings.map { (layout.place($0.column), $0) }
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

  /// Where the rows stand, in their order.
  func places(in batch: Batch, _ state: RunState) throws(ExecutionFault) -> [Int] {
    let sortKeys = keys.map { slot, ordering in
      SortKey(
        batch[slot], order: ordering.order, descending: ordering.descending,
        nullsFirst: ordering.nullsFirst, locale: state.locale)
    }
    state.begin(.sorting, rows: batch.count)
    return try RowOrder.permutation(of: sortKeys, count: batch.count) {
      () throws(ExecutionFault) in try state.check()
    }
  }
}
