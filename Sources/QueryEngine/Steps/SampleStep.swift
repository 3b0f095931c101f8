// SPDX-License-Identifier: MIT

import Catalogue

/// Keeps some of the rows by chance, in their order.
struct SampleStep: PlanStep {
  let count: Int
  /// What the choice follows from; nil where every run chooses anew.
  let seed: Int?

  static let traits = StepTraits(effect: .subset, dependsOnOrder: true)

  func line(in text: PlanText) -> String {
    "sample \(count)" + (seed.map { " seed \($0)" } ?? "")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(self, Algorithm(name: "reservoir", held: "the chosen rows")) { run in
      {
        SampleOperator(
          count, seed: seed.map { UInt64($0) } ?? run.state.randomSeed(), run.state, next: $0)
      }
    }
  }
}

/// Chooses rows while they pass, without knowing how many there will be: algorithm R of J. S.
/// Vitter, "Random sampling with a reservoir", ACM Transactions on Mathematical Software 11, 1985.
///
/// Each row takes the place of a chosen one, or of none, with the chance at which it is in a sample
/// of all rows so far. Rows that have lost their place are let go when as many of them are held as
/// are wanted.
private final class SampleOperator: Operator {
  private let count: Int
  private var random: RandomNumbers
  private let state: RunState
  private let next: any Operator
  /// How many rows have passed.
  private var seen = 0
  /// The numbers of the rows that are chosen now, in no order.
  private var chosen: [Int] = []
  private var held: HeldRows
  /// The numbers of the rows that are held, in order.
  private var numbers: [Int] = []

  init(_ count: Int, seed: UInt64, _ state: RunState, next: any Operator) {
    self.count = count
    self.state = state
    self.next = next
    random = RandomNumbers(seed: seed)
    held = HeldRows(state)
  }

  func consume(_ batch: Batch) throws(ExecutionFault) -> Demand {
    guard count > 0 else { return .enough }
    let taken = (0..<batch.count).filter { choose(seen + $0) }
    if !taken.isEmpty {
      try held.add(batch.taking(rows: taken))
      numbers += taken.map { seen + $0 }
    }
    seen += batch.count
    if numbers.count / 2 > max(count, Batch.usualCount) { try letGo() }
    return .more
  }

  /// Whether a row is chosen, be it until a later one takes its place.
  private func choose(_ number: Int) -> Bool {
    guard chosen.count == count else {
      chosen.append(number)
      return true
    }
    let place = random.next(below: number + 1)
    guard place < count else { return false }
    chosen[place] = number
    return true
  }

  /// The places of the chosen rows among those that are held.
  private var places: [Int] {
    let chosen = Set(chosen)
    return numbers.indices.filter { chosen.contains(numbers[$0]) }
  }

  private func letGo() throws(ExecutionFault) {
    guard let all = try held.take() else { return }
    let kept = places
    numbers = kept.map { numbers[$0] }
    held.release()
    _ = try state.portions(of: all, rows: kept) { portion throws(ExecutionFault) in
      try held.add(portion)
      return .more
    }
  }

  func finish() throws(ExecutionFault) {
    if let all = try held.take() { _ = try state.pass(all, rows: places, to: next) }
    held.release()
    try next.finish()
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
