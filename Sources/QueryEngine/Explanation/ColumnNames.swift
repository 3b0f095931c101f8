// SPDX-License-Identifier: MIT

import Catalogue

/// What the columns of a plan are called where the plan is shown to people.
///
/// A column has the name of its field where no earlier column of the plan has it; a later one gets
/// a number too, as `stars#2`, and one without a name is a number alone.
struct ColumnNames {
  private var names: [(id: ColumnID, name: String)] = []
  private var taken: [String] = []

  init(_ plan: LogicalPlan) {
    let known =
      plan.scope.fields.compactMap { field in field.names.first.map { (field.id, $0) } }
      + plan.output.map { ($0.id, $0.label) }
    add(plan.origin, known)
    for step in plan.steps { add(step, known) }
  }

  subscript(_ id: ColumnID) -> String {
    names.first { $0.id == id }?.name ?? "#"
  }

  /// Several names as a heading has them.
  func row(_ ids: [ColumnID]) -> String { ids.map { self[$0] }.joined(separator: " ") }

  /// Several names as a query has them.
  func list(_ ids: [ColumnID]) -> String { ids.map { self[$0] }.joined(separator: ", ") }

  private typealias Known = [(id: ColumnID, name: String)]

  private mutating func add(_ origin: LogicalPlan.Origin, _ known: Known) {
    switch origin {
    case .scan(let source, let columns, _), .item(let source, _, let columns, _),
      .related(let source, _, _, let columns, _):
      add(columns, of: source)
    case .categories(_, _, let columns, _):
      add(columns, named: Binder.categoryColumns.map(\.name))
    case .sources(let columns): add(columns, named: Binder.sourceColumns.map(\.name))
    case .describe(_, let columns, _, _):
      add(columns, named: Binder.descriptionColumns.map(\.name))
    case .lastResult(let columns):
      for id in columns { add(id, known.first { $0.id == id }?.name) }
    }
  }

  private mutating func add(_ plan: SubPlan, _ known: Known) {
    add(plan.origin, known)
    for step in plan.steps { add(step, known) }
  }

  private mutating func add(_ step: Step, _ known: Known) {
    let found = { (id: ColumnID) in known.first { $0.id == id }?.name }
    switch step {
    case .extend(let computations):
      for computation in computations {
        add(computation.id, computation.name ?? found(computation.id))
      }
    case .detail(let detail): add(detail.columns, of: detail.source)
    case .follow(let follow):
      add(follow.columns, of: follow.source)
      add(follow.of, "of")
    case .aggregate(let measures, _):
      for measure in measures {
        let word = measure.function.rawValue
        add(
          measure.id, found(measure.id) ?? measure.input.map { "\(word)_\(self[$0])" } ?? word)
      }
    case .expand(let list, let element): add(element, self[list])
    case .group(_, let steps, _): for step in steps { add(step, known) }
    case .join(let join):
      add(join.right, known)
      for helper in join.helpers { add(helper.id, helper.name ?? found(helper.id)) }
    case .union(let other, let columns):
      add(other, known)
      for column in columns { add(column.id, found(column.id)) }
    case .expectSame(let other, _, _, _): add(other, known)
    case .filter, .search, .sort, .top, .limit, .skip, .distinct, .assert, .expectRows,
      .failColumns, .expectLive:
      break
    }
  }

  private mutating func add(_ columns: [ScanColumn], of source: any CatalogueSource) {
    for column in columns { add(column.id, source.schema.fields[column.field].name) }
  }

  private mutating func add(_ columns: [ColumnID], named names: [String]) {
    for (id, name) in zip(columns, names) { add(id, name) }
  }

  private mutating func add(_ id: ColumnID, _ name: String?) {
    guard !names.contains(where: { $0.id == id }) else { return }
    let plain = name.map { $0.asName } ?? ""
    let number = taken.count { $0 == plain } + 1
    taken.append(plain)
    names.append((id, plain.isEmpty || number > 1 ? "\(plain)#\(number)" : plain))
  }
}
