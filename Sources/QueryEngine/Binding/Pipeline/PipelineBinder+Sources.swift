// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Stages that bring in the rows of another source.
extension PipelineBinder {
  mutating func join(_ clause: JoinClause, _ stage: Stage) {
    guard let other = open(clause.source) else { return }
    let join = JoinBinder(clause, other.scope, environment)
    let isNew = scope.join(other.scope, as: join.qualifier)
    if !isNew { report(.joinedTwice(join.qualifier, clause.source.range)) }
    if let fault = join.sharedFields { return report(fault) }
    let reported = environment.session.reported
    let (condition, helpers) = bindPairs(clause.condition)
    join.check(condition, isJudged: isNew && environment.session.reported == reported)
    append(join.step(condition, helpers, other))
  }

  mutating func union(_ name: SourceName, _ stage: Stage) {
    guard let other = open(name) else { return }
    let union = UnionBinder(scope, other.scope, name, environment)
    lineage.takenUp.merge(union.united) { $1 }
    append(
      UnionStep(
        other: other.relation(union.columns.compactMap(\.right?.id)), columns: union.columns))
    if scope.key != nil, other.scope.key != nil, let one = scope.source, one == other.scope.source {
      scope.nameRows(by: union.identity)
    } else {
      // The rows are items of two sources, and their ids may be the same.
      scope.nameRowsInMessages(by: union.identity)
    }
    scope.keep(union.fields, because: stage.keyword, in: source)
    scope.visible = union.visible
  }

  /// The items that each row names in the place of the rows, with the id of that row as `of`.
  mutating func follow(_ name: Name, _ stage: Stage) {
    guard let key = scope.key, let catalogue else {
      return report(.noItems(toFollow: name.text, stage.keyword))
    }
    let schema = catalogue.schema
    guard let relation = catalogue.capability.relation(name.text) else {
      return report(.noRelation(name, of: schema.source, catalogue.capability.relations))
    }
    scope.keep([], because: stage.keyword, in: source)
    let items = SourceFields(schema, in: environment.session)
    let of = Scope.Field(
      id: newColumn(), names: ["of"], type: schema.keyType == .date ? .date : .id)
    scope.fields = items.scope.fields + [of]
    scope.nameRows(by: items.scope.identity)
    scope.showAll()
    replaceRows(
      by: FollowStep(
        source: catalogue, relation: relation.name, key: key, columns: items.columns, of: of.id),
      computing: items.steps)
  }
}

extension PipelineBinder {
  /// The same pipeline with what its columns are and hold in the place of the rows.
  func described() -> PipelineBinder {
    var described = self
    let title = "fields of \(scope.title ?? scope.noun)"
    let table = Scope(ofTable: DescriptionRows.columns, title, newColumn: newColumn)
    described.append(DescribeStep(columns: scope.shown, results: table.fields.map(\.id)))
    described.scope = table
    return described
  }
}

extension Scope {
  static let nounOfTable = "this table"

  /// The scope of a table that is no catalogue's.
  init(
    ofTable columns: [(name: String, type: ValueType)], _ title: String,
    newColumn: () -> ColumnID
  ) {
    self.init(noun: Self.nounOfTable, title: title)
    fields = columns.map { Field(id: newColumn(), names: [$0.name], type: $0.type) }
    showAll()
  }
}
