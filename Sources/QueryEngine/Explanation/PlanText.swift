// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Writes plans for people and for tests: a line for each step, numbered, with the columns by
/// their names.
package struct PlanText {
  let names: ColumnNames
  private let presentation: Presentation
  /// Nil where it is not told how a plan is run.
  private let detail: PlanDetail?

  private init(_ query: BoundQuery, _ detail: PlanDetail? = nil) {
    presentation = query.presentation
    names = ColumnNames(query)
    self.detail = detail
  }

  /// What the binder makes of a statement, with the types of the columns that are shown.
  package static func bound(_ statement: BoundStatement) -> String {
    text(statement) { query in
      let text = PlanText(query)
      let shown = query.presentation.columns.map { "\(text.shown($0)) \($0.type)" }
      let steps = query.relation.steps.map { PlanLine(text: $0.line(in: text)) }
      return text.lines(query.relation.origin, steps, shown)
    }
  }

  /// What the executor does for a statement, with so many threads; nil for as many as there are
  /// processors.
  package static func planned(_ statement: BoundStatement, workers: Int? = nil) -> String {
    text(statement) { query in
      text(
        Planner.plan(query, keepingScope: false), of: query,
        detail: PlanDetail(workers: workers))
    }
  }

  /// The same for statements one after another, of which some may say how many threads there are.
  package static func planned(_ statements: [BoundStatement]) -> [String] {
    var workers: Int?
    return statements.map { statement in
      if case .set(.workers, let value, _) = statement.action {
        workers = value.int
      }
      return planned(statement, workers: workers)
    }
  }

  /// What the executor does for a pipeline, after the planner's rules; in detail with the
  /// algorithms that it uses and with what threads share, and with what a step runs below its line.
  package static func text(
    _ plan: PhysicalPlan, of query: BoundQuery, detail: PlanDetail? = nil
  ) -> String {
    let text = PlanText(query, detail)
    return text.lines(plan.source, text.steps(plan), query.presentation.columns.map(text.shown))
  }

  /// The steps of a plan, of which threads share the first where its list is at hand.
  private func steps(_ plan: PhysicalPlan) -> [PlanLine] {
    guard detail != nil else {
      return plan.operators.map { PlanLine(text: $0.step.line(in: self)) }
    }
    // Whether a list of a server is at hand is found by reading what is kept.
    guard plan.source.isLocal, let work = plan.shared else {
      return steps(plan.operators, shared: 0)
    }
    return steps(plan.operators, shared: work.count)
  }

  private func steps(_ operators: [PhysicalOperator], shared: Int) -> [PlanLine] {
    operators.enumerated().map { place, planned in
      let inputs = planned.inputs.flatMap { [PlanLine(text: origin($0.source))] + steps($0) }
      return PlanLine(
        text: planned.step.line(in: self)
          + (detail?.text(of: planned, isShared: place < shared) ?? ""),
        below: inputs + steps(planned.inner, shared: 0))
    }
  }

  private static func text(
    _ statement: BoundStatement, _ written: (BoundQuery) -> String
  ) -> String {
    switch statement.action {
    case .query(let query): return written(query)
    case .use(let reference, let categories): return use(reference, in: categories)
    case .declare(let meaning): return "known: \(meaning.label)\n"
    case .set(let setting, let value, _):
      let word = value == .null ? Setting.usualWord : JSONText.string(value)
      return "set \(setting.rawValue) = \(word)\n"
    case .explain(let query): return "explain\n\(written(query))"
    case .steps(let query): return "explain steps\n\(query.map(written) ?? "")"
    case .definition(let source): return "definition \(source.schema.source.asName)\n"
    case .expectError(let expected):
      let found = expected.found.map { "found \($0.rawValue)\n" }.joined()
      return "expect error \(expected.code)\n\(found)\(expected.query.map(written) ?? "")"
    }
  }

  private static func use(_ reference: SourceReference, in categories: [TextLiteral]) -> String {
    let narrowed = categories.map { quoted($0.value) }.joined(separator: ", ")
    return "use \(reference.masked.written)\(narrowed.isEmpty ? "" : " in \(narrowed)")\n"
  }

  private func lines(_ source: RowSource, _ steps: [PlanLine], _ shown: [String]) -> String {
    var ends: [String] = []
    if !presentation.isSilent { ends.append("show \(shown.joined(separator: ", "))") }
    if let target = presentation.target {
      ends.append("save \(Self.quoted(target.path))\(target.replaces ? " replace" : "")")
    }
    if let format = presentation.format {
      let markup = presentation.chart.markup.map { "\($0.name) " } ?? ""
      ends.append("to \(markup)\(format.name)")
    }
    return PlanLine.written(
      [PlanLine(text: origin(source))] + steps + ends.map { PlanLine(text: $0) })
  }

  private func shown(_ column: OutputColumn) -> String {
    let (label, name) = (column.label.asName, names[column.id])
    return label == name ? label : "\(label) = \(name)"
  }

  private func origin(_ origin: RowSource) -> String {
    switch origin {
    case .scan(let source, let columns, let request):
      scan(source, request) + fields(columns)
    case .item(let source, let id, let columns, _):
      "item \(item(id, of: source)), here: \(fields(columns))"
    case .related(let source, let relation, let id, let columns, _):
      "follow \(relation.asName) from item \(item(id, of: source)), "
        + "here: \(fields(columns))"
    case .categories(let source, nil, let columns, _):
      "categories of \(source.schema.source.asName): \(names.row(columns))"
    case .categories(let source, let id?, let columns, _):
      "category \(item(source.titled(id), of: source)): \(names.row(columns))"
    case .sources(let columns): "sources: \(names.row(columns))"
    case .describe(let source, let columns, _, _):
      "describe \(source.schema.source.asName): \(names.row(columns))"
    case .lastResult(let columns): "last result: \(names.row(columns))"
    }
  }

  private func scan(_ source: any CatalogueSource, _ request: ScanRequest) -> String {
    let asked = RequestText.parts(request, of: source).joined(separator: ", ")
    let isOfList =
      request.order.isEmpty || PushOrder.keepsTies(request.order, of: source)
    let ties = isOfList ? "" : " (equal rows as this request gives them)"
    let server = asked.isEmpty ? "" : "server: \(asked)\(ties); "
    let rows = source.chosenRows.map { " \($0.written)" } ?? ""
    let time = source.taken.map { " at \($0)" } ?? ""
    let known = RequestText.partConditions(request, of: source).joined(separator: ", ")
    let unit = source.capability.soughtFields.isEmpty ? "batches" : "lines"
    let parts = known.isEmpty ? "" : "\(unit) that may have \(known); "
    return "scan \(source.schema.source.asName)\(rows)\(time), \(server)\(parts)here: "
  }

  /// The fields that are read; rows can be counted without any.
  private func fields(_ columns: [ScanColumn]) -> String {
    columns.isEmpty ? "no field" : names.row(columns.map(\.id))
  }

  private func item(_ id: RowSource.ItemID, of source: any CatalogueSource) -> String {
    let name = source.schema.source.asName
    return switch id {
    case .id(let id): "\(Self.quoted(id)) of \(name)"
    case .row(let row): "of row \(row) of the last result, from \(name)"
    case .lastShown: "last shown of \(name)"
    }
  }

  static func quoted(_ text: String) -> String { JSONText.string(.text(text)) }
}

