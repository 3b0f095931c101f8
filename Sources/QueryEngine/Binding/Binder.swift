package import Catalogue
package import Diagnostics
package import QuerySyntax

/// Turns a script's names into columns and checks its types, all statements before any runs.
package struct Binder {
  /// What a session knows before the script: its current source and its last result.
  package struct Context: Sendable {
    package var current: SourceReference?
    /// The categories of the current source to which `use` has narrowed it.
    package var categories: [TextLiteral] = []
    package var last: Scope?
    /// The source of the item last shown or of the last result, for `show ID`.
    package var lastSource: SourceReference?
    /// Set after a statement that could not be read, which may have set any of these.
    var isUncertain = false

    package init() {}
  }

  private let directory: any SourceDirectory
  private var context: Context
  private var nextColumn = 0
  private var diagnostics: [Diagnostic] = []
  private var source = SourceText(name: "", "")

  private init(_ directory: any SourceDirectory, _ context: Context) {
    self.directory = directory
    self.context = context
  }

  /// Binds every statement, each in the context that those before it leave.
  package static func bind(
    _ script: Script, in context: Context, directory: any SourceDirectory
  ) -> (statements: [BoundStatement], diagnostics: [Diagnostic]) {
    var binder = Binder(directory, context)
    binder.source = script.source
    // Columns of the last result keep their numbers, so new ones begin after them.
    let known = context.last.map { $0.fields.map(\.id) + $0.keptColumns } ?? []
    binder.nextColumn = known.map(\.number).max() ?? 0
    let statements = script.statements.compactMap { binder.bind($0) }
    return (statements, binder.diagnostics)
  }

  private mutating func bind(_ statement: Statement) -> BoundStatement? {
    switch statement {
    case .pipeline(let pipeline):
      guard let plan = plan(pipeline) else {
        context.isUncertain = true
        return nil
      }
      context.last = plan.scope
      context.lastSource = plan.scope.source ?? context.lastSource
      return .query(plan)
    case .use(let clause, _): return use(clause)
    case .unreadable:
      context.isUncertain = true
      return nil
    case .describe(let name, let range):
      guard let reference = reference(name, range),
        let found = find(reference, name?.range ?? range)
      else { return nil }
      let plan = description(of: found, reference, range)
      context.last = plan.scope
      return .query(plan)
    }
  }

  private mutating func use(_ clause: FromClause) -> BoundStatement? {
    let reference: SourceReference
    switch clause.source.kind {
    case .name(let name): reference = .named(name)
    case .address(let address): reference = .address(address)
    case .lastResult:
      report(.resultIsNoSource(clause.range))
      return nil
    }
    guard let found = find(reference, clause.source.range) else {
      context.isUncertain = true
      return nil
    }
    check(clause.categories, of: found)
    context.current = reference
    context.categories = clause.categories
    return .use(reference, in: clause.categories)
  }

  private mutating func report(_ diagnostic: Diagnostic) {
    var diagnostic = diagnostic
    diagnostic.source = diagnostic.source ?? source
    diagnostics.append(diagnostic)
  }
}

/// A statement that can run.
package enum BoundStatement: Sendable {
  case query(LogicalPlan)
  case use(SourceReference, in: [TextLiteral])
}

// Sources.
extension Binder {
  /// The source that a name stands for, or the current one.
  private mutating func reference(_ name: SourceName?, _ place: SourceRange) -> SourceReference? {
    switch name?.kind {
    case .name(let name): return .named(name)
    case .address(let address): return .address(address)
    case .lastResult:
      report(.resultIsNoSource(place))
      return nil
    case nil: break
    }
    if let current = context.current { return current }
    if !context.isUncertain { report(.noCurrentSource(place)) }
    return nil
  }

  /// Opens a source; a fault of it becomes a diagnostic at the place that names it.
  private mutating func find(
    _ reference: SourceReference, _ place: SourceRange
  ) -> (any CatalogueSource)? {
    do throws(SourceFault) {
      if let found = try directory.source(reference) { return found }
      if case .named(let name) = reference {
        report(.unknownSource(name, place, known: directory.names))
      }
    } catch {
      report(Diagnostic(error, at: place, in: source))
    }
    return nil
  }
}

