// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// The rows, then those of another relation, with columns that take from both.
struct UnionStep: PlanStep {
  var other: Relation
  let columns: [UnionColumn]

  static let traits = StepTraits(effect: .new)

  var relations: [Relation] {
    get { [other] }
    set { other = newValue[0] }
  }

  var reads: ColumnSet { ColumnSet(columns.compactMap(\.left?.id)) }

  func columns(after _: [ColumnID]) -> [ColumnID] { columns.map(\.id) }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    let kept = columns.filter { needed.contains($0.id) }
    let reads = ColumnSet(kept.compactMap(\.right?.id))
    return UnionStep(other: PruneColumns.pruned(other, reads.contains), columns: kept)
  }

  func addNames(to names: inout ColumnNames) {
    names.add(other)
    for column in columns { names.add(column.id, nil) }
  }

  func line(in text: PlanText) -> String {
    "union\(text.inner(other)): \(text.names.row(columns.map(\.id)))"
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: nil, held: "the other rows"),
      .sequential(UnionOperator(self, input)))
  }
}

/// A column of a union and where it comes from on either side.
struct UnionColumn: Sendable {
  struct Part: Sendable {
    let id: ColumnID
    /// The type on this side; beside values of no certain type others become such. Nil where no
    /// row has a value.
    let type: ValueType?

    init(id: ColumnID, type: ValueType) {
      self.id = id
      self.type = type
    }

    init(_ field: Scope.Field) {
      id = field.id
      type = field.mayHaveValues ? field.type ?? .any : nil
    }
  }

  let id: ColumnID
  let type: ValueType
  /// Where the other rows are named.
  let range: ScriptRange
  let left: Part?
  let right: Part?
}
