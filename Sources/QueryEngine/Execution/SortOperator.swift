// SPDX-License-Identifier: MIT

import Catalogue

/// Orders all rows; ties keep their order.
final class SortOperator: Operator {
  private let order: RowOrdering
  private let next: any Operator
  private var rows: HeldRows

  init(_ order: RowOrdering, next: any Operator) {
    self.order = order
    self.next = next
    rows = HeldRows(order.state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try rows.add(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    if let all = try rows.take() {
      try rows.need(RowOrdering.neededBytes(for: all.count))
      _ = try order.state.pass(all, rows: try order.places(in: all), to: next)
    }
    rows.release()
    try next.finish()
  }
}

/// Keeps the first rows of an order without sorting all of them.
///
/// Rows are collected until there are several times as many as are wanted, then cut to those; ties
/// keep their order, because the rows kept stand before all later ones.
final class TopOperator: Operator {
  private let count: Int
  private let order: RowOrdering
  private let next: any Operator
  private var rows: HeldRows
  /// The first key of the last row that is kept, once there are as many as are wanted.
  private var bound: Decimal?

  init(_ count: Int, _ order: RowOrdering, next: any Operator) {
    self.count = count
    self.order = order
    self.next = next
    rows = HeldRows(order.state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard count > 0 else { return .enough }
    try rows.add(bound.map { order.candidates(among: batch, within: $0) } ?? batch)
    if rows.count / 4 > max(count, Batch.usualCount) { try cut() }
    return .more
  }

  private func cut() throws(ExecutionFault) {
    guard let all = try rows.take() else { return }
    let best = try order.places(in: all).prefix(count)
    rows.release()
    if best.count == count, let last = best.last { bound = order.firstNumber(of: last, in: all) }
    _ = try order.state.portions(of: all, rows: best) { portion throws(ExecutionFault) in
      try rows.add(portion)
      return .more
    }
  }

  func finish() throws(ExecutionFault) {
    if let all = try rows.take() {
      _ = try order.state.pass(all, rows: try order.places(in: all).prefix(count), to: next)
    }
    rows.release()
    try next.finish()
  }
}

/// The keys of a sort with the columns that they are found in.
struct RowOrdering {
  private let keys: [(slot: Int, ordering: SortColumn)]
  let state: RunState

  init(_ orderings: [SortColumn], in layout: ColumnLayout, _ state: RunState) {
    keys = orderings.map { (layout.place($0.column), $0) }
    self.state = state
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
  func places(in batch: Batch) throws(ExecutionFault) -> [Int] {
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
