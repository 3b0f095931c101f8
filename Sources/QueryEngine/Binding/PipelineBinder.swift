// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Binds one pipeline: stage by stage it turns names into columns and says what is wrong.
package struct PipelineBinder {
  let source: ScriptText
  var scope: Scope
  var steps: [any PlanStep] = []
  var diagnostics: [Diagnostic] = []
  /// The next column's number; numbers are never used twice in one script.
  var nextColumn: Int
  /// Fields of the items' own records that the stage being bound has named.
  var wantedDetails: [Scope.Field] = []
  /// Fields that are computed from such, each after those that it reads.
  var wantedDerivations: [Scope.Field] = []
  /// For columns that the query computes, the fields that they are computed from.
  var provenance: [ColumnID: [NullNote]] = [:]
  /// For columns that a union has taken up, those that stand in their place.
  var united: [ColumnID: ColumnID] = [:]
  /// The stage that has taken away the last column that was shown.
  var emptied: ScriptRange?
  /// The stage before the one that is being bound.
  var previous: Stage?
  /// Whether the pipeline checks and shows nothing.
  var endsInExpectation = false
  /// The form that the pipeline asks for.
  var form: OutputForm?
  /// The file that the pipeline writes.
  var target: SaveTarget?
  /// Whether it reads single rows of the last result.
  var readsRows = false
  /// The aggregates of the stage that is being bound; nil where none may stand.
  var measures: [AggregateCall]?
  /// The derived fields of the source, which the first steps compute.
  var derived: [DerivedField] = []
  /// The source whose items' records can be fetched.
  var catalogue: (any CatalogueSource)?
  /// Finds what other pipelines of the script can find; nil where nothing else can be named.
  var outer: Binder?
  /// Whether what is being bound stands, in the script, where a macro or a view is used.
  var isExpansion = false
  /// The macros that are being put in the place of their uses, the innermost last.
  var macros: [(macro: Macro, place: ScriptRange)] = []
  /// How many macros are being bound inside of each other, and how many have been.
  var expansionDepth = 0
  var expansions = 0
  /// How many levels of its expression the one that is being bound stands below.
  var nesting = 0

  /// More computed columns than this are refused.
  package static let maximumComputed = 1_000
  var computed = 0
  /// How many steps there are, those of joined sources included.
  var weight = 0
  /// A view of more steps is refused.
  package static let maximumWeight = 2_000

  mutating func newColumn() -> ColumnID {
    nextColumn += 1
    return ColumnID(number: nextColumn)
  }

  mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.source = diagnostic.source ?? source
    // Both bounds of `between` meet a fault of the value.
    if diagnostics.last != diagnostic { diagnostics.append(diagnostic) }
  }

  mutating func bind(_ stages: [Stage]) {
    bindAll(stages)
    if case .expect = stages.last?.kind { endsInExpectation = true }
    if let emptied, scope.visible.isEmpty, !endsInExpectation,
      !diagnostics.contains(where: \.isFatal)
    {
      report(.nothingToShow(emptied, scope))
    }
  }

  mutating func bindAll(_ stages: [Stage]) {
    for stage in stages {
      bind(stage)
      previous = stage
    }
  }

  private mutating func bind(_ stage: Stage) {
    switch stage.kind {
    case .filter(let condition): filter(condition)
    case .search(let words, let fields): search(words, fields)
    case .sort(let keys): append(SortStep(orderings: orderings(keys, descendingByDefault: false)))
    case .top(let count, let keys):
      let rows = number(count)
      append(TopStep(count: rows, orderings: orderings(keys, descendingByDefault: true)))
    case .show(let shown): show(shown)
    case .extend(let assignments): extend(assignments)
    case .rename(let renamings): rename(renamings)
    case .drop(let names): drop(names, stage)
    case .distinct(let names): distinct(names, stage)
    case .count(let columns): count(by: columns, stage)
    case .summarize(let clauses, let columns): summarize(clauses, by: columns, stage)
    case .limit(let count): append(LimitStep.first(number(count)))
    case .skip(let count): append(LimitStep.after(number(count)))
    case .group(let names, let stages): group(names, stages)
    case .expand(let name): expand(name)
    case .page(let page, let size): self.page(page, size)
    case .assert(let condition, let message): assert(condition, message)
    case .expect(let expectation): expect(expectation, stage)
    case .join(let clause): join(clause, stage)
    case .union(let name): union(name, stage)
    case .relation(let name): follow(name, stage)
    case .apply(let name, let arguments): apply(name, arguments, stage)
    case .save(let clause): save(clause, stage.range)
    case .to(let clause): form = form(clause)
    case .unreadable: scope.isUncertain = true
    }
  }

  private mutating func group(_ names: [Name], _ stages: [Stage]) {
    let found = names.compactMap { resolve($0) }
    fetchDetails()
    // As they are now that their details, if they have any, are fetched.
    let keys = found.compactMap { scope.field($0.id) }
    let before = steps
    steps = []
    bindAll(stages)
    let inner = steps
    steps = before
    let missing = keys.filter { key in scope.field(present(key.id)) == nil }
    for name in names where missing.contains(where: { $0.isNamed(name.text) }) {
      let isTaken = scope.fields.contains { $0.names.first?.isSameName(as: name.text) ?? false }
      if isTaken { report(.nameTaken(name)) }
    }
    scope.fields = missing + scope.fields
    scope.visible = missing.compactMap(\.shown) + scope.visible
    let columns = keys.map { key in
      OutputColumn(label: key.names.first ?? "", id: key.id, type: key.type ?? .any)
    }
    append(GroupStep(keys: columns, innerSteps: inner, adding: missing.map(\.id)))
  }

  /// A column as it is now: itself, or what unions have made of it.
  private func present(_ column: ColumnID) -> ColumnID {
    var present = column
    while let next = united[present] { present = next }
    return present
  }

  private mutating func expand(_ name: Name) {
    guard let field = resolve(name) else { return }
    guard case .list(let element) = field.type else {
      if let type = field.type { report(.needsList("expand", name.range, type)) }
      return
    }
    let id = newColumn()
    append(ExpandStep(list: field.id, element: id))
    let label = scope.label(for: name.text, of: field)
    scope.fields = scope.fields.map {
      $0.id == field.id ? Scope.Field(id: id, names: $0.names, type: element) : $0
    }
    scope.visible = scope.visible.map {
      $0.id == field.id ? Scope.Visible(label: label, id: id) : $0
    }
  }

  /// Adds a step, after fetching the details that its expressions have named.
  mutating func append(_ step: any PlanStep) {
    fetchDetails()
    steps.append(step)
    weight += 1
  }

  mutating func fetchDetails() {
    fetchWantedDetails()
    for field in wantedDerivations {
      guard let pending = field.pendingDerivation else { continue }
      steps.append(ExtendStep([pending.projection]))
      guard let index = scope.fields.firstIndex(where: { $0.id == field.id }) else { continue }
      scope.fields[index].pendingDerivation = nil
    }
    wantedDerivations = []
  }

  private mutating func fetchWantedDetails() {
    guard !wantedDetails.isEmpty, let catalogue, let key = scope.key else { return }
    var detail = DetailStep(source: catalogue, key: key)
    for field in wantedDetails {
      switch field.pendingDetail {
      case .field(let index): detail.columns.append(ScanColumn(id: field.id, field: index))
      case .isKnown: detail.isKnown = field.id
      case nil: break
      }
      guard let index = scope.fields.firstIndex(where: { $0.id == field.id }) else { continue }
      scope.fields[index].pendingDetail = nil
    }
    steps.append(detail)
    wantedDetails = []
  }
}

