// SPDX-License-Identifier: MIT

import Catalogue

/// The rows that a join looks up.
enum JoinPartners {
  case table(JoinHashTable)
  /// Put aside with their keys, in parts by the hashes of these, where there is no room for them.
  case parted(SpilledGroups)
}

/// The partners of a join as they come.
struct PartnerRows {
  /// About how many bytes a row takes in the table, besides its values.
  private static let tableBytes = 96
  /// So often rows are parted at most.
  private static let levels = SpilledGroups.levels(gathering: true)

  private let join: JoinStep
  private let evaluator: Evaluator
  private let state: RunState
  private var rows: HeldRows
  private var parted: SpilledGroups?

  /// Of a join, with what computes their keys.
  init(_ join: JoinStep, _ evaluator: Evaluator) {
    self.join = join
    self.evaluator = evaluator
    state = evaluator.state
    rows = HeldRows(evaluator.state)
  }

  /// Whether rows can be put aside: those without keys are partners of all.
  private var canPart: Bool { !join.keys.isEmpty && state.memory.spill != nil }

  mutating func add(_ batch: Batch) throws(ExecutionFault) {
    if let parted { return try add(batch, try keys(of: batch), to: parted) }
    guard canPart else { return try rows.add(batch) }
    if rows.offer(batch, besides: Self.tableBytes) { return }
    let held = rows.batches
    rows.release()
    let parted = makeParts()
    for batch in held { try add(batch, try keys(of: batch), to: parted) }
  }

  private func add(
    _ batch: Batch, _ keys: [Column], to parted: SpilledGroups
  ) throws(ExecutionFault) {
    try parted.add(batch.gathered.appending(keys), keys: keys, state)
  }

  /// Parts for all rows that come.
  private mutating func makeParts() -> SpilledGroups {
    let made = SpilledGroups(level: 0, in: GatheringRun(state))
    parted = made
    return made
  }

  private func keys(of batch: Batch) throws(ExecutionFault) -> [Column] {
    var keys: [Column] = []
    for key in join.keys { keys.append(try evaluator.evaluate(key.right, batch)) }
    return keys
  }

  /// All partners; no row comes any more.
  mutating func partners() throws(ExecutionFault) -> JoinPartners {
    if let parted { return .parted(parted) }
    let none = Batch(join.right.columns.map { _ in .null(count: 0) }, count: 0)
    try rows.settle()
    let all = try rows.take() ?? none
    let keys = try keys(of: all)
    do throws(ExecutionFault) {
      return .table(try JoinHashTable(all, keys: keys, keepsLeft: join.keepsLeft, state))
    } catch {
      guard case .memoryLimit = error, canPart else { throw error }
    }
    rows.release()
    let parted = makeParts()
    for start in stride(from: 0, to: all.count, by: Batch.usualCount) {
      let places = start..<min(start + Batch.usualCount, all.count)
      try add(all.slice(places), keys.map { $0.slice(places) }, to: parted)
    }
    return .parted(parted)
  }

  /// The partners of a part in a table, with the rows that are held for it; nil where there is no
  /// room for them, and they can be parted again.
  static func table(
    of part: SpilledPart, level: Int, _ join: JoinStep, _ state: RunState
  ) throws(ExecutionFault) -> (table: JoinHashTable, rows: HeldRows)? {
    let width = join.right.columns.count
    let isLast = level + 1 >= levels
    var rows = HeldRows(state)
    for block in part.blocks {
      if rows.offer(try part.read(block, state), besides: tableBytes) { continue }
      if !isLast { return rows.released() }
      try rows.settle()
    }
    try rows.settle()
    let none = Batch((0..<width + join.keys.count).map { _ in .null(count: 0) }, count: 0)
    let all = try rows.take() ?? none
    let keys = join.keys.indices.map { all[width + $0] }
    do throws(ExecutionFault) {
      let table = try JoinHashTable(
        all.selecting(Array(0..<width)), keys: keys, keepsLeft: join.keepsLeft, state)
      return (table, rows)
    } catch {
      guard case .memoryLimit = error, !isLast else { throw error }
    }
    return rows.released()
  }
}

extension HeldRows {
  /// Nothing, for which nothing is held.
  fileprivate mutating func released<Nothing>() -> Nothing? {
    release()
    return nil
  }
}
