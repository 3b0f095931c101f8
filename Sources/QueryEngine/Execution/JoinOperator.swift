// SPDX-License-Identifier: MIT

import Catalogue

/// Puts each row beside its partners, in the order of the rows and for each of them in the order of
/// the partners.
struct JoinOperator: SequentialOperator {
  private let join: JoinStep
  private let right: PhysicalPlan
  private let left: ColumnLayout
  private let pairs: ColumnLayout

  init(_ join: JoinStep, _ input: ColumnLayout) {
    self.join = join
    right = PhysicalPlan(join.right)
    left = input
    pairs = ColumnLayout(
      columns: input.columns + join.right.columns + join.helpers.map(\.id))
  }

  var inputs: [PhysicalPlan] { [right] }

  func maker(_ run: Executor) -> OperatorMaker {
    let partners = partners(run)
    return {
      JoinState(join, partners, left: run.evaluator(left), pairs: run.evaluator(pairs), next: $0)
    }
  }

  /// The rows of the other relation by their keys, read when the first row asks.
  private func partners(_ run: Executor) -> Lazy<JoinHashTable> {
    let columns = join.right.columns
    let evaluator = run.evaluator(ColumnLayout(columns: columns))
    return Lazy { () throws(ExecutionFault) in
      var rows = HeldRows(run.state)
      try run.read(right) { batch throws(ExecutionFault) in try rows.add(batch) }
      let none = Batch(columns.map { _ in .null(count: 0) }, count: 0)
      let all = try rows.take() ?? none
      var keys: [Column] = []
      for key in join.keys { keys.append(try evaluator.evaluate(key.right, all)) }
      return try JoinHashTable(all, keys: keys, keepsLeft: join.keepsLeft, run.state)
    }
  }
}

/// The pairs of a batch that are looked at, and what is known of a row whose pairs are parted.
private final class JoinState: Operator {
  /// How many pairs are looked at together.
  private static let pairsAtOnce = 16_384

  private let join: JoinStep
  private let partners: Lazy<JoinHashTable>
  /// Over the rows that look for partners, and over pairs.
  private let leftEvaluator: Evaluator
  private let pairEvaluator: Evaluator
  private let next: any Operator
  /// The row that has met a partner in the pairs before, and has partners still to come.
  private var matched: Int?

  init(
    _ join: JoinStep, _ partners: Lazy<JoinHashTable>, left: Evaluator, pairs: Evaluator,
    next: any Operator
  ) {
    self.join = join
    self.partners = partners
    leftEvaluator = left
    pairEvaluator = pairs.countingNoRows
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    let partners = try partners.get()
    let batch = batch.gathered
    let candidates = try candidates(of: batch, partners)
    var pairs = Pairs()
    for row in 0..<batch.count {
      var rest = partners[candidates[row]]
      while pairs.count + rest.count > Self.pairsAtOnce {
        let room = max(Self.pairsAtOnce - pairs.count, 0)
        pairs.add(row, rest.prefix(room))
        rest = rest.dropFirst(room)
        if try pass(pairs, of: batch, partners, isOpen: true) == .enough { return .enough }
        pairs = Pairs()
      }
      pairs.add(row, rest)
    }
    return try pass(pairs, of: batch, partners, isOpen: false)
  }

  func finish() throws(ExecutionFault) {
    // Where no row came, the checks among the partners have not run.
    if join.right.hasChecks { _ = try partners.get() }
    try next.finish()
  }

  /// For each row where the partners are whose keys are equal to its own.
  private func candidates(
    of batch: Batch, _ partners: JoinHashTable
  ) throws(ExecutionFault) -> [Range<Int>] {
    var keys: [Column] = []
    for key in join.keys { keys.append(try leftEvaluator.evaluate(key.left, batch)) }
    return try partners.equal(to: keys, count: batch.count)
  }

  /// Hands on the pairs for which the rest of the condition holds. Of the last row of open pairs
  /// further ones follow.
  private func pass(
    _ pairs: Pairs, of batch: Batch, _ partners: JoinHashTable, isOpen: Bool
  ) throws(ExecutionFault) -> Demand {
    let state = pairEvaluator.state
    try state.check()
    guard !pairs.rows.isEmpty else { return .more }
    var kept = pairs
    if let rest = join.rest {
      var both = pairs.batch(batch, partners.rows)
      for helper in join.helpers {
        both = both.appending([try pairEvaluator.evaluate(helper.expression, both)])
      }
      kept = pairs.filtered(try pairEvaluator.condition(rest, both))
    }
    if join.keepsLeft {
      let open = isOpen ? pairs.rows.last : nil
      let known = matched
      matched = open.flatMap { kept.lastRow == $0 || known == $0 ? $0 : nil }
      kept = kept.completed(with: pairs.rows, partner: partners.count) { row in
        row == open || row == known
      }
    }
    return try state.pass(kept.batch(batch, partners.rows), to: next)
  }
}

/// Rows and their possible partners, pair by pair.
private struct Pairs {
  /// The rows that have been added, with partners or without.
  private(set) var rows: [Int] = []
  private var left: [Int] = []
  private var right: [Int] = []

  /// How many pairs there are, and rows without any.
  var count: Int { max(left.count, rows.count) }

  /// The last row that has a partner.
  var lastRow: Int? { left.last }

  mutating func add(_ row: Int, _ partners: ArraySlice<Int>) {
    rows.append(row)
    left += repeatElement(row, count: partners.count)
    right += partners
  }

  func filtered(_ bits: Bitmap) -> Pairs {
    var kept = Pairs()
    for index in bits.indices {
      kept.left.append(left[index])
      kept.right.append(right[index])
    }
    return kept
  }

  /// The pairs, and for each row that is in none a pair with a certain partner, but for those that
  /// need none.
  func completed(with rows: [Int], partner: Int, unless needsNone: (Int) -> Bool) -> Pairs {
    var all = Pairs()
    var index = 0
    for row in rows {
      let start = index
      while index < left.count, left[index] == row { index += 1 }
      if index == start, needsNone(row) { continue }
      if index == start {
        all.left.append(row)
        all.right.append(partner)
      } else {
        all.left += left[start..<index]
        all.right += right[start..<index]
      }
    }
    return all
  }

  func batch(_ rows: Batch, _ partners: Batch) -> Batch {
    rows.taking(rows: left).appending(partners.taking(rows: right).columns)
  }
}