// The stages.
extension PipelineBinder {
  private mutating func filter(_ condition: Expression) {
    let bound = bind(condition)
    if let type = bound.type, type != .bool {
      report(.notACondition(source, condition.range, type))
    }
    append(FilterStep(condition: bound, notes: nullNotes(of: bound)))
  }

  /// The fields whose nulls decide an expression, each once, as the query writes them.
  func nullNotes(of bound: BoundExpression) -> [NullNote] {
    var notes: [NullNote] = []
    for field in bound.comparedFields {
      for note in provenanceNotes(of: field) {
        if let index = notes.firstIndex(where: { $0.place == note.place }) {
          notes[index].add(note)
        } else {
          notes.append(note)
        }
      }
    }
    return notes
  }

  /// The notes of one field, which may be read as a value of some type.
  private func provenanceNotes(of field: BoundExpression) -> [NullNote] {
    switch field.kind {
    case .column(let id):
      return provenance[id] ?? [NullNote(of: field, label(of: field, id))]
    case .convert(let inner):
      return inner.place.map { [NullNote(of: field, label(of: inner, $0.column))] } ?? []
    default: return []
    }
  }

  /// A field as the query writes it, or its name where a macro writes it.
  private func label(of field: BoundExpression, _ id: ColumnID) -> String {
    isExpansion ? scope.field(id)?.names.first ?? "value" : source[field.range]
  }

  private mutating func search(_ words: Expression, _ names: [Name]) {
    let text = text(words)
    var columns: [ColumnID] = []
    if names.isEmpty {
      columns = scope.present.filter { $0.type?.isTextual ?? false }.map(\.id)
    }
    for name in names {
      guard let field = resolve(name) else { continue }
      if let type = field.type, !type.isTextual { report(.searchNeedsText(name, type)) }
      columns.append(field.id)
    }
    append(SearchStep(text, in: columns, namesFields: !names.isEmpty))
  }

