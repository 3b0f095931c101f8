// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Writes plans for people and for tests: a line for each step, numbered, with the columns by
/// their names.
package struct PlanText {
  private let names: ColumnNames
  private let logical: LogicalPlan

  private init(_ logical: LogicalPlan) {
    self.logical = logical
    names = ColumnNames(logical)
  }

  /// What the binder makes of a statement, with the types of the columns that are shown.
  package static func bound(_ statement: BoundStatement) -> String {
    text(statement) { plan in
      let text = PlanText(plan)
      let shown = plan.output.map { "\(text.shown($0)) \($0.type)" }
      return text.lines(plan.origin, plan.steps, shown)
    }
  }

  /// What the executor does for a statement.
  package static func planned(_ statement: BoundStatement) -> String {
    text(statement) { plan in text(Planner.plan(plan, keepingScope: false), of: plan) }
  }

  /// What the executor does for a pipeline, after the planner's rules.
  package static func text(_ plan: PhysicalPlan, of logical: LogicalPlan) -> String {
    let text = PlanText(logical)
    return text.lines(plan.origin, plan.steps, logical.output.map(text.shown))
  }

  private static func text(
    _ statement: BoundStatement, _ query: (LogicalPlan) -> String
  ) -> String {
    switch statement.action {
    case .query(let plan): return query(plan)
    case .use(let reference, let categories): return use(reference, in: categories)
    case .declare(let meaning): return "known: \(meaning.label)\n"
    case .set(let setting, let value, _):
      return "set \(setting.rawValue) = \(JSONText.string(value))\n"
    case .explain(let plan): return "explain\n\(query(plan))"
    case .expectError(let expected):
      let found = expected.found.map { "found \($0.rawValue)\n" }.joined()
      return "expect error \(expected.code)\n\(found)\(expected.plan.map(query) ?? "")"
    }
  }

  private static func use(_ reference: SourceReference, in categories: [TextLiteral]) -> String {
    let narrowed = categories.map { quoted($0.value) }.joined(separator: ", ")
    return "use \(reference.masked.written)\(narrowed.isEmpty ? "" : " in \(narrowed)")\n"
  }

  private func lines(
    _ origin: LogicalPlan.Origin, _ steps: [Step], _ shown: [String]
  ) -> String {
    var lines = [self.origin(origin)] + steps.map(step)
    if !logical.isSilent { lines.append("show \(shown.joined(separator: ", "))") }
    if let target = logical.target {
      lines.append("save \(Self.quoted(target.path))\(target.replaces ? " replace" : "")")
    }
    if let form = logical.form { lines.append("to \(form.name)") }
    return lines.enumerated().map { "\($0.offset + 1) \($0.element)\n" }.joined()
  }

  private func shown(_ column: OutputColumn) -> String {
    let (label, name) = (column.label.asName, names[column.id])
    return label == name ? label : "\(label) = \(name)"
  }

  private func origin(_ origin: LogicalPlan.Origin) -> String {
    switch origin {
    case .scan(let source, let columns, let request):
      scan(source, request) + names.row(columns.map(\.id))
    case .item(let source, let id, let columns, _):
      "item \(item(id, of: source)), here: \(names.row(columns.map(\.id)))"
    case .related(let source, let relation, let id, let columns, _):
      "follow \(relation.asName) from item \(item(id, of: source)), "
        + "here: \(names.row(columns.map(\.id)))"
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
      request.order.isEmpty || PushOrder.keepsTies(request.order.map(\.field), of: source)
    let ties = isOfList ? "" : " (equal rows as this request gives them)"
    let server = asked.isEmpty ? "" : "server: \(asked)\(ties); "
    let rows = source.chosenRows.map { " items \($0.written)" } ?? ""
    return "scan \(source.schema.source.asName)\(rows), \(server)here: "
  }

  private func item(_ id: LogicalPlan.ItemID, of source: any CatalogueSource) -> String {
    let name = source.schema.source.asName
    return switch id {
    case .id(let id): "\(Self.quoted(id)) of \(name)"
    case .row(let row): "of row \(row) of the last result, from \(name)"
    case .lastShown: "last shown of \(name)"
    }
  }

  private static func quoted(_ text: String) -> String { JSONText.string(.text(text)) }
}

// The steps.
extension PlanText {
  private func step(_ step: Step) -> String {
    switch step {
    case .filter(let condition, _): "filter \(expression(condition))"
    case .search(let search):
      "search \(search.patterns.map(\.text).joined(separator: " and ")) "
        + "in \(names.list(search.columns))"
        + (search.isAsked ? ", unless the server has" : "")
    case .extend(let computations):
      "extend "
        + computations.map { "\(names[$0.id]) = \(expression($0.expression))" }
        .joined(separator: ", ")
    case .detail(let detail):
      "details of \(detail.source.schema.source.asName): "
        + names.row(detail.columns.map(\.id))
    case .follow(let follow):
      "follow \(follow.relation.asName) from each row, of \(follow.source.schema.source.asName): "
        + names.row(follow.columns.map(\.id) + [follow.of])
    case .sort(let orderings): "sort by \(keys(orderings))"
    case .top(let count, let orderings): "top \(count) by \(keys(orderings))"
    case .limit(let count): "limit \(count)"
    case .skip(let count): "skip \(count)"
    case .distinct(let columns): "distinct \(names.list(columns))"
    case .aggregate(let measures, let keys):
      "summarize \(measures.map(measure).joined(separator: ", "))"
        + (keys.isEmpty ? "" : " by \(names.list(keys))")
    case .group(let keys, let steps, let adding):
      "group by \(names.list(keys.map(\.id))) (\(steps.map(self.step).joined(separator: " | ")))"
        + (adding.isEmpty ? "" : " adding \(names.list(adding))")
    case .expand(let list, let element): "expand \(names[list]) into \(names[element])"
    case .assert(let condition, let message, _):
      "assert \(expression(condition))" + (message.map { ", \(Self.quoted($0))" } ?? "")
    case .expectRows(let expected):
      "expect rows \(expected.comparison.rawValue) \(expected.count)"
    case .expectSame(let other, _, _, _): "expect same as (\(inner(other)))"
    case .expectLive: "expect live"
    case .join(let join): self.join(join)
    case .union(let other, let columns):
      "union (\(inner(other))): \(names.row(columns.map(\.id)))"
    case .failColumns(let expected, let found, _):
      "fail: columns \(found.joined(separator: ", ")), not \(expected.joined(separator: ", "))"
    }
  }

  private func expression(_ expression: BoundExpression) -> String {
    ExpressionText(names: names).text(expression)
  }

  private func inner(_ plan: SubPlan) -> String {
    ([origin(plan.origin)] + plan.steps.map(step)).joined(separator: " | ")
  }

  private func join(_ join: JoinStep) -> String {
    let keys = join.keys.map { "\(expression($0.left)) = \(expression($0.right))" }
    let conditions = (keys + (join.rest.map { [expression($0)] } ?? [])).joined(separator: " and ")
    let way = join.keys.isEmpty ? ", compares every pair" : ""
    return "join \(join.keepsLeft ? "left " : "")(\(inner(join.right))) on \(conditions)\(way)"
  }

  private func keys(_ orderings: [Ordering]) -> String {
    orderings.map { ordering in
      names[ordering.column] + (ordering.descending ? " desc" : "")
        + (ordering.nullsFirst ? " nulls first" : "")
    }.joined(separator: ", ")
  }

  private func measure(_ measure: Measure) -> String {
    let input = measure.input.map { names[$0] } ?? ""
    return "\(names[measure.id]) = \(measure.function.rawValue)(\(input))"
  }
}

extension CatalogueSource {
  /// A category by its title, where only its id is known.
  fileprivate func titled(_ id: LogicalPlan.ItemID) -> LogicalPlan.ItemID {
    guard case .id(let id) = id else { return id }
    return .id(title(ofCategory: id))
  }
}
