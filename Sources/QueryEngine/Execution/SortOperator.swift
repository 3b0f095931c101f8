// SPDX-License-Identifier: MIT

import Catalogue

/// Rows that an operator holds back until it has all of them.
struct HeldRows {
  private var batches: [Batch] = []

  mutating func add(_ batch: Batch) {
    if batch.count > 0 { batches.append(batch) }
  }

  /// All rows as one batch; nil when there are none. Nothing is held afterwards.
  mutating func take() -> Batch? {
    defer { batches = [] }
    return batches.first.map { Batch.concatenated(batches, columnCount: $0.columns.count) }
  }
}

/// Orders all rows; ties keep their order.
final class SortOperator: Operator {
  private let order: RowOrdering
  private let next: any Operator
  private var rows = HeldRows()

  init(_ order: RowOrdering, next: any Operator) {
    self.order = order
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    rows.add(batch)
    return .more
  }

  func finish() throws(ExecutionFault) {
    if let all = rows.take() { _ = try next.consume(try order.sorted(all)) }
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
  private var batches: [Batch] = []
  private var held = 0

  init(_ count: Int, _ order: RowOrdering, next: any Operator) {
    self.count = count
    self.order = order
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard count > 0 else { return .enough }
    guard batch.count > 0 else { return .more }
    batches.append(batch)
    held += batch.count
    if held / 4 > max(count, Batch.usualCount) { try cut() }
    return .more
  }

  private func cut() throws(ExecutionFault) {
    guard let first = batches.first else { return }
    let all = Batch.concatenated(batches, columnCount: first.columns.count)
    let best = try order.sorted(all, first: count)
    batches = [best]
    held = best.count
  }

  func finish() throws(ExecutionFault) {
    try cut()
    if let best = batches.first { _ = try next.consume(best) }
    try next.finish()
  }
}

/// The keys of a sort with the columns that they are found in.
struct RowOrdering {
  let keys: [(slot: Int, ordering: Ordering)]
  let state: RunState

  /// The rows in order; only so many of the first as are wanted.
  func sorted(_ batch: Batch, first: Int? = nil) throws(ExecutionFault) -> Batch {
    let sortKeys = keys.map { slot, ordering in
      SortKey(
        batch.columns[slot], order: ordering.order, descending: ordering.descending,
        nullsFirst: ordering.nullsFirst, locale: state.locale)
    }
    let rows = RowOrder.permutation(
      of: sortKeys, count: batch.count, isCancelled: state.isCancelled)
    try state.checkCancelled()
    return batch.gathered(first.map { Array(rows.prefix($0)) } ?? rows)
  }
}
