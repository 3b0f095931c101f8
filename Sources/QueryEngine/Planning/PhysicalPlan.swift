// SPDX-License-Identifier: MIT

package import Catalogue

/// How a relation is run: what its source is asked, then operators for which columns are slots and
/// algorithms are chosen. It holds no state, so that any number of runs can share it.
///
/// It is a tree: an operator that brings in rows of other relations, or that runs steps for each
/// group of its rows, has their plans below it. Operators of which each takes the rows of the one
/// before it stand in a row, as there may be thousands.
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

  /// The fields of the lists that are read, as far as they are known before it runs.
  package var readings: [(source: any CatalogueSource, fields: [Int])] {
    let below = operators.flatMap { $0.inputs + $0.inner.flatMap(\.inputs) }.flatMap(\.readings)
    guard case .scan(let source, let columns, _) = self.source else { return below }
    return [(source, columns.map(\.field))] + below
  }

  /// The fields whose nulls are counted, as messages call them, in the order of its operators.
  var nullLabels: [String] { operators.flatMap(\.nullLabels) }

  /// The fields of a source's list of which the first step reads none, while it lets but some rows
  /// pass.
  var fieldsOfFewRows: Set<Int> {
    guard case .scan(_, let columns, _) = source, let first = operators.first?.step,
      type(of: first).traits.effect == .subset
    else { return [] }
    let read = first.reads
    return Set(columns.filter { !read.contains($0.id) }.map(\.field))
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

  /// The plans whose rows it brings in besides those that it takes.
  var inputs: [PhysicalPlan] {
    if case .sequential(let work) = work { work.inputs } else { [] }
  }

  /// What it runs for each group of its rows.
  var inner: [PhysicalOperator] {
    if case .sequential(let work) = work { work.inner } else { [] }
  }

  /// What is counted of the rows that it takes, behind what is counted of those that it brings in.
  fileprivate var nullLabels: [String] {
    inputs.flatMap(\.nullLabels) + inner.flatMap(\.nullLabels) + step.notes.map(\.label)
  }
}

/// What an operator does, without the rows: running it makes the states that hold some.
///
/// Which kind it is, is whether several threads can do it; the operator says whether they do.
enum OperatorWork: Sendable {
  /// Each row by itself, so that any thread can take any batch.
  case rowwise(any RowwiseOperator)
  /// Rows come together, part by part: any thread can make the state of a part, and the states are
  /// combined in the order of the parts.
  case parted(any PartedOperator)
  /// All rows of a run go through one state, in their order.
  case sequential(any SequentialOperator)

  var isSequential: Bool { if case .sequential = self { true } else { false } }

  func maker(_ run: Executor) -> OperatorMaker {
    switch self {
    case .rowwise(let work): { RowwiseState(work, run.state, next: $0) }
    case .parted(let work): { work.stage(run.state, next: $0) }
    case .sequential(let work): work.maker(run)
    }
  }
}

/// The way in which an operator works, and what it holds meanwhile.
struct Algorithm: Sendable, Equatable {
  enum Name: String, Sendable {
    case hash
    case hashJoin = "hash join"
    case nestedLoop = "nested loop"
    case requestForEachItem = "a request for each item"
    case requestForEachRow = "a request for each row"
    case reservoir
    case stableSort = "stable sort"
    case topRows = "top-k"
  }

  /// Nil where batches are worked on one by one and there is no other way.
  let name: Name?
  /// What is held until the last row has come; nil for nothing.
  let held: String?

  static let streaming = Algorithm(name: nil, held: nil)
}