// What steps are told with.
extension PlanText {
  func expression(_ expression: BoundExpression) -> String {
    ExpressionText(names: names).text(expression)
  }

  /// Whether a line is followed by what is told of how it is run.
  var showsAlgorithms: Bool { detail != nil }

  /// A relation that a step brings in, behind its word; nothing where it stands below.
  func inner(_ relation: Relation) -> String {
    inner([origin(relation.origin)] + relation.steps.map { $0.line(in: self) })
  }

  /// The same of the steps that it runs for each group.
  func inner(_ steps: [any PlanStep]) -> String { inner(steps.map { $0.line(in: self) }) }

  private func inner(_ lines: [String]) -> String {
    showsAlgorithms ? "" : " (\(lines.joined(separator: " | ")))"
  }

  func keys(_ orderings: [SortColumn]) -> String {
    orderings.map { ordering in
      names[ordering.column] + (ordering.descending ? " desc" : "")
        + (ordering.nullsFirst ? " nulls first" : "")
    }.joined(separator: ", ")
  }
}

/// A line of a plan, with those of what it runs.
private struct PlanLine {
  let text: String
  var below: [PlanLine] = []

  /// The lines with their numbers, of which those below another have that of the other before.
  static func written(_ lines: [PlanLine], below number: String = "", _ indent: String = "")
    -> String
  {
    lines.enumerated().map { place, line in
      let number = "\(number)\(place + 1)"
      return "\(indent)\(number) \(line.text)\n"
        + written(line.below, below: "\(number).", indent + "  ")
    }.joined()
  }
}

/// What a plan is shown with for those who want to know how it is run.
package struct PlanDetail {
  /// Nil for as many as there are processors.
  let workers: Int?

  /// Empty where there is nothing to tell.
  fileprivate func text(of planned: PhysicalOperator, isShared: Bool) -> String {
    let algorithm = planned.algorithm
    var parts = [algorithm.name?.rawValue, algorithm.held.map { "holds \($0)" }]
    if isShared, workers != 1 {
      parts.append("on " + (workers.map { "\($0) workers" } ?? "every processor"))
    }
    if planned.work.isSequential { parts.append("sequential") }
    let known = parts.compactMap(\.self)
    return known.isEmpty ? "" : " [\(known.joined(separator: "; "))]"
  }
}

extension CatalogueSource {
  /// A category by its title, where only its id is known.
  fileprivate func titled(_ id: RowSource.ItemID) -> RowSource.ItemID {
    guard case .id(let id) = id else { return id }
    return .id(title(ofCategory: id))
  }
}
