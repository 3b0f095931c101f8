// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// Stages that choose rows and columns and compute further ones.
extension PipelineBinder {
  mutating func filter(_ condition: Expression) {
    let bound = bind(condition)
    if let type = bound.type, type != .bool {
      report(.notACondition(source, condition.range, type))
    }
    append(FilterStep(condition: bound, notes: nullNotes(of: bound)))
  }

  mutating func search(_ words: Expression, _ names: [Name]) {
    let text = values.text(words)
    var fields: [Scope.Field] = []
    if names.isEmpty {
      fields = scope.present.filter { $0.type.map(Self.isSearched) ?? false }
    }
    for name in names {
      guard let field = resolve(name) else { continue }
      if let type = field.type, !Self.isSearched(type) { report(.searchNeedsText(name, type)) }
      fields.append(field)
    }
    let dates = ColumnSet(fields.filter { $0.type == .date }.map(\.id))
    append(
      SearchStep(text, in: fields.map(\.id), dates: dates, namesFields: !names.isEmpty))
  }

  /// Whether words are looked for in values of a type; dates are as they are written.
  private static func isSearched(_ type: ValueType) -> Bool {
    type.isTextual || type == .date
  }

  mutating func orderings(
    _ keys: [SortKeyClause], descendingByDefault: Bool
  ) -> [SortColumn] {
    keys.indices.map { index in
      let key = keys[index]
      let bound = bindKey(index, of: keys)
      if let type = bound.type, !type.isSortable {
        report(.cannotSort(bound.range, type))
      }
      return SortColumn(
        column: column(of: bound), order: SortKey.Order(bound.type),
        descending: key.direction.map { $0 == .descending } ?? descendingByDefault,
        nullsFirst: key.nullsFirst, label: label(of: key.expression))
    }
  }

  /// What messages call a key: its name, or how it is written.
  private func label(of key: Expression) -> String {
    if case .name(let name) = key.kind { return name.text }
    return source[key.range]
  }

  /// The column of an expression: its own for a plain field, else one that is computed for it.
  mutating func column(of bound: BoundExpression) -> ColumnID {
    if case .column(let id) = bound.kind { return id }
    let id = newColumn()
    append(ExtendStep([Projection(id: id, expression: bound)]))
    return id
  }

  mutating func show(_ shown: Shown) {
    guard case .columns(let clauses) = shown else {
      listsColumns = false
      scope.showAll()
      return
    }
    let columns = clauses.compactMap { column($0) }
    fetchDetails()
    reportRepeated(columns.map(\.name), in: [clauses.map(\.range)])
    scope.visible = columns.map { Scope.Visible(label: $0.name.text, id: $0.id) }
    listsColumns = true
  }

  typealias ShownColumn = (name: ColumnName, id: ColumnID)

  /// A column of `show`, `count by` and the like; nil when its name is unknown.
  mutating func column(_ clause: ColumnClause) -> ShownColumn? {
    switch clause {
    case .computed(let assignment):
      let field = define(assignment)
      return (ColumnName(assignment.name), field)
    case .field(let expression):
      if case .name(let name) = expression.kind {
        return resolve(name).map { field in
          (ColumnName(scope.label(for: name.text, of: field), name.range, .field), field.id)
        }
      }
      let bound = bind(expression)
      guard bound.type != nil else { return nil }
      let label = expression.path.joined(separator: ".")
      let id = column(of: bound)
      scope.fields.append(Scope.Field(id: id, names: [label], type: bound.type))
      return (ColumnName(label, expression.range, .field), id)
    }
  }

  /// Computes a column and gives it a name.
  private mutating func define(_ assignment: Assignment) -> ColumnID {
    computed += 1
    if computed == BindingLimit.computedColumns + 1 {
      report(.tooManyColumns(assignment.name.range))
    }
    guard computed <= BindingLimit.computedColumns else { return newColumn() }
    let bound = bind(assignment.value)
    let id = newColumn()
    let name = assignment.name.text
    append(ExtendStep([Projection(id: id, expression: bound, name: name)]))
    lineage.notes[id] = nullNotes(of: bound)
    guard let old = scope.field(name) else {
      scope.fields.append(Scope.Field(id: id, names: [name], type: bound.type))
      return id
    }
    NameBinder(context: context).reportHomonyms(assignment.name, scope.homonyms(of: name))
    // The field keeps its names and its place.
    scope.replace(old.id, by: Scope.Field(id: id, names: old.names, type: bound.type))
    return id
  }

  mutating func extend(_ assignments: [Assignment]) {
    reportRepeated(assignments.map { ColumnName($0.name) }, in: [])
    for assignment in assignments {
      let id = define(assignment)
      guard let field = scope.field(id), !scope.visible.contains(where: { $0.id == id }) else {
        continue
      }
      let label = scope.label(for: assignment.name.text, of: field)
      scope.visible.append(Scope.Visible(label: label, id: id))
    }
  }

