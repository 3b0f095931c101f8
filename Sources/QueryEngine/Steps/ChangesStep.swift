// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// In the place of the rows what has changed between them and those of another relation: a row for
/// each key that only one of them has, and for each whose fields differ.
struct ChangesStep: PlanStep {
  var new: Relation
  /// What names a row on either side; the columns are those that come of it.
  let keys: [UnionColumn]
  /// The column that says what has happened to the row.
  let change: ColumnID
  let fields: [ComparedField]
  /// How much numbers may differ; nil for nothing.
  let tolerance: Decimal?
  /// What messages call the sides.
  let names: ChangesNames
  /// Where the keys are written.
  let range: ScriptRange

  static let traits = StepTraits(effect: .new)

  var relations: [Relation] {
    get { [new] }
    set { new = newValue[0] }
  }

  /// All that is read of both sides: the keys, then the fields.
  var columns: [UnionColumn] { keys + fields.map(\.column) }

  var reads: ColumnSet { ColumnSet(columns.compactMap(\.left?.id)) }

  func columns(after _: [ColumnID]) -> [ColumnID] { keys.map(\.id) + [change] + fields.map(\.id) }

  func pruned(to needed: ColumnSet) -> (any PlanStep)? {
    // What is compared says which rows there are, also where nobody reads it.
    let kept = fields.filter { $0.isCompared || needed.contains($0.id) }
    var pruned = ChangesStep(
      new: new, keys: keys, change: change, fields: kept, tolerance: tolerance, names: names,
      range: range)
    let reads = ColumnSet(pruned.columns.compactMap(\.right?.id))
    pruned.new = PruneColumns.pruned(new, reads.contains)
    return pruned
  }

  func addNames(to names: inout ColumnNames) {
    names.add(new)
    for key in keys { names.add(key.id, nil) }
    names.add(change, "change")
    for field in fields { names.add(field.id, field.name) }
  }

  func line(in text: PlanText) -> String {
    let ignored = fields.filter { !$0.isCompared }.map { text.names[$0.id] }
    return "changes to\(text.inner(new)) by \(text.names.list(keys.map(\.id)))"
      + (ignored.isEmpty ? "" : " ignoring \(ignored.joined(separator: ", "))")
      + (tolerance.map { " within \($0)" } ?? "")
  }

  func physical(_ input: ColumnLayout) -> PhysicalOperator {
    PhysicalOperator(
      self, Algorithm(name: .hash, held: "all rows of both"),
      .sequential(ChangesOperator(self, input)))
  }
}

/// A field of two sides that are compared.
struct ComparedField: Sendable {
  /// The column of records that hold what it was and what it is.
  let id: ColumnID
  let name: String
  /// Where it is on either side, and the type that both have.
  let column: UnionColumn
  /// Whether a row has changed where it differs.
  let isCompared: Bool

  /// The type of its records.
  var type: ValueType {
    .record([RecordMember("old", column.type), RecordMember("new", column.type)])
  }
}

/// What messages call two sides that are compared.
struct ChangesNames: Sendable {
  let old: String
  let new: String
}
