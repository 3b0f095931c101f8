// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import TextPatterns

/// Binds the stages of one pipeline: each changes the scope and adds steps.
struct PipelineBinder {
  private(set) var environment: BindingEnvironment
  private let origin: RowSource
  var scope: Scope
  var steps: [any PlanStep] = []
  /// The source whose items the rows are; nil where they are others.
  let catalogue: (any CatalogueSource)?
  /// What the stage that is being bound has named and is not there yet.
  private var wanted = FieldNeeds()
  /// What columns have been made of, and what has been made of them.
  var lineage = ColumnLineage()
  /// The stage that has taken away the last column that was shown.
  var emptied: ScriptRange?
  /// The stage before the one that is being bound.
  private(set) var previous: Stage?
  /// How the rows are shown, as far as stages say it.
  private var output = PipelineOutput()
  /// Whether it reads single rows of the last result.
  private var readsRows = false
  private(set) var macros = MacroUses()
  /// Whether the columns that are shown are those that a stage has listed.
  var listsColumns = false
  /// How many columns are computed.
  var computed = 0
  /// How many steps there are, those of joined sources included.
  private(set) var weight = 0

  /// A pipeline of which no stage has been bound.
  init(
    _ environment: BindingEnvironment, _ scope: Scope, of catalogue: (any CatalogueSource)? = nil,
    from origin: RowSource
  ) {
    self.environment = environment
    self.environment.firstFault = environment.session.reported
    self.scope = scope
    self.catalogue = catalogue
    self.origin = origin
  }

  var source: ScriptText { environment.source }

  func newColumn() -> ColumnID { environment.session.newColumn() }

  func report(_ diagnostic: Diagnostic) { environment.report(diagnostic) }

  /// What it reads and does, with some columns.
  func relation(_ columns: [ColumnID]) -> Relation {
    Relation(origin: origin, steps: steps, columns: columns)
  }

  /// The whole pipeline, which stands somewhere in its script.
  func query(at range: ScriptRange) -> BoundQuery {
    let columns = scope.shown
    let relation = relation(columns.map(\.id))
    let presentation = Presentation(
      columns: columns, format: output.format, chart: output.chart,
      heading: output.heading.flatMap { id in columns.firstIndex { $0.id == id } },
      target: output.target, isSilent: output.isSilent, pictureSize: output.pictureSize,
      nouns: RowNouns(of: relation, scope), named: namedPlaces(columns),
      counts: steps.last { $0.traits.effect == .new }?.countOfRows.flatMap { id in
        columns.firstIndex { $0.id == id }
      })
    return BoundQuery(
      relation: relation, presentation: presentation, scope: scope, readsRows: readsRows,
      range: range, doubts: environment.session.takeDoubts())
  }

  /// Shows the picture of its item so many cells wide at most.
  mutating func show(pictureOf size: Count) {
    let reported = environment.session.reported
    let cells = values.number(size, "number of cells")
    if Setting.pictureSize.accepted(.number(Decimal(cells))) != nil {
      output.pictureSize = cells
    } else if environment.session.reported == reported {
      report(.wrongValue(source[size.range], Setting.pictureSize.accepts, size.range))
    }
  }

  /// The places of the columns that the query names, among those that are shown; nil for all.
  private func namedPlaces(_ columns: [OutputColumn]) -> Set<Int>? {
    if listsColumns { return nil }
    var named = ColumnSet()
    for step in steps {
      named.formUnion(ColumnSet(step.orderings.map(\.column)))
      if step.traits.effect == .subset { named.formUnion(step.namedColumns) }
    }
    let made = scope.fields.filter { $0.index == nil }.map(\.id)
    named.formUnion(ColumnSet(made))
    return Set(columns.indices.filter { named.contains(columns[$0].id) })
  }

  /// The rows that a step gives, which brings in those of another pipeline, in the place of these.
  func replaced(
    by step: any PlanStep, bringing other: PipelineBinder, giving scope: Scope
  ) -> PipelineBinder {
    var replaced = PipelineBinder(environment, scope, from: origin)
    replaced.steps = steps + [step]
    replaced.weight = weight + other.weight + 1
    replaced.computed = computed
    if case .lastResult = other.origin { replaced.readsRows = true }
    replaced.readsRows = replaced.readsRows || readsRows || other.readsRows
    return replaced
  }

  /// Goes on from a view under its name, where more may be known than where the view stands.
  mutating func goOn(as view: String, in known: Binder.Context) {
    environment.known = known
    scope.noun = view
    scope.title = nil
  }

  mutating func bind(_ stages: [Stage]) {
    bindAll(stages)
    if case .expect = stages.last?.kind { output.isSilent = true }
    if let emptied, scope.visible.isEmpty, !output.isSilent, !environment.hasFault {
      report(.nothingToShow(emptied, scope))
    }
  }

