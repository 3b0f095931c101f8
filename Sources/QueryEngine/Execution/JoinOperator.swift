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
  private func partners(_ run: Executor) -> Lazy<JoinPartners> {
    let columns = join.right.columns
    let evaluator = run.evaluator(ColumnLayout(columns: columns))
    return Lazy { () throws(ExecutionFault) in
      var found = PartnerRows(join, evaluator)
      try run.read(right) { batch throws(ExecutionFault) in try found.add(batch) }
      return try found.partners()
    }
  }
}

/// The pairs of a batch that are looked at, and what is known of a row whose pairs are parted.
private final class JoinState: Operator {
  /// How many pairs are looked at together.
  private static let pairsAtOnce = 16_384

  private let join: JoinStep
  private let partners: Lazy<JoinPartners>
  /// Over the rows that look for partners, and over pairs.
  private let leftEvaluator: Evaluator
  private let pairEvaluator: Evaluator
  private let next: any Operator
  /// The row that has met a partner in the pairs before, and has partners still to come.
  private var matched: Int?
  /// The rows that came where their partners are in parts, and how many came.
  private var parted: SpilledGroups?
  private var rowCount = 0
  /// What is found part by part.
  private var found: PartedPairs?

  init(
    _ join: JoinStep, _ partners: Lazy<JoinPartners>, left: Evaluator, pairs: Evaluator,
    next: any Operator
  ) {
    self.join = join
    self.partners = partners
    leftEvaluator = left
    pairEvaluator = pairs.countingNoRows
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    // Whether batches without rows come is a matter of how the list is read.
    guard batch.count > 0 else { return .more }
    // What is wrong with the partners is told first.
    let partners = try partners.get()
    let batch = batch.gathered
    var keys: [Column] = []
    for key in join.keys { keys.append(try leftEvaluator.evaluate(key.left, batch)) }
    switch partners {
    case .table(let table): return try join(batch, keys, with: table)
    case .parted(let partners):
      try putAside(batch, keys, besides: partners)
      return .more
    case .brought(let partners): return try join(batch, with: partners)
    }
  }

  /// Hands on the pairs of some rows.
  private func join(
    _ batch: Batch, _ keys: [Column], with partners: JoinHashTable
  ) throws(ExecutionFault) -> Demand {
    let candidates = try partners.equal(to: keys, count: batch.count)
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
    if let parted { try finishParts(of: parted) }
    try next.finish()
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
    if self.found?.hasPartner != nil {
      for row in kept.left { self.found?.hasPartner?[row] = true }
    } else if join.keepsLeft {
      let open = isOpen ? pairs.rows.last : nil
      let known = matched
      matched = open.flatMap { kept.lastRow == $0 || known == $0 ? $0 : nil }
      kept = kept.completed(with: pairs.rows, partner: partners.count) { row in
        row == open || row == known
      }
    }
    let rows = kept.batch(batch, partners.rows)
    guard let found = self.found else { return try state.pass(rows, to: next) }
    try found.results.add(rows.appending([found.numbers.taking(rows: kept.left)]))
    return .more
  }
}

// Joining part by part.
extension JoinState {
  private var state: RunState { pairEvaluator.state }

  /// Puts rows aside with their keys and numbers, by parts like those of the partners.
  private func putAside(
    _ batch: Batch, _ keys: [Column], besides partners: SpilledGroups
  ) throws(ExecutionFault) {
    let parted = parted ?? SpilledGroups(level: partners.level, in: GatheringRun(state))
    self.parted = parted
    let numbers = Column.numbers(from: rowCount, count: batch.count)
    rowCount += batch.count
    try parted.add(batch.appending(keys + [numbers]), keys: keys, state)
  }

  /// Joins the parts, and hands the pairs on in the order of the rows.
  private func finishParts(of rows: SpilledGroups) throws(ExecutionFault) {
    guard case .parted(let partners) = try partners.get() else {
      preconditionFailure("rows are parted only where their partners are")
    }
    let width = leftEvaluator.layout.columns.count + join.right.columns.count
    let found = PartedPairs(GroupResults(width: width, state))
    (self.found, parted) = (found, nil)
    try join(rows, with: partners, into: found)
    self.found = nil
    try found.results.finish(to: next)
  }

  /// Joins parts of rows with those of their partners.
  private func join(
    _ rows: SpilledGroups, with partners: SpilledGroups, into found: PartedPairs
  ) throws(ExecutionFault) {
    let level = rows.level
    let parts = zip(try rows.finish(state), try partners.finish(state))
    for (part, others) in parts where !part.isEmpty && (join.keepsLeft || !others.isEmpty) {
      try found.results.makeRoom()
      guard let (table, held) = try PartnerRows.table(of: others, join, state) else {
        guard PartnerRows.canPart(level) else {
          try join(part, withPartnersOfOneKey: others, into: found)
          continue
        }
        let width = leftEvaluator.layout.columns.count
        try join(
          try parted(part, level: level + 1, keysAt: width),
          with: try parted(others, level: level + 1, keysAt: join.right.columns.count),
          into: found)
        continue
      }
      for block in part.blocks {
        try join(try part.read(block, state), with: table, into: found)
      }
      var done = held
      done.release()
    }
  }