// Pipelines.
extension Binder {
  private mutating func plan(_ pipeline: Pipeline) -> LogicalPlan? {
    switch pipeline.head {
    case .from(let clause): return plan(from: clause, pipeline)
    case .current(let place):
      guard let reference = reference(nil, currentPlace(pipeline, place)),
        let found = find(reference, place)
      else { return nil }
      return scan(found, reference, context.categories, pipeline)
    case .lastResult(let place):
      guard let last = context.last else {
        if !context.isUncertain { report(.noLastResult(place)) }
        return nil
      }
      return finish(pipeline, .lastResult(columns: last.keptColumns), last, from: nil)
    case .item(let item, let name, let range): return plan(item, of: name, range, pipeline)
    case .categories(let name, let range):
      guard let reference = reference(name, range),
        let found = find(reference, name?.range ?? range)
      else { return nil }
      return table(Self.categoryColumns, pipeline) { .categories(found, columns: $0) }
    case .sources: return table(Self.sourceColumns, pipeline) { .sources(columns: $0) }
    }
  }

  /// Where to point when no source is named: the first stage's word.
  private func currentPlace(_ pipeline: Pipeline, _ place: SourceRange) -> SourceRange {
    pipeline.stages.first?.keyword ?? place
  }

  private mutating func plan(from clause: FromClause, _ pipeline: Pipeline) -> LogicalPlan? {
    if case .lastResult = clause.source.kind {
      guard let last = context.last else {
        if !context.isUncertain { report(.noLastResult(clause.range)) }
        return nil
      }
      return finish(pipeline, .lastResult(columns: last.keptColumns), last, from: nil)
    }
    guard let reference = reference(clause.source, clause.range),
      let found = find(reference, clause.source.range)
    else { return nil }
    return scan(found, reference, clause.categories, pipeline)
  }

  private mutating func scan(
    _ found: any CatalogueSource, _ reference: SourceReference, _ categories: [TextLiteral],
    _ pipeline: Pipeline
  ) -> LogicalPlan? {
    var (binder, columns) = pipelineBinder(over: found, reference)
    check(categories, of: found)
    if let category = found.schema.category, !categories.isEmpty {
      binder.keepCategories(categories, field: found.schema.fields[category].name)
    }
    binder.bind(pipeline.stages)
    return finish(binder, .scan(found, columns: columns), pipeline.range)
  }

  private mutating func plan(
    _ item: ItemReference, of name: SourceName?, _ range: SourceRange, _ pipeline: Pipeline
  ) -> LogicalPlan? {
    guard let reference = itemSource(name, range),
      let found = find(reference, name?.range ?? range)
    else { return nil }
    guard found.schema.key != nil else {
      report(.noKey(found.schema.source, item.range))
      return nil
    }
    if case .row = item.kind, context.last?.key == nil {
      report(.noRows(item.range))
      return nil
    }
    var (binder, columns) = pipelineBinder(over: found, reference)
    binder.wantedDetails = binder.scope.fields.filter { $0.pendingDetail != nil }
    binder.fetchDetails()
    binder.scope.visible = binder.scope.present.compactMap { field in
      field.names.first.map { Scope.Visible(label: $0, id: field.id) }
    }
    binder.bind(pipeline.stages)
    return finish(
      binder, .item(found, itemID(item), columns: columns, item.range), pipeline.range)
  }

  private func itemID(_ item: ItemReference) -> LogicalPlan.ItemID {
    switch item.kind {
    case .id(let id): .id(id)
    case .row(let row): .row(row)
    }
  }

  /// The source of `show ID`: the one named, the current one, or the last result's.
  private mutating func itemSource(_ name: SourceName?, _ place: SourceRange) -> SourceReference? {
    if name == nil, let source = context.current ?? context.lastSource { return source }
    return reference(name, place)
  }

  /// A binder whose scope holds a source's fields, the derived ones computed.
  private mutating func pipelineBinder(
    over found: any CatalogueSource, _ reference: SourceReference
  ) -> (binder: PipelineBinder, columns: [ScanColumn]) {
    let schema = found.schema
    var binder = PipelineBinder(
      source: source, scope: Scope(noun: schema.source), nextColumn: nextColumn,
      catalogue: found)
    binder.scope.source = reference
    let columns = binder.open(schema)
    return (binder, columns)
  }

