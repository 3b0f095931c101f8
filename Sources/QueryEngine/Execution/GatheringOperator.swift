// SPDX-License-Identifier: MIT

import Catalogue

/// What is done with rows that come together in one state before any of them is handed on: a value
/// that runs share.
protocol GatheringOperator: SequentialOperator {
  associatedtype State: GatheringState

  /// Whether it wants every row, also where those after it need no more.
  var seesEveryRow: Bool { get }

  /// The state before any row.
  func makeState() -> State
}

/// What is left of the rows that came.
protocol GatheringState {
  /// Whether further rows can change the result.
  var wantsRows: Bool { get }

  /// Takes the rows of the next batch.
  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault)

  /// The rows, since it was asked last, that no later ones change.
  mutating func ready(in run: GatheringRun) throws(ExecutionFault) -> [Batch]

  /// Hands the others on; no row comes any more.
  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault)
}

// What most states do.
extension GatheringState {
  var wantsRows: Bool { true }

  mutating func ready(in run: GatheringRun) -> [Batch] { [] }
}

/// What is done with all rows part by part: a value that runs and threads share. Any thread makes
/// the state of a part.
protocol PartedOperator: Sendable {
  associatedtype State: PartState

  /// Whether less is left to do when the states of parts are there, so that threads make them.
  var isShared: Bool { get }

  /// How long a row takes that is added.
  var cost: RowCost { get }

  /// The state before any row. That of a part is going to be combined with the one before it.
  func makeState(ofPart isPart: Bool) -> State
}

/// What is left of the rows of a part of the input, which is a run of its batches.
///
/// Whoever has made the states of all parts, and however the input was parted: combined in the
/// order of their rows they are the state of all rows.
protocol PartState: Sendable {
  /// Takes the rows of the next batch.
  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault)

  /// Takes over what is left of the part behind this one.
  mutating func combine(_ later: Self, in run: GatheringRun) throws(ExecutionFault)

  /// Hands on what comes of all rows; none comes any more.
  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault)
}

/// The run in which a state is made, with the memory that is held for it.
final class GatheringRun {
  let state: RunState
  private var memory: HeldMemory
  /// The rows that the state has put aside for which there was no room.
  var spilled: SpilledGroups?
  /// The values that its aggregate calls have put aside, by the numbers of these.
  var aside: [Int: AsideValues] = [:]

  init(_ state: RunState) {
    self.state = state
    memory = HeldMemory(state.memory)
  }

  /// Says how many bytes the state holds.
  func hold(_ bytes: Int) throws(ExecutionFault) { try memory.set(to: bytes) }

  /// Says how many bytes the state holds, if there is room for them; false where there is none.
  func offer(_ bytes: Int) -> Bool { memory.offer(bytes) }

  /// How many bytes there is room for in all, up to as many as matter.
  var room: Int { memory.room(upTo: SpillStore.mostRoom) }

  /// Whether rows may be put aside that there is no room for.
  var canSpill: Bool { memory.spill != nil }

  /// A store for rows that there is no room for, where they may be put aside.
  func makeStore() -> SpillStore {
    guard let space = memory.spill else {
      preconditionFailure("rows are put aside only where they may be")
    }
    return SpillStore(space, room: room)
  }

  /// Notes that what is held can be put aside where others need the room.
  func canYield(_ rows: any YieldingRows) { memory.canYield(rows) }

  /// The state is not there any more.
  func release() { memory.release() }
}

extension GatheringOperator {
  var seesEveryRow: Bool { false }

  func maker(_ run: Executor) -> OperatorMaker {
    { GatheringStage(self, run.state, next: $0) }
  }
}

/// Gathers all rows of a run, and hands on what comes of them.
final class GatheringStage<Work: GatheringOperator>: Operator {
  private let work: Work
  private var gathered: Work.State
  private let run: GatheringRun
  private let next: any Operator

  init(_ work: Work, _ state: RunState, next: any Operator) {
    self.work = work
    gathered = work.makeState()
    run = GatheringRun(state)
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard gathered.wantsRows else { return .enough }
    try gathered.add(batch, in: run)
    for rows in try gathered.ready(in: run) {
      if try next.consume(rows) == .enough, !work.seesEveryRow { return .enough }
    }
    return .more
  }

  func finish() throws(ExecutionFault) {
    try gathered.finish(in: run, to: next)
    gathered = work.makeState()
    run.release()
    try next.finish()
  }
}

extension PartedOperator {
  func stage(_ state: RunState, next: any Operator) -> any Operator {
    PartedStage(self, state, next: next)
  }

  /// The state of a part that is one batch.
  func part(_ batch: Batch, _ state: RunState) throws(ExecutionFault) -> any PartState {
    var part = makeState(ofPart: true)
    try part.add(batch, in: GatheringRun(state))
    return part
  }
}

/// Takes the states of parts besides batches.
protocol PartOperator: Operator {
  func consume(part: any PartState) throws(ExecutionFault) -> Demand
}

/// Combines what comes of all rows of a run, be they batches or the states of parts.
private final class PartedStage<Work: PartedOperator>: PartOperator {
  private let work: Work
  private var whole: Work.State
  private let run: GatheringRun
  private let next: any Operator

  init(_ work: Work, _ state: RunState, next: any Operator) {
    self.work = work
    whole = work.makeState(ofPart: false)
    run = GatheringRun(state)
    self.next = next
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    try whole.add(batch, in: run)
    return .more
  }

  func consume(part: any PartState) throws(ExecutionFault) -> Demand {
    guard let part = part as? Work.State else {
      preconditionFailure("an operator takes the parts that it has made")
    }
    try whole.combine(part, in: run)
    return .more
  }

  func finish() throws(ExecutionFault) {
    try whole.finish(in: run, to: next)
    whole = work.makeState(ofPart: false)
    run.release()
    try next.finish()
  }
}