  private mutating func bindAll(_ stages: [Stage]) {
    for stage in stages where !environment.session.isCancelled() {
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
      let rows = values.number(count)
      append(TopStep(count: rows, orderings: orderings(keys, descendingByDefault: true)))
    case .show(let shown): show(shown)
    case .extend(let assignments): extend(assignments)
    case .rename(let renamings): rename(renamings)
    case .drop(let names): drop(names, stage)
    case .distinct(let names): distinct(names, stage)
    case .count(let columns): count(by: columns, stage)
    case .summarize(let clauses, let columns): summarize(clauses, by: columns, stage)
    case .limit(let count): append(LimitStep.first(values.number(count)))
    case .skip(let count): append(LimitStep.after(values.number(count)))
    case .group(let names, let stages): group(names, stages)
    case .expand(let name): expand(name)
    case .page(let page, let size): self.page(page, size)
    case .sample(let count, let seed):
      let rows = values.number(count)
      append(SampleStep(count: rows, seed: seed.map { values.number($0, "number") }))
    case .assert(let condition, let message): assert(condition, message)
    case .expect(let expectation): expect(expectation, stage)
    case .join(let clause): join(clause, stage)
    case .union(let name): union(name, stage)
    case .relation(let name): follow(name, stage)
    case .apply(let name, let arguments): apply(name, arguments, stage)
    case .save(let clause): save(clause, stage.range)
    case .to(let clause): output.format = format(clause)
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
    let missing = keys.filter { key in scope.field(lineage.present(key.id)) == nil }
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

  /// The stages of a macro.
  private mutating func apply(_ name: Name, _ arguments: [Expression], _ stage: Stage) {
    let known = environment.known
    guard let macro = known.declarations.macro(name.text) else {
      if !known.isUncertain {
        report(.unknownMacro(name, known.declarations.macroNames(ofStages: true)))
      }
      scope.isUncertain = true
      return
    }
    guard case .stages(let body) = macro.body else { return report(.expressionsAreCalled(name)) }
    macros.steps = weight
    guard let expansion = macros.expansion(of: macro, arguments, stage.range, environment),
      macros.begin(macro, at: stage.range, environment)
    else { return }
    bindAll(expansion.stages(body))
    macros.end(environment)
  }

  private mutating func save(_ clause: SaveClause, _ stage: ScriptRange) {
    let files = OutputBinder(environment: environment)
    guard let saved = files.target(of: clause, stage, scope) else { return }
    output.target = saved
    guard saved.contents == .rows else { return }
    if let format = clause.format {
      output.format = self.format(format)
      output.chart.markup = output.chart.markup ?? files.markup(ofFile: clause.path)
    } else if let known = files.format(ofFile: clause.path) {
      output.format = known
    }
  }

  /// The format that a clause asks for; the columns that a chart draws are then the only ones.
  private mutating func format(_ clause: FormatClause) -> ResultFormat? {
    let fields = clause.columns.compactMap { resolve($0) }
    fetchDetails()
    let binder = OutputBinder(environment: environment)
    let format = binder.format(of: clause, drawing: fields)
    output.chart = binder.chart(of: clause)
    if let format, format.takesHeading {
      output.heading = nil
      if let field = fields.first { head(rowsBy: field, clause.columns[0]) }
    } else if !clause.columns.isEmpty {
      scope.visible = zip(fields, clause.columns).map { field, column in
        Scope.Visible(label: scope.label(for: column.text, of: field), id: field.id)
      }
    }
    return format
  }

  /// Puts the rows together that one value of a field is going to head. The field is among those
  /// that are shown.
  private mutating func head(rowsBy field: Scope.Field, _ name: Name) {
    guard let field = scope.field(field.id) else { return }
    let label = scope.label(for: name.text, of: field)
    if let place = scope.visible.firstIndex(where: { $0.id == field.id }) {
      scope.visible[place].isOptional = false
    } else {
      scope.visible.append(Scope.Visible(label: label, id: field.id))
    }
    output.heading = field.id
    let key = OutputColumn(label: label, id: field.id, type: field.type ?? .any)
    append(HeadingStep(key: key))
  }
}

// Steps.
extension PipelineBinder {
  /// Adds a step, after fetching the details that its expressions have named.
  mutating func append(_ step: any PlanStep) {
    fetchDetails()
    steps.append(step)
    weight += 1
  }

  /// Puts items that others name in the place of the rows, with what is computed of them.
  mutating func replaceRows(by step: any PlanStep, computing others: [any PlanStep]) {
    steps += [step] + others
    weight += 1
  }

  /// `in "Bags", "Sneakers"`: a filter on the source's category.
  mutating func keepCategories(_ categories: [TextLiteral], field: String) {
    guard let category = scope.field(field) else { return }
    let terms = categories.map { literal in
      BoundExpression(
        .pattern(
          .literal(TextPattern(literal.value, mode: .equals, exact: false)),
          BoundExpression(.column(category.id), category.type, literal.range)),
        .bool, literal.range)
    }
    steps.append(FilterStep(condition: BoundExpression(.or(terms), .bool, categories[0].range)))
  }

  /// Brings in every field that is still to be fetched or computed, and shows all.
  mutating func fetchAll() {
    for field in scope.fields { wanted.add(field) }
    fetchDetails()
    scope.showAll()
  }

  /// Brings in what has been named and is not there yet.
  mutating func fetchDetails() {
    let needs = wanted.ordered(in: scope)
    wanted = FieldNeeds()
    fetch(needs.details)
    for field in needs.derivations {
      guard let pending = field.pendingDerivation else { continue }
      steps.append(ExtendStep([pending.projection]))
      scope.settle(field.id, \.pendingDerivation)
    }
  }

  private mutating func fetch(_ details: [Scope.Field]) {
    guard !details.isEmpty, let catalogue, let key = scope.key else { return }
    var detail = DetailStep(source: catalogue, key: key)
    for field in details {
      switch field.pendingDetail {
      case .field(let index): detail.columns.append(ScanColumn(id: field.id, field: index))
      case .isKnown: detail.isKnown = field.id
      case nil: break
      }
      scope.settle(field.id, \.pendingDetail)
    }
    steps.append(detail)
  }
}

// What stages are made of.
extension PipelineBinder {
  var context: ExpressionContext {
    var context = ExpressionContext(environment, scope, of: catalogue)
    context.provenance = lineage.notes
    context.macros = macros
    context.macros.steps = weight
    return context
  }

  /// The field of a name; an unknown one is reported.
  func find(_ name: Name) -> Scope.Field? { NameBinder(context: context).field(name) }

  /// The field of a name, which is brought in before the next step; an unknown one is reported.
  mutating func resolve(_ name: Name) -> Scope.Field? {
    let field = find(name)
    if let field { wanted.add(field) }
    return field
  }

  /// Binds what `summarize` makes, and gives the aggregates in it.
  mutating func bind(
    _ clause: AggregateClause
  ) -> (expression: BoundExpression, aggregates: [AggregateCall]) {
    var context = context
    context.takesAggregates = true
    context.nameless = clause.name == nil ? clause.value.range.start : nil
    let bound = bind(clause.value, in: context)
    return (bound.expression, bound.needs.aggregates)
  }

  mutating func bind(_ expression: Expression) -> BoundExpression {
    bind(expression, in: context).expression
  }

  /// Binds an expression and sees to what it needs.
  private mutating func bind(
    _ expression: Expression, in context: ExpressionContext
  ) -> BoundValue {
    let bound = ExpressionBinder.bind(expression, in: context)
    take(bound)
    for helper in bound.needs.helpers {
      append(helper.step)
      lineage.notes[helper.id] = helper.notes
    }
    return bound
  }

  /// A condition of pairs of rows, with the columns that are computed of each pair.
  mutating func bindPairs(
    _ condition: Expression
  ) -> (condition: BoundExpression, helpers: [Projection]) {
    var context = context
    context.seesRows = false
    let bound = ExpressionBinder.bind(condition, in: context)
    take(bound)
    let helpers = bound.needs.helpers.compactMap { helper in
      if case .projection(let projection) = helper.work { projection } else { nil }
    }
    return (bound.expression, helpers)
  }

  private mutating func take(_ bound: BoundValue) {
    wanted.formUnion(bound.needs.fields)
    readsRows = readsRows || bound.needs.readsRows
    macros = bound.macros
  }

  /// A key of an order; unknown, and reported, where it is none.
  mutating func bindKey(_ index: Int, of keys: [SortKeyClause]) -> BoundExpression {
    let expression = keys[index].expression
    let isFault = NameBinder(context: context).reportKey(index, of: keys)
    return isFault ? .unknown(expression.range) : bind(expression)
  }

  /// The fields whose nulls decide an expression, each once, as the query writes them.
  func nullNotes(of bound: BoundExpression) -> [NullNote] { context.nullNotes(of: bound) }

  /// The values that a stage is given besides its expressions.
  var values: StageValueBinder { StageValueBinder(context: context) }

  /// The rows of another source, a view or the last result; nil after a fault, which has been
  /// reported.
  mutating func open(_ name: SourceName) -> PipelineBinder? {
    let clause = FromClause(source: name, categories: [], range: name.range)
    guard let other = HeadBinder(environment: environment).head(from: clause) else {
      scope.isUncertain = true
      return nil
    }
    weight += other.weight
    if case .lastResult = other.origin { readsRows = true }
    readsRows = readsRows || other.readsRows
    return other
  }
}

/// What has become of the columns of a pipeline.
struct ColumnLineage {
  /// For columns that the query computes, the fields that they are computed from.
  var notes: [ColumnID: [NullNote]] = [:]
  /// For columns that a union has taken up, those that stand in their place.
  var takenUp: [ColumnID: ColumnID] = [:]

  /// A column as it is now: itself, or what unions have made of it.
  func present(_ column: ColumnID) -> ColumnID {
    var present = column
    while let next = takenUp[present] { present = next }
    return present
  }
}

/// How a pipeline wants its rows to be shown.
private struct PipelineOutput {
  /// Nil where it leaves that open.
  var format: ResultFormat?
  var chart = ChartOptions()
  /// The column whose values head the rows that have them; nil for none.
  var heading: ColumnID?
  /// The file that it writes; nil where the result is shown.
  var target: SaveTarget?
  /// Whether it only checks and shows nothing.
  var isSilent = false
  /// How many cells the picture of its item is wide at most; nil where the settings say so.
  var pictureSize: Int?
}
