// SPDX-License-Identifier: MIT

/// How a relation is run: what its source is asked, then operators for which columns are slots and
/// algorithms are chosen. It holds no state, so that any number of runs can share it.
package struct PhysicalPlan: Sendable {
  let source: RowSource
  let operators: [PhysicalOperator]
  /// Where the delivered columns stand in the batches of the last operator.
  let output: [Int]

  init(_ relation: Relation) {
    source = relation.origin
    let (operators, layout) = Self.operators(
      of: relation.steps, over: ColumnLayout(columns: relation.origin.columns))
    self.operators = operators
    output = relation.columns.map(layout.place)
  }

  /// The operators of some steps, and the columns that the last one gives.
  static func operators(
    of steps: [any PlanStep], over first: ColumnLayout
  ) -> (operators: [PhysicalOperator], layout: ColumnLayout) {
    var layout = first
    var operators: [PhysicalOperator] = []
    for step in fused(steps) {
      operators.append(step.physical(layout))
      layout = ColumnLayout(columns: step.columns(after: layout.columns))
    }
    return (operators, layout)
  }

  /// Fewer steps that do the same: operators stand within each other, and there may be thousands.
  /// Those of each half are fused first, as what two hold is copied.
  private static func fused(_ steps: [any PlanStep]) -> [any PlanStep] {
    if steps.count < 2 { return Array(steps) }
    let half = steps.count / 2
    let first = fused(Array(steps.prefix(half)))
    let rest = fused(Array(steps.dropFirst(half)))
    guard let both = first.last?.fused(with: rest[0]) else { return first + rest }
    return first.dropLast() + [both] + rest.dropFirst()
  }
}

/// What is done for a step, shared by all who run it.
struct PhysicalOperator: Sendable {
  let step: any PlanStep
  let algorithm: Algorithm
  let work: OperatorWork

  init(_ step: any PlanStep, _ algorithm: Algorithm = .streaming, _ work: OperatorWork) {
    self.step = step
    self.algorithm = algorithm
    self.work = work
  }

  /// What has to know the run, because of what the step brings in or asks for.
  init(
    _ step: any PlanStep, _ algorithm: Algorithm = .streaming,
    _ maker: @escaping @Sendable (Executor) -> OperatorMaker
  ) {
    self.init(step, algorithm, .chained(maker))
  }
}

/// What an operator does, without the rows: running it makes the states that hold some.
enum OperatorWork: Sendable {
  /// Each row by itself.
  case rowwise(any RowwiseOperator)
  /// Rows come together, part by part.
  case gathering(any GatheringOperator)
  /// All rows of a run go through one state, in their order. The closure makes what the states of
  /// one run share, and from it the states: one, or one for each group of rows.
  case chained(@Sendable (Executor) -> OperatorMaker)

  func maker(_ run: Executor) -> OperatorMaker {
    switch self {
    case .rowwise(let work): { RowwiseState(work, run.state, next: $0) }
    case .gathering(let work): { work.stage(run.state, next: $0) }
    case .chained(let maker): maker(run)
    }
  }
}

/// The way in which an operator works, and what it holds meanwhile.
struct Algorithm: Sendable, Equatable {
  /// Nil where batches are worked on one by one and there is no other way.
  let name: String?
  /// What is held until the last row has come; nil for nothing.
  let held: String?

  static let streaming = Algorithm(name: nil, held: nil)
}
