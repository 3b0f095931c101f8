// SPDX-License-Identifier: MIT

import Catalogue

/// The rows that a join looks up.
enum JoinPartners {
  case table(JoinHashTable)
  /// Put aside with their keys, in parts by the hashes of these, where there is no room for them.
  case parted(SpilledGroups)
  /// Gone through for each batch of rows, where there is no room for them and no key parts them.
  case brought(BroughtRows)
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
  private var brought: BroughtRows?

  /// Of a join, with what computes their keys.
  init(_ join: JoinStep, _ evaluator: Evaluator) {
    self.join = join
    self.evaluator = evaluator
    state = evaluator.state
    rows = HeldRows(evaluator.state)
  }

  private var canSpill: Bool { state.memory.spill != nil }

  mutating func add(_ batch: Batch) throws(ExecutionFault) {
    if let parted { return try add(batch, try keys(of: batch), to: parted) }
    if let brought { return try brought.add(batch) }
    guard canSpill else { return try rows.add(batch) }
    if rows.offer(batch, besides: Self.tableBytes) { return }
    let held = rows.batches
    rows.release()
    rows = HeldRows(state)
    guard !join.keys.isEmpty else { return try bring(held) }
    let parted = makeParts()
    for batch in held { try add(batch, try keys(of: batch), to: parted) }
  }

  /// Puts rows aside that are partners of all.
  private mutating func bring(_ batches: [Batch]) throws(ExecutionFault) {
    let brought = BroughtRows(state)
    for batch in batches { try brought.add(batch) }
    self.brought = brought
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
    if let brought {
      brought.settle()
      return .brought(brought)
    }
    let none = Batch(join.right.columns.map { _ in .null(count: 0) }, count: 0)
    try rows.settle()
    let all = try rows.take() ?? none
    let keys = try keys(of: all)
    do throws(ExecutionFault) {
      return .table(try JoinHashTable(all, keys: keys, keepsLeft: join.keepsLeft, state))
    } catch {
      guard case .memoryLimit = error, canSpill, !join.keys.isEmpty else { throw error }
    }
    rows.release()
    let parted = makeParts()
    for start in stride(from: 0, to: all.count, by: Batch.usualCount) {
      let places = start..<min(start + Batch.usualCount, all.count)
      try add(all.slice(places), keys.map { $0.slice(places) }, to: parted)
    }
    return .parted(parted)
  }

  /// Whether parts of a level can be parted again, which helps unless all have one key.
  static func canPart(_ level: Int) -> Bool { level + 1 < levels }

  /// The partners of a part in a table, with the rows that are held for it; nil where there is no
  /// room for them.
  static func table(
    of part: SpilledPart, _ join: JoinStep, _ state: RunState
  ) throws(ExecutionFault) -> (table: JoinHashTable, rows: HeldRows)? {
    var rows = HeldRows(state)
    for block in part.blocks {
      guard rows.offer(try part.read(block, state), besides: tableBytes) else {
        return rows.released()
      }
    }
    try rows.settle()
    let count = join.right.columns.count + join.keys.count
    let none = Batch((0..<count).map { _ in .null(count: 0) }, count: 0)
    let all = try rows.take() ?? none
    do throws(ExecutionFault) {
      return (try table(of: all, join, keepsLeft: join.keepsLeft, state), rows)
    } catch {
      guard case .memoryLimit = error else { throw error }
    }
    return rows.released()
  }

  /// A table of rows that stand with their keys.
  static func table(
    of rows: Batch, _ join: JoinStep, keepsLeft: Bool, _ state: RunState
  ) throws(ExecutionFault) -> JoinHashTable {
    let width = join.right.columns.count
    return try JoinHashTable(
      rows.selecting(Array(0..<width)), keys: join.keys.indices.map { rows[width + $0] },
      keepsLeft: keepsLeft, state)
  }
}

extension HeldRows {
  /// Nothing, for which nothing is held.
  fileprivate mutating func released<Nothing>() -> Nothing? {
    release()
    return nil
  }
}
