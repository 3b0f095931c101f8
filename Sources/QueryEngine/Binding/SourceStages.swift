// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Stages that bring in the rows of another source.
extension PipelineBinder {
  /// The rows of another source, a view or the last result.
  mutating func open(_ clause: FromClause) -> BoundHead? {
    guard var binder = outer else { return nil }
    binder.nextColumn = nextColumn
    binder.source = source
    let head = binder.head(from: clause)
    nextColumn = head?.binder.nextColumn ?? binder.nextColumn
    outer?.viewLevels = binder.viewLevels
    diagnostics += binder.diagnostics
    diagnostics += head?.binder.diagnostics ?? []
    weight += head?.binder.weight ?? 0
    if case .lastResult = head?.origin { readsRows = true }
    readsRows = readsRows || (head?.binder.readsRows ?? false)
    if head == nil { scope.isUncertain = true }
    return head
  }

  private mutating func open(_ name: SourceName) -> BoundHead? {
    open(FromClause(source: name, categories: [], range: name.range))
  }

  /// What is said of a join's condition that is none: a lone field is one that both sides have.
  private func noJoinCondition(
    _ condition: Expression, _ type: ValueType, _ qualifier: String
  ) -> Diagnostic {
    guard case .name = condition.kind else {
      return .notACondition(source, condition.range, type)
    }
    let field = source[condition.range]
    return .fieldOfBothSides(condition.range, "\(field) = \(qualifier.asName).\(field)")
  }

  mutating func join(_ clause: JoinClause, _ stage: Stage) {
    guard let head = open(clause.source) else { return }
    let right = head.binder.scope
    let rightColumns = right.present.map(\.id)
    let isLast = if case .lastResult = clause.source.kind { true } else { false }
    let qualifier = isLast ? "it" : right.qualifier
    let isRepeated = !qualify(with: right, as: qualifier, at: clause.source.range)
    // What the condition computes is computed for pairs of rows, not before them.
    let before = steps
    steps = []
    let reported = diagnostics.count
    let condition = bind(clause.condition)
    let details = wantedDetails
    wantedDetails = []
    let inner = steps
    steps = before
    if let type = condition.type, type != .bool {
      report(noJoinCondition(clause.condition, type, qualifier))
    }
    if let field = condition.comparedWithItself {
      report(.comparedWithItself(source[field.range], field.range, qualifier))
    }
    wantedDetails = details
    fetchDetails()
    let read = condition.columns
    // What a field that is not there would have read is not known.
    if diagnostics.count == reported, condition.comparedWithItself == nil, !isRepeated,
      read != ColumnSet(),
      !rightColumns.contains(where: { read.contains($0) })
    {
      report(.joinsNothing(clause, right.qualifier))
    }
    let parts = JoinParts(condition, right: ColumnSet(rightColumns))
    append(
      JoinStep(
        right: head.relation(rightColumns), keys: parts.keys,
        helpers: inner.flatMap { ($0 as? ExtendStep)?.projections ?? [] },
        rest: parts.rest, keepsLeft: clause.keepsLeft))
  }

  /// Adds the fields of a joined source to the scope. Those of both sides can be written with the
  /// name of their source before them; one whose name is taken has to be.
  /// False when a source of that name is joined already, which is reported.
  private mutating func qualify(
    with right: Scope, as qualifier: String, at place: ScriptRange
  ) -> Bool {
    let left = scope.qualifier
    for index in scope.fields.indices {
      let field = scope.fields[index]
      scope.fields[index].home =
        field.home ?? Scope.Home(source: left, names: field.names, key: scope.identity)
      // Beside itself a source's name stands for the partners alone, also where only the rows have
      // a field.
      if scope.fields[index].home?.isOf(qualifier) ?? false { scope.fields[index].home = nil }
    }
    let before = scope
    for field in right.present {
      guard let name = field.names.first else { continue }
      var joined = Scope.Field(id: field.id, names: field.names, type: field.type)
      joined.home = Scope.Home(source: qualifier, names: field.names, key: right.identity)
      let isTaken = field.names.contains { before.field($0) != nil }
      if isTaken { joined.names = ["\(qualifier).\(name)"] }
      if isTaken, before.field(joined.names[0]) != nil {
        report(.joinedTwice(qualifier, place))
        return false
      }
      scope.fields.append(joined)
    }
    // A name of both sides is shown as it has to be written, also where the left one is hidden.
    for column in right.visible {
      let field = scope.fields.last { $0.id == column.id }
      let name = field?.names.first ?? column.label
      scope.visible.append(Scope.Visible(label: name, id: column.id))
    }
    return true
  }

