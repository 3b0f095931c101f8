// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// Computes functions of the rows: while they pass where no later row matters, else when all are
/// there.
struct RowFunctionOperator: GatheringOperator {
  /// Each with the slot of its input.
  let calls: [(call: RowFunctionCall, slot: Int?)]
  let needsAllRows: Bool

  func makeState() -> RowFunctionState { RowFunctionState(self) }
}

/// What is known of the rows that have passed, and those that are held.
struct RowFunctionState: GatheringState {
  private let work: RowFunctionOperator
  private var held = RowParts()
  private var passed: [Batch] = []
  /// How many rows have come.
  private var count = 0
  /// For each call the last value that came, which is a column of one row; nil before any.
  private var last: [Column?]

  init(_ work: RowFunctionOperator) {
    self.work = work
    last = work.calls.map { _ in nil }
  }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    guard batch.count > 0 else { return }
    if work.needsAllRows {
      held.add(batch)
      try run.hold(held.heldBytes)
    } else {
      passed.append(try extended(batch.gathered, run.state))
    }
  }

  mutating func ready(in run: GatheringRun) -> [Batch] {
    defer { passed = [] }
    return passed
  }

  mutating func finish(in run: GatheringRun, to next: any Operator) throws(ExecutionFault) {
    guard let all = try held.take(run.state) else { return }
    _ = try run.state.pass(try extended(all, run.state), to: next)
  }

  /// Some rows with the columns of all calls.
  private mutating func extended(
    _ batch: Batch, _ state: RunState
  ) throws(ExecutionFault) -> Batch {
    var columns: [Column] = []
    for (index, (call, slot)) in work.calls.enumerated() {
      let input = slot.map { batch[$0] } ?? .null(count: batch.count)
      columns.append(try column(index, call, input, state))
    }
    count += batch.count
    return batch.appending(columns)
  }

  private mutating func column(
    _ index: Int, _ call: RowFunctionCall, _ input: Column, _ state: RunState
  ) throws(ExecutionFault) -> Column {
    switch call.function.word {
    case .rowNumber: .numbers(from: count + 1, count: input.count)
    case .rank: try Self.ranks(input, call, state)
    case .share: Self.shares(input, call.function.name, state)
    case .fill: filled(input, index)
    case .previous: shifted(input, index)
    default: preconditionFailure("a function of the rows is computed here")
    }
  }

  /// The first place that each value has when all are in order.
  private static func ranks(
    _ input: Column, _ call: RowFunctionCall, _ state: RunState
  ) throws(ExecutionFault) -> Column {
    let key = SortKey(
      input, order: call.order, descending: call.descending, locale: state.locale)
    let ranks = try RowOrder.ranks(key, checking: state.check)
    let rows = try RowOrder.permutation(of: [key], count: input.count, checking: state.check)
    var places = [Int64](repeating: 0, count: rows.count)
    for (place, row) in rows.enumerated() {
      let isEqual = place > 0 && ranks[rows[place - 1]] == ranks[row]
      places[row] = isEqual ? places[rows[place - 1]] : Int64(place + 1)
    }
    return .number(NumberColumn(places))
  }

  /// To so many places, so that it may be calculated on with.
  private static let placesOfShare = 20

  /// Null where the sum is zero, or has more digits before its point than can be held. Digits of it
  /// beyond those are of no account for a share.
  private static func shares(_ input: Column, _ name: String, _ state: RunState) -> Column {
    guard let numbers = input.numbers else { return .null(count: input.count) }
    var sum = ExactSum()
    for row in 0..<numbers.count { if let number = numbers.decimal(at: row) { sum.add(number) } }
    let total = sum.mean(of: 1)
    let shares = Column.number(
      numbers.mapped { number in
        total.flatMap { Decimal.quotient(number, $0) }?.rounded(places: placesOfShare)
      })
    state.countMissing(name, FunctionKernel.gaps(shares, [input]))
    return shares
  }

  private mutating func filled(_ input: Column, _ index: Int) -> Column {
    let before = last[index]
    let all = before.map { Column.concatenated([$0, input]) } ?? input
    let offset = before == nil ? 0 : 1
    var known: Int? = before.flatMap { $0.isNull(at: 0) ? nil : 0 }
    let rows = (0..<input.count).map { row in
      if !input.isNull(at: row) { known = row + offset }
      return known ?? row + offset
    }
    let filled = all.taking(rows: rows)
    last[index] = filled.taking(rows: [filled.count - 1])
    return filled
  }

  private mutating func shifted(_ input: Column, _ index: Int) -> Column {
    let before = last[index]
    last[index] = input.taking(rows: [input.count - 1])
    let rows = [0] + (0..<input.count - 1).map { $0 + (before == nil ? 0 : 1) }
    if let before {
      return Column.concatenated([before, input]).taking(rows: [0] + rows.dropFirst())
    }
    return input.taking(rows: rows).masked(by: Bitmap(count: input.count) { $0 > 0 })
  }
}