  /// Reports categories that the source does not have.
  private mutating func check(_ categories: [TextLiteral], of found: any CatalogueSource) {
    guard let first = categories.first else { return }
    guard found.schema.category != nil else {
      report(.noCategories(found.schema.source, first.range))
      return
    }
    do throws(SourceFault) {
      let known = try found.categories().map(\.name)
      for category in categories where !known.contains(where: { same($0, category.value) }) {
        report(.unknownCategory(category, of: found.schema.source, known: known))
      }
    } catch {
      report(Diagnostic(error, at: first.range, in: source))
    }
  }

  private func same(_ first: String, _ second: String) -> Bool {
    let column = TextColumn(PackedText([first]))
    return TextPattern(second, mode: .equals, exact: false).matches(column)[0]
  }

  private mutating func finish(
    _ pipeline: Pipeline, _ origin: LogicalPlan.Origin, _ scope: Scope,
    from found: (any CatalogueSource)?
  ) -> LogicalPlan? {
    var binder = PipelineBinder(
      source: source, scope: scope, nextColumn: nextColumn, catalogue: found)
    if let reference = scope.source, scope.fields.contains(where: { $0.pendingDetail != nil }) {
      binder.catalogue = find(reference, pipeline.range)
    }
    binder.bind(pipeline.stages)
    return finish(binder, origin, pipeline.range)
  }

  private mutating func finish(
    _ binder: PipelineBinder, _ origin: LogicalPlan.Origin, _ range: SourceRange
  ) -> LogicalPlan {
    nextColumn = binder.nextColumn
    diagnostics += binder.diagnostics
    let output = binder.scope.visible.map { column in
      OutputColumn(
        label: column.label, id: column.id, type: binder.scope.field(column.id)?.type ?? .any)
    }
    return LogicalPlan(
      origin: origin, steps: binder.steps, output: output, scope: binder.scope,
      format: binder.format, isSilent: binder.endsInExpectation, range: range)
  }
}

// Tables that describe the catalogues themselves.
extension Binder {
  static let categoryColumns: [(name: String, type: ValueType)] = [
    ("id", .id), ("name", .text), ("parent", .id), ("items", .int),
  ]
  static let sourceColumns: [(name: String, type: ValueType)] = [
    ("source", .text), ("what", .text), ("rows", .int), ("copy", .text),
  ]
  static let descriptionColumns: [(name: String, type: ValueType)] = [
    ("field", .text), ("type", .text), ("filled", .text), ("values", .text), ("meaning", .text),
  ]

  private mutating func description(
    of found: any CatalogueSource, _ reference: SourceReference, _ range: SourceRange
  ) -> LogicalPlan {
    let (binder, scan) = pipelineBinder(over: found, reference)
    nextColumn = binder.nextColumn
    return table(Self.descriptionColumns, range, noun: "fields") {
      .describe(found, columns: $0, scan: scan, derived: binder.derived)
    }
  }

  private mutating func table(
    _ columns: [(name: String, type: ValueType)], _ pipeline: Pipeline,
    origin: ([ColumnID]) -> LogicalPlan.Origin
  ) -> LogicalPlan {
    let (binder, ids) = tableBinder(columns, noun: "rows")
    var bound = binder
    bound.bind(pipeline.stages)
    return finish(bound, origin(ids), pipeline.range)
  }

  private mutating func table(
    _ columns: [(name: String, type: ValueType)], _ range: SourceRange, noun: String,
    origin: ([ColumnID]) -> LogicalPlan.Origin
  ) -> LogicalPlan {
    let (binder, ids) = tableBinder(columns, noun: noun)
    return finish(binder, origin(ids), range)
  }

  private func tableBinder(
    _ columns: [(name: String, type: ValueType)], noun: String
  ) -> (binder: PipelineBinder, ids: [ColumnID]) {
    var binder = PipelineBinder(
      source: source, scope: Scope(noun: noun), nextColumn: nextColumn, catalogue: nil)
    let ids = columns.map { _ in binder.newColumn() }
    binder.scope.fields = zip(columns, ids).map { column, id in
      Scope.Field(id: id, names: [column.name], type: column.type)
    }
    binder.scope.visible = zip(columns, ids).map { Scope.Visible(label: $0.name, id: $1) }
    return (binder, ids)
  }
}