  private mutating func orderings(
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
        nullsFirst: key.nullsFirst)
    }
  }

  /// The column of an expression: its own for a plain field, else one that is computed for it.
  mutating func column(of bound: BoundExpression) -> ColumnID {
    if case .column(let id) = bound.kind { return id }
    let id = newColumn()
    append(ExtendStep([Projection(id: id, expression: bound)]))
    return id
  }

  private mutating func show(_ shown: Shown) {
    guard case .columns(let clauses) = shown else {
      scope.showAll()
      return
    }
    let columns = clauses.compactMap { column($0) }
    fetchDetails()
    reportRepeated(columns.map(\.name))
    scope.visible = columns.map { Scope.Visible(label: $0.name.text, id: $0.id) }
  }

  typealias ShownColumn = (name: ColumnName, id: ColumnID)

  /// A column of `show`, `count by` and the like; nil when its name is unknown.
  mutating func column(_ clause: ColumnClause) -> ShownColumn? {
    switch clause {
    case .computed(let assignment):
      let field = define(assignment)
      return (ColumnName(assignment.name.text, assignment.name.range, isMade: true), field)
    case .field(let expression):
      if case .name(let name) = expression.kind {
        return resolve(name).map { field in
          (ColumnName(scope.label(for: name.text, of: field), name.range), field.id)
        }
      }
      let bound = bind(expression)
      guard bound.type != nil else { return nil }
      let label = expression.path.joined(separator: ".")
      let id = column(of: bound)
      scope.fields.append(Scope.Field(id: id, names: [label], type: bound.type))
      return (ColumnName(label, expression.range), id)
    }
  }

  /// Computes a column and gives it a name.
  private mutating func define(_ assignment: Assignment) -> ColumnID {
    computed += 1
    if computed == Self.maximumComputed + 1 { report(.tooManyColumns(assignment.name.range)) }
    guard computed <= Self.maximumComputed else { return newColumn() }
    let bound = bind(assignment.value)
    let id = newColumn()
    let name = assignment.name.text
    append(ExtendStep([Projection(id: id, expression: bound, name: name)]))
    provenance[id] = nullNotes(of: bound)
    guard let old = scope.field(name) else {
      scope.fields.append(Scope.Field(id: id, names: [name], type: bound.type))
      return id
    }
    reportHomonyms(assignment.name, scope.homonyms(of: name))
    // The field keeps its names and its place.
    scope.fields = scope.fields.map {
      $0.id == old.id ? Scope.Field(id: id, names: old.names, type: bound.type) : $0
    }
    scope.visible = scope.visible.map {
      $0.id == old.id ? Scope.Visible(label: $0.label, id: id) : $0
    }
    return id
  }

  private mutating func extend(_ assignments: [Assignment]) {
    reportRepeated(assignments.map { ColumnName($0.name.text, $0.name.range, isMade: true) })
    for assignment in assignments {
      let id = define(assignment)
      guard let field = scope.field(id), !scope.visible.contains(where: { $0.id == id }) else {
        continue
      }
      let label = scope.label(for: assignment.name.text, of: field)
      scope.visible.append(Scope.Visible(label: label, id: id))
    }
  }

  private mutating func rename(_ renamings: [Renaming]) {
    for renaming in renamings {
      guard let field = resolve(renaming.from) else { continue }
      if let other = scope.field(renaming.to.text), other.id != field.id {
        report(.nameTaken(renaming.to))
        continue
      }
      let name = renaming.to.text
      scope.fields = scope.fields.map {
        var renamed = $0
        if $0.id == field.id { renamed.names = [name] }
        return renamed
      }
      scope.visible = scope.visible.map {
        $0.id == field.id ? Scope.Visible(label: name, id: field.id) : $0
      }
    }
    fetchDetails()
  }

  private mutating func drop(_ names: [Name], _ stage: Stage) {
    let dropped = Set(names.compactMap { resolve($0)?.id })
    wantedDetails = []
    wantedDerivations = []
    let visible = scope.visible.filter { !dropped.contains($0.id) }
    scope.keep(
      scope.fields.filter { !dropped.contains($0.id) }, because: stage.keyword, in: source)
    scope.visible = visible
    if visible.isEmpty, !dropped.isEmpty { emptied = stage.range }
  }

  private mutating func distinct(_ names: [Name], _ stage: Stage) {
    let chosen = names.compactMap { name in
      resolve(name).map { (ColumnName(scope.label(for: name.text, of: $0), name.range), $0) }
    }
    reportRepeated(chosen.map(\.0))
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
    let present = fields.map { field in
      var fetched = field
      fetched.pendingDetail = nil
      fetched.pendingDerivation = nil
      return fetched
    }
    scope.keep(present, because: stage.keyword, in: source)
  }

  mutating func reportRepeated(_ names: [ColumnName]) {
    var seen: [String: [ColumnName]] = [:]
    for name in names {
      let folded = name.text.lowercased()
      if let first = seen[folded]?.first(where: { $0.isConfused(with: name) }) {
        report(.repeatedColumn(name.text, name.range, first: first.range))
      } else {
        seen[folded, default: []].append(name)
      }
    }
  }
}