  /// Takes over what stages have made in a row of the last result, as it was shown there.
  mutating func takeOver(from last: Scope, row: Int, _ place: ScriptRange) {
    for column in last.visible {
      guard let made = last.field(column.id), made.index == nil, let name = made.names.first else {
        continue
      }
      let id = newColumn()
      let cell = BoundExpression(.cell(row: row, made.id), made.type, place)
      append(ExtendStep([Projection(id: id, expression: cell, name: name)]))
      if let old = scope.field(name) {
        scope.replace(old.id, by: Scope.Field(id: id, names: old.names, type: made.type))
      } else {
        scope.fields.append(Scope.Field(id: id, names: made.names, type: made.type))
        scope.visible.append(Scope.Visible(label: column.label, id: id))
      }
    }
  }

  mutating func rename(_ renamings: [Renaming]) {
    for renaming in renamings {
      guard let field = resolve(renaming.from) else { continue }
      if let other = scope.field(renaming.to.text), other.id != field.id {
        report(.nameTaken(renaming.to))
        continue
      }
      var renamed = field
      renamed.names = [renaming.to.text]
      scope.replace(field.id, by: renamed, shownAs: renaming.to.text)
    }
    fetchDetails()
  }

  mutating func drop(_ names: [Name], _ stage: Stage) {
    let dropped = Set(names.compactMap { find($0)?.id })
    let visible = scope.visible.filter { !dropped.contains($0.id) }
    scope.keep(
      scope.fields.filter { !dropped.contains($0.id) }, because: stage.keyword, in: source)
    scope.visible = visible
    if visible.isEmpty, !dropped.isEmpty { emptied = stage.range }
  }

  mutating func distinct(_ names: [Name], _ stage: Stage) {
    let chosen = names.compactMap { name in
      resolve(name).map {
        (ColumnName(scope.label(for: name.text, of: $0), name.range, .field), $0)
      }
    }
    reportRepeated(chosen.map(\.0), in: [names.map(\.range)])
    var fields = chosen.map { name, field in
      var named = field
      named.names = [name.text]
      return named
    }
    if names.isEmpty {
      fields = scope.visible.map { column in
        Scope.Field(id: column.id, names: [column.label], type: scope.field(column.id)?.type)
      }
    }
    append(DistinctStep(columns: fields.map(\.id)))
    scope.nameRows(by: nil)
    scope.keep(fields.map(\.settled), because: stage.keyword, in: source)
  }

  /// The lists are those in which the names stand, each with its clauses in order.
  mutating func reportRepeated(_ names: [ColumnName], in lists: [[ScriptRange]]) {
    var seen: [String: [ColumnName]] = [:]
    var repeated: [(name: ColumnName, first: ColumnName)] = []
    for name in names {
      let folded = name.text.lowercased()
      if let first = seen[folded]?.first(where: { $0.isConfused(with: name) }) {
        repeated.append((name, first))
      } else {
        seen[folded, default: []].append(name)
      }
    }
    if repeated.isEmpty { return }
    // Each clause with the comma before it.
    let pairs = lists.flatMap { zip($0.dropFirst(), $0) }
    let wholes = Dictionary(
      pairs.map { ($0, ScriptRange($1.end, $0.end)) }, uniquingKeysWith: { first, _ in first })
    for (name, first) in repeated {
      report(.repeatedColumn(name, first: first, whole: wholes[name.range], in: source))
    }
  }

  mutating func expand(_ name: Name) {
    guard let field = resolve(name) else { return }
    guard case .list(let element) = field.type else {
      if let type = field.type { report(.needsList("expand", name.range, type)) }
      return
    }
    let id = newColumn()
    append(ExpandStep(list: field.id, element: id))
    let label = scope.label(for: name.text, of: field)
    scope.replace(
      field.id, by: Scope.Field(id: id, names: field.names, type: element), shownAs: label)
  }

  mutating func expect(_ expectation: Expectation, _ stage: Stage) {
    var file: PipelineBinder?
    if case .same(let path) = expectation {
      file = open(SourceName(kind: .address(path.value), range: path.range))
      if file == nil { return }
    }
    let expectations = ExpectationBinder(context: context, previous: previous)
    if let step = expectations.step(expectation, stage, file: file) { append(step) }
  }

  /// How many rows a page has when nothing is said.
  private static let usualPage = 10

  mutating func page(_ page: Count, _ size: Count?) {
    let rows = size.map { values.number($0) } ?? Self.usualPage
    let first = values.number(page)
    let (before, overflow) = max(first - 1, 0).multipliedReportingOverflow(by: rows)
    if first == 0 { report(.noPageZero(page.range)) }
    append(LimitStep.after(overflow ? .max : before))
    append(LimitStep.first(rows))
  }

  mutating func assert(_ condition: Expression, _ message: TextLiteral?) {
    let bound = bind(condition)
    if let type = bound.type, type != .bool {
      report(.notACondition(source, condition.range, type))
    }
    let type = scope.key.flatMap { scope.field($0)?.type }
    append(
      AssertStep(condition: bound, message: message?.value, key: scope.key, keyType: type))
  }
}

extension Diagnostic {
  fileprivate static func noPageZero(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(.missingOperand, "pages are counted from 1", at: Label(range))
  }
}
