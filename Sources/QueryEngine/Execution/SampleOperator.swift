// SPDX-License-Identifier: MIT

import Catalogue

/// Chooses rows while they pass, without knowing how many there will be: algorithm R of J. S.
/// Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11, 1985.
struct SampleOperator: GatheringOperator {
  let count: Int
  /// What the choice follows from; nil where every run chooses anew.
  let seed: UInt64?

  func makeState() -> SampleState { SampleState(self) }
}

/// The rows that are chosen now.
///
/// Each row takes the place of a chosen one, or of none, with the chance at which it is in a sample
/// of all rows so far. Rows that have lost their place are let go when as many of them are held as
/// are wanted.
struct SampleState: GatheringState {
  private let work: SampleOperator
  /// Nil before the first row.
  private var random: RandomNumbers?
  /// How many rows have passed.
  private var seen = 0
  /// The numbers of the rows that are chosen now, in no order.
  private var chosen: [Int] = []
  private var held = RowParts()
  /// Takes all rows once there is no room for them.
  private var aside: BroughtRows?
  /// The numbers of the rows that are held or aside, in order.
  private var numbers: [Int] = []

  init(_ work: SampleOperator) { self.work = work }

  var wantsRows: Bool { work.count > 0 }

  mutating func add(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    var random = random ?? RandomNumbers(seed: work.seed ?? run.state.randomSeed())
    let taken = (0..<batch.count).filter { choose(seen + $0, &random) }
    self.random = random
    numbers += taken.map { seen + $0 }
    seen += batch.count
    if !taken.isEmpty { try hold(batch.taking(rows: taken), in: run) }
    if aside == nil, numbers.count / 2 > max(work.count, Batch.usualCount) { try letGo(in: run) }
  }

  private mutating func hold(_ batch: Batch, in run: GatheringRun) throws(ExecutionFault) {
    if let aside { return try aside.add(batch) }
    held.add(batch)
    if run.offer(held.heldBytes) { return }
    guard run.canSpill else { return try run.hold(held.heldBytes) }
    run.release()
    let aside = BroughtRows(run.state)
    self.aside = aside
    for batch in held.batches { try aside.add(batch) }
    held = RowParts()
  }

  /// Whether a row is chosen, be it until a later one takes its place.
  private mutating func choose(_ number: Int, _ random: inout RandomNumbers) -> Bool {
    guard chosen.count == work.count else {
      chosen.append(number)
      return true
    }
    let place = random.next(below: number + 1)
    guard place < work.count else { return false }
    chosen[place] = number
    return true
  }

  /// The places of the chosen rows among those that are held.
  private var places: [Int] {
    let chosen = Set(chosen)
    return numbers.indices.filter { chosen.contains(numbers[$0]) }
  }

  private mutating func letGo(in run: GatheringRun) throws(ExecutionFault) {
    guard let all = try held.take(run.state) else { return }
    let kept = places
    numbers = kept.map { numbers[$0] }
    try run.hold(0)
    _ = try run.state.portions(of: all, rows: kept) { portion throws(ExecutionFault) in
      try hold(portion, in: run)
      return .more
    }
  }

  mutating func finish(
    in run: GatheringRun, to next: any Operator
  ) throws(ExecutionFault) {
    if let aside { return try finish(aside, run.state, to: next) }
    guard let all = try held.take(run.state) else { return }
    _ = try run.state.pass(all, rows: places, to: next)
  }

  private func finish(
    _ aside: BroughtRows, _ state: RunState, to next: any Operator
  ) throws(ExecutionFault) {
    let chosen = Set(chosen)
    var rest = numbers[...]
    aside.settle()
    try aside.forEach { batch throws(ExecutionFault) in
      let isChosen = Bitmap(rest.prefix(batch.count).map { chosen.contains($0) })
      rest = rest.dropFirst(batch.count)
      return try state.pass(batch.filtered(isChosen), to: next)
    }
  }
}

/// Numbers that follow from a seed: SplitMix64, by G. L. Steele, D. Lea and C. H. Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014. Those of the standard library may
/// change with it, and with them what a script chooses.
private struct RandomNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number from zero up to a limit that it does not reach.
  mutating func next(below limit: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(limit)).high)
  }
}