  /// Joins rows that stand with their keys and numbers.
  private func join(
    _ batch: Batch, with table: JoinHashTable, into found: PartedPairs
  ) throws(ExecutionFault) {
    let (rows, keys, numbers) = taken(apart: batch)
    found.numbers = numbers
    _ = try join(rows, keys, with: table)
  }

  /// Rows that stand with their keys and numbers.
  private func taken(apart batch: Batch) -> (rows: Batch, keys: [Column], numbers: Column) {
    let width = leftEvaluator.layout.columns.count
    let keys = join.keys.indices.map { batch[width + $0] }
    return (batch.selecting(Array(0..<width)).gathered, keys, batch[width + keys.count])
  }

  /// Parts of a part.
  private func parted(
    _ part: SpilledPart, level: Int, keysAt first: Int
  ) throws(ExecutionFault) -> SpilledGroups {
    let parts = SpilledGroups(level: level, in: GatheringRun(state))
    for block in part.blocks {
      let batch = try part.read(block, state)
      try parts.add(batch, keys: join.keys.indices.map { batch[first + $0] }, state)
    }
    return parts
  }
}

// Joining with partners that are never all held.
extension JoinState {
  /// What gives tables of a few partners each, in the order of these.
  private typealias Tables =
    ((JoinHashTable) throws(ExecutionFault) -> Void) throws(ExecutionFault) -> Void

  /// Joins rows with each table of partners. Pairs of a row with a later table are found later, and
  /// sorted by the row.
  private func join(
    _ rows: Batch, _ keys: [Column], withEach tables: Tables, into found: PartedPairs
  ) throws(ExecutionFault) {
    found.hasPartner = Array(repeating: false, count: rows.count)
    try tables { table throws(ExecutionFault) in _ = try join(rows, keys, with: table) }
    let alone = (found.hasPartner ?? []).indices.filter { found.hasPartner?[$0] == false }
    found.hasPartner = nil
    guard join.keepsLeft, !alone.isEmpty else { return }
    let nulls = join.right.columns.map { _ in Column.null(count: alone.count) }
    try found.results.add(
      rows.taking(rows: alone).appending(nulls + [found.numbers.taking(rows: alone)]))
  }

  /// Hands on the pairs of some rows with partners that are gone through for them.
  private func join(
    _ rows: Batch, with partners: BroughtRows
  ) throws(ExecutionFault) -> Demand {
    let width = leftEvaluator.layout.columns.count + join.right.columns.count
    let found = PartedPairs(GroupResults(width: width, state))
    found.numbers = .numbers(from: 0, count: rows.count)
    self.found = found
    try join(
      rows, [],
      withEach: { take throws(ExecutionFault) in
        try partners.forEach { some throws(ExecutionFault) in
          try found.results.makeRoom()
          try take(try JoinHashTable(some, keys: [], keepsLeft: false, self.state))
          return .more
        }
      }, into: found)
    self.found = nil
    return try found.results.finish(to: next)
  }

  /// Joins the rows of a part with partners for which there is no room.
  private func join(
    _ part: SpilledPart, withPartnersOfOneKey others: SpilledPart, into found: PartedPairs
  ) throws(ExecutionFault) {
    for block in part.blocks {
      let (rows, keys, numbers) = taken(apart: try part.read(block, state))
      found.numbers = numbers
      try join(
        rows, keys,
        withEach: { take throws(ExecutionFault) in
          for block in others.blocks {
            try found.results.makeRoom()
            let some = try others.read(block, self.state)
            try self.take(some, asTables: take)
          }
        }, into: found)
    }
  }

  /// Gives a table of partners that stand with their keys, or one of each half where there is no
  /// room for it.
  private func take(
    _ partners: Batch, asTables take: (JoinHashTable) throws(ExecutionFault) -> Void
  ) throws(ExecutionFault) {
    let table: JoinHashTable
    do throws(ExecutionFault) {
      table = try PartnerRows.table(of: partners, join, keepsLeft: false, state)
    } catch {
      guard case .memoryLimit = error, partners.count > 1 else { throw error }
      let middle = partners.count / 2
      try self.take(partners.slice(0..<middle), asTables: take)
      return try self.take(partners.slice(middle..<partners.count), asTables: take)
    }
    try take(table)
  }
}

/// The pairs that are found part by part.
private final class PartedPairs {
  var results: GroupResults
  /// The numbers of the rows that are looked at.
  var numbers = Column.null(count: 0)
  /// Which of them have met a partner, where they are joined with one table after another.
  var hasPartner: [Bool]?

  init(_ results: GroupResults) { self.results = results }
}

/// Rows and their possible partners, pair by pair.
private struct Pairs {
  /// The rows that have been added, with partners or without.
  private(set) var rows: [Int] = []
  private(set) var left: [Int] = []
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
