// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax

/// What the columns of a plan are called where the plan is shown to people.
///
/// A column has the name of its field where no earlier column of the plan has it; a later one gets
/// a number too, as `stars#2`, and one without a name is a number alone.
struct ColumnNames {
  private var names: [ColumnID: String] = [:]
  /// How many columns would have each name.
  private var taken: [String: Int] = [:]
  /// What the query calls its columns at the end.
  private let last: [ColumnID: String]

  init(_ query: BoundQuery) {
    let fields = query.scope.fields.compactMap { field in field.names.first.map { (field.id, $0) } }
    last = Dictionary(
      fields + query.presentation.columns.map { ($0.id, $0.label) },
      uniquingKeysWith: { first, _ in first })
    add(query.relation)
  }

  subscript(_ id: ColumnID) -> String {
    names[id] ?? "#"
  }

  /// Several names as a heading has them.
  func row(_ ids: [ColumnID]) -> String { ids.map { self[$0] }.joined(separator: " ") }

  /// Several names as a query has them.
  func list(_ ids: [ColumnID]) -> String { ids.map { self[$0] }.joined(separator: ", ") }

  /// What the query calls a column at its end; nil where that is nothing.
  func known(_ id: ColumnID) -> String? { last[id] }

  mutating func add(_ relation: Relation) {
    add(relation.origin)
    for step in relation.steps { step.addNames(to: &self) }
  }

  private mutating func add(_ origin: RowSource) {
    switch origin {
    case .scan(let source, let columns, _), .item(let source, _, let columns, _),
      .related(let source, _, _, let columns, _):
      add(columns, of: source)
    case .categories(_, _, let columns, _):
      add(columns, named: HeadBinder.categoryColumns.map(\.name))
    case .sources(let columns): add(columns, named: HeadBinder.sourceColumns.map(\.name))
    case .describe(_, let columns, _, _):
      add(columns, named: DescriptionRows.columns.map(\.name))
    case .lastResult(let columns): for id in columns { add(id, nil) }
    }
  }

  mutating func add(_ columns: [ScanColumn], of source: any CatalogueSource) {
    for column in columns { add(column.id, source.schema.fields[column.field].name) }
  }

  private mutating func add(_ columns: [ColumnID], named names: [String]) {
    for (id, name) in zip(columns, names) { add(id, name) }
  }

  /// Names a column; without a name it has that of the end, if there is one.
  mutating func add(_ id: ColumnID, _ name: String?) {
    guard names[id] == nil else { return }
    let plain = (name ?? known(id)).map { $0.asName } ?? ""
    let number = taken[plain, default: 0] + 1
    taken[plain] = number
    names[id] = plain.isEmpty || number > 1 ? "\(plain)#\(number)" : plain
  }
}
