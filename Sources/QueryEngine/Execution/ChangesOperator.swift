// SPDX-License-Identifier: MIT

import Catalogue

/// Compares the rows that it takes with those of another plan, by their keys.
///
/// What went or changed comes in the order of the old rows, then what is new in that of the new
/// ones. Where there is no room for both sides they are parted by the hashes of the keys, and
/// compared part by part.
struct ChangesOperator: SequentialOperator {
  let step: ChangesStep
  let input: ColumnLayout
  let other: ColumnLayout
  private let new: PhysicalPlan

  init(_ step: ChangesStep, _ input: ColumnLayout) {
    self.step = step
    self.input = input
    other = ColumnLayout(columns: step.new.columns)
    new = PhysicalPlan(step.new)
  }

  var inputs: [PhysicalPlan] { [new] }

  func maker(_ run: Executor) -> OperatorMaker {
    { ChangesState(self, run, self.new, next: $0) }
  }

  /// The keys and the fields of some rows, with the types that both sides have.
  func arranged(
    _ batch: Batch, _ layout: ColumnLayout, _ side: KeyPath<UnionColumn, UnionColumn.Part?>
  ) -> Batch {
    let columns = step.columns.map { column -> Column in
      guard let part = column[keyPath: side], let type = part.type else {
        return .null(count: batch.count)
      }
      return batch[layout.place(part.id)].fitted(from: type, to: column.type)
    }
    return Batch(columns, count: batch.count)
  }
}

extension Provenance.Reading {
  /// Whether it is a list as it was read before.
  fileprivate var isOfReading: Bool { if case .reading = copy { true } else { false } }
}

/// The rows of both sides until the last has come.
private final class ChangesState: Operator {
  private let changes: ChangesOperator
  private let run: Executor
  private let plan: PhysicalPlan
  private let next: any Operator
  private var old: ComparedRows
  private var new: ComparedRows

  init(
    _ changes: ChangesOperator, _ run: Executor, _ plan: PhysicalPlan, next: any Operator
  ) {
    self.changes = changes
    self.run = run
    self.plan = plan
    self.next = next
    let keys = changes.step.keys.count
    old = ComparedRows(keyCount: keys, run.state)
    new = ComparedRows(keyCount: keys, run.state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try old.add(changes.arranged(batch.gathered, changes.input, \.left))
    return .more
  }

  func finish() throws(ExecutionFault) {
    try run.read(plan) { batch throws(ExecutionFault) in
      try self.new.add(
        self.changes.arranged(batch.gathered, self.changes.other, \.right))
    }
    if let partial = run.state.report.provenance.firstIncomplete {
      if partial.tellsOfInterruption { throw .cancelled }
      run.state.report.isNewSideRefused = !partial.isOfReading
      throw .partial(partial)
    }
    var comparison = ChangeComparison(changes.step, oldCount: old.count, run.state)
    if old.isParted || new.isParted {
      try compare(try old.parts(), try new.parts(), level: 0, &comparison)
    } else {
      let held = (try old.take(), try new.take())
      try comparison.compare(held.0, held.1)
    }
    old.release()
    new.release()
    try comparison.finish(run.hide, to: next)
    try next.finish()
  }

  private func compare(
    _ old: [SpilledPart], _ new: [SpilledPart], level: Int, _ comparison: inout ChangeComparison
  ) throws(ExecutionFault) {
    for (one, other) in zip(old, new) where !one.isEmpty || !other.isEmpty {
      try comparison.makeRoom()
      let isLast = level + 1 >= SpilledGroups.levels(gathering: true)
      var sides = (
        ComparedRows(keyCount: changes.step.keys.count, level: level + 1, run.state),
        ComparedRows(keyCount: changes.step.keys.count, level: level + 1, run.state)
      )
      try sides.0.add(one, canPart: !isLast)
      try sides.1.add(other, canPart: !isLast)
      if sides.0.isParted || sides.1.isParted {
        try compare(try sides.0.parts(), try sides.1.parts(), level: level + 1, &comparison)
      } else {
        try comparison.compare(try sides.0.take(), try sides.1.take())
      }
      sides.0.release()
      sides.1.release()
    }
  }
}

/// The rows of a side, with their numbers behind their columns: in memory, or put aside in parts
/// where there is no room for them.
private struct ComparedRows {
  /// About how many bytes a row takes while it is compared, besides its values.
  private static let rowBytes = 128

  private let keyCount: Int
  private let level: Int
  private let state: RunState
  private var rows: HeldRows
  private var parted: SpilledGroups?
  private(set) var count = 0

  init(keyCount: Int, level: Int = 0, _ state: RunState) {
    self.keyCount = keyCount
    self.level = level
    self.state = state
    rows = HeldRows(state)
  }

  var isParted: Bool { parted != nil }

  /// Adds rows that came.
  mutating func add(_ batch: Batch) throws(ExecutionFault) {
    guard batch.count > 0 else { return }
    let numbers = Column.numbers(from: count, count: batch.count)
    count += batch.count
    try add(numbered: batch.appending([numbers]), canPart: true)
  }

  /// Adds rows that were put aside.
  mutating func add(_ part: SpilledPart, canPart: Bool) throws(ExecutionFault) {
    for block in part.blocks { try add(numbered: try part.read(block, state), canPart: canPart) }
  }

  private mutating func add(numbered batch: Batch, canPart: Bool) throws(ExecutionFault) {
    if let parted { return try add(batch, to: parted) }
    if rows.offer(batch, besides: Self.rowBytes) { return }
    guard canPart, state.memory.spill != nil else { return try rows.settle() }
    try part()
  }

  /// Puts all rows aside.
  private mutating func part() throws(ExecutionFault) {
    let held = rows.batches
    rows.release()
    rows = HeldRows(state)
    let made = SpilledGroups(level: level, in: GatheringRun(state))
    parted = made
    for batch in held { try add(batch, to: made) }
  }

  private func add(_ batch: Batch, to parted: SpilledGroups) throws(ExecutionFault) {
    try parted.add(batch, keys: (0..<keyCount).map { batch[$0] }, state)
  }

  /// The rows in parts; none comes any more.
  mutating func parts() throws(ExecutionFault) -> [SpilledPart] {
    if parted == nil { try part() }
    return try parted?.finish(state) ?? []
  }

  /// All rows; nil where there are none.
  mutating func take() throws(ExecutionFault) -> Batch? { try rows.take() }

  mutating func release() { rows.release() }
}