  mutating func union(_ name: SourceName, _ stage: Stage) {
    guard let head = open(name) else { return }
    let right = head.binder.scope
    var columns: [UnionColumn] = []
    var fields: [Scope.Field] = []
    for field in scope.present {
      guard let label = field.names.first else { continue }
      let partner = Self.partner(of: label, among: right.present, not: scope.present)
      guard let type = common(field, partner, right, name) else { continue }
      let column = UnionColumn(
        id: newColumn(), type: type, range: name.range,
        left: UnionColumn.Part(id: field.id, type: field.type ?? .any),
        right: partner.map {
          UnionColumn.Part(id: $0.id, type: $0.type ?? .any)
        })
      columns.append(column)
      united[field.id] = column.id
      fields.append(Scope.Field(id: column.id, names: field.names, type: type))
    }
    let known = columns.compactMap(\.right?.id)
    for field in right.present where !known.contains(field.id) {
      let column = UnionColumn(
        id: newColumn(), type: field.type ?? .any, range: name.range, left: nil,
        right: UnionColumn.Part(id: field.id, type: field.type ?? .any))
      columns.append(column)
      fields.append(Scope.Field(id: column.id, names: field.names, type: field.type))
    }
    let seen =
      Self.seen(scope.visible, columns, \.left) + Self.seen(right.visible, columns, \.right)
    var visible: [Scope.Visible] = []
    for column in seen where !visible.contains(where: { $0.id == column.id }) {
      visible.append(column)
    }
    let identity = identity(of: &columns, right, name)
    append(
      UnionStep(other: head.relation(columns.compactMap(\.right?.id)), columns: columns))
    // The rows are items of two sources, and their ids may be the same.
    scope.nameRowsInMessages(by: identity)
    scope.keep(fields, because: stage.keyword, in: source)
    scope.visible = visible
  }

  /// The column that names the rows of a union, also where neither side shows it; nil where one of
  /// them has none.
  private mutating func identity(
    of columns: inout [UnionColumn], _ right: Scope, _ name: SourceName
  ) -> ColumnID? {
    guard let left = scope.identity, let other = right.identity else { return nil }
    if let known = columns.first(where: { $0.left?.id == left && $0.right?.id == other }) {
      return known.id
    }
    let column = UnionColumn(
      id: newColumn(), type: .id, range: name.range, left: UnionColumn.Part(id: left, type: .id),
      right: UnionColumn.Part(id: other, type: .id))
    columns.append(column)
    return column.id
  }

  /// The field of the other side that a name means: as it is spelled if there is one, else in any
  /// case, unless that is spelled as another field of this side.
  private static func partner(
    of label: String, among others: [Scope.Field], not fields: [Scope.Field]
  ) -> Scope.Field? {
    others.first { $0.names.contains { $0.isSpelled(as: label) } }
      ?? others.first { other in
        other.isNamed(label)
          && !fields.contains { field in
            other.names.contains { $0.isSpelled(as: field.names.first ?? "") }
          }
      }
  }

  /// The columns of a union that one side shows, in its order.
  private static func seen(
    _ visible: [Scope.Visible], _ columns: [UnionColumn],
    _ side: (UnionColumn) -> UnionColumn.Part?
  ) -> [Scope.Visible] {
    visible.compactMap { column in
      columns.first { side($0)?.id == column.id }.map {
        Scope.Visible(label: column.label, id: $0.id)
      }
    }
  }

  /// The type of a field that two sources have; nil when theirs do not go together.
  private mutating func common(
    _ field: Scope.Field, _ partner: Scope.Field?, _ right: Scope, _ place: SourceName
  ) -> ValueType? {
    let first = field.type ?? .any
    guard let partner, partner.type != first else { return first }
    guard let second = partner.type, first != .any, second != .any else { return .any }
    if first.isNumber, second.isNumber { return .decimal }
    if case .length = first, case .length = second { return first }
    if first.isTextual, second.isTextual { return .text }
    if first.hasCurrency, second.hasCurrency { return .money(.varying) }
    report(
      .differentTypes(
        field.names.first ?? "", first, scope.noun, second, right.noun, place.range))
    return nil
  }
}

extension BoundExpression {
  /// The second of two fields that have to be equal and are the same one.
  fileprivate var comparedWithItself: BoundExpression? {
    switch kind {
    case .and(let terms): return terms.lazy.compactMap(\.comparedWithItself).first
    case .compare(.equal, let first, let second, _):
      guard case .column(let one) = first.kind, case .column(let other) = second.kind else {
        return nil
      }
      return one == other ? second : nil
    default: return nil
    }
  }
}

extension Diagnostic {
  fileprivate static func comparedWithItself(
    _ name: String, _ range: ScriptRange, _ source: String
  ) -> Diagnostic {
    let field = name.split(separator: ".").last ?? ""
    let joined = "\(source.asName).\(field)"
    return Diagnostic(
      .duplicateColumn, "`\(name)` is compared with itself", at: Label(range),
      remarks: [.help("the field of the joined source is written `\(joined)`")],
      fix: .replace(range, with: joined))
  }
}

/// The parts of a join's condition: pairs that must be equal, by which partners are found, and the
/// rest.
private struct JoinParts {
  var keys: [(left: BoundExpression, right: BoundExpression)] = []
  var rest: BoundExpression?

  init(_ condition: BoundExpression, right: ColumnSet) {
    var terms = [condition]
    if case .and(let all) = condition.kind { terms = all }
    var others: [BoundExpression] = []
    for term in terms {
      if let pair = Self.pair(term, right) { keys.append(pair) } else { others.append(term) }
    }
    if others.count == 1 { rest = others[0] }
    if others.count > 1 { rest = BoundExpression(.and(others), .bool, condition.range) }
  }

  private static func pair(
    _ term: BoundExpression, _ right: ColumnSet
  ) -> (left: BoundExpression, right: BoundExpression)? {
    guard case .compare(.equal, let first, let second, _) = term.kind else { return nil }
    // All that a side reads, also what it reads only for a message.
    let (one, other) = (first.columns, second.columns)
    guard !one.isEmpty, !other.isEmpty else { return nil }
    if one.isDisjoint(with: right), other.isSubset(of: right) { return (first, second) }
    if other.isDisjoint(with: right), one.isSubset(of: right) { return (second, first) }
    return nil
  }
}
