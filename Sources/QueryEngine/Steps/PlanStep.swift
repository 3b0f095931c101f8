// SPDX-License-Identifier: MIT

import Catalogue

/// One thing that is done to the rows of a relation.
///
/// What rules, the executor and the text of a plan have to know of a step are its facts, so that a
/// further step is a further type; only what rewrites a step asks which one it is.
protocol PlanStep: Sendable {
  /// What holds of every step of the type.
  static var traits: StepTraits { get }

  /// The columns that it reads of the rows that it takes.
  var reads: ColumnSet { get }

  /// The columns of the rows that it gives, by those of the rows that it takes.
  func columns(after columns: [ColumnID]) -> [ColumnID]

  /// Relations whose rows it brings in besides those that it takes.
  var relations: [Relation] { get set }

  /// The steps that it runs for each group of its rows.
  var innerSteps: [any PlanStep] { get set }

  /// The keys by which it orders the rows; empty where it leaves their order.
  var orderings: [SortColumn] { get }

  /// The conditions and computed values of rows, as the script writes them.
  var expressions: [BoundExpression] { get }

  /// What is counted of the rows that it takes.
  var notes: [NullNote] { get }

  /// Whether each run gives other rows, as chance has it.
  var isOfChance: Bool { get }

  /// The column that tells of how many rows each of its rows is made; nil where none does.
  var countOfRows: ColumnID? { get }

  /// The step without what is not needed; nil where nothing of it is.
  func pruned(to needed: ColumnSet) -> (any PlanStep)?

  /// One step that does what it and then the next one do; nil where it takes both.
  func fused(with next: any PlanStep) -> (any PlanStep)?

  /// The step as it is where its rows come in an order that a script has asked for, which it may
  /// tell of. With `looksOn` nobody is asked for one row more than it gives.
  func told(order: [SortColumn], looksOn: Bool) -> any PlanStep

  /// Gives the columns that it makes the names under which a plan is shown.
  func addNames(to names: inout ColumnNames)

  /// How a plan that is shown tells of it.
  func line(in text: PlanText) -> String

  /// How it is run over batches with some columns.
  func physical(_ input: ColumnLayout) -> PhysicalOperator
}

/// What is known of a kind of step without its parameters.
struct StepTraits: Sendable {
  /// What a step does to the rows that it takes.
  enum Effect: Sendable {
    /// They pass as they are, perhaps with further columns.
    case same
    /// Some of them pass.
    case subset
    /// They pass in another order.
    case reordered
    /// Others take their place, each of which may stand for several.
    case new
  }

  let effect: Effect
  /// Whether it may change places with a filter, a limit or a sort after it that reads none of its
  /// columns: it treats each row by itself, keeps their order, and nothing else comes of it.
  var isRowwise = false
  /// Whether the order of rows decides which of them it gives, or what it makes of them.
  var dependsOnOrder = false
  /// Whether it can end the run because of the rows that it sees.
  var isCheck = false
  /// Whether it asks a server for more than the list.
  var asksServer = false
}

// What most steps do.
extension PlanStep {
  var isOfChance: Bool { false }

  var reads: ColumnSet { ColumnSet() }

  func columns(after columns: [ColumnID]) -> [ColumnID] { columns }

  var relations: [Relation] {
    get { [] }
    set { precondition(newValue.isEmpty, "a step takes the relations that it has") }
  }

  var innerSteps: [any PlanStep] {
    get { [] }
    set { precondition(newValue.isEmpty, "a step runs the steps that it has") }
  }

  var orderings: [SortColumn] { [] }

  var expressions: [BoundExpression] { [] }

  var notes: [NullNote] { [] }

  var countOfRows: ColumnID? { nil }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? { self }

  func fused(with next: any PlanStep) -> (any PlanStep)? { nil }

  func told(order: [SortColumn], looksOn: Bool) -> any PlanStep { self }

  func addNames(to names: inout ColumnNames) {}
}

// What follows from the facts.
extension PlanStep {
  var traits: StepTraits { Self.traits }

  /// Whether rows that a later step leaves out may as well be missing before it.
  var judgesRowsAlone: Bool { traits.isRowwise || traits.effect == .reordered }

  /// Whether it gives every row that it takes, in order, with further columns.
  var addsColumns: Bool { traits.isRowwise && traits.effect == .same }

  /// The columns that its conditions read.
  var namedColumns: ColumnSet {
    expressions.reduce(into: ColumnSet()) { $0.formUnion($1.columns) }
  }

  /// Whether it checks its rows, or brings in or runs steps that do.
  var hasChecks: Bool {
    traits.isCheck || innerSteps.contains(where: \.hasChecks)
      || relations.contains(where: \.hasChecks)
  }

  /// Whether it runs without asking a server and without the items' own records.
  var isLocal: Bool {
    !traits.asksServer && innerSteps.allSatisfy(\.isLocal) && relations.allSatisfy(\.isLocal)
  }
}
