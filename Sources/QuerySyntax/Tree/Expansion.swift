// SPDX-License-Identifier: MIT

package import Diagnostics

/// Puts what a macro or a view says into the place where it is used: arguments take the place of
/// their parameters, and all else stands, for messages, where the use stands.
package struct Expansion {
  /// The arguments by their parameters' names.
  let arguments: [(name: String, value: Expression)]
  let place: ScriptRange

  package init(arguments: [(name: String, value: Expression)] = [], place: ScriptRange) {
    self.arguments = arguments
    self.place = place
  }

  package func pipeline(_ pipeline: Pipeline) -> Pipeline {
    Pipeline(head: head(pipeline.head), stages: stages(pipeline.stages), range: place)
  }

  private func head(_ head: Pipeline.Head) -> Pipeline.Head {
    switch head {
    case .from(let clause):
      .from(
        FromClause(
          source: source(clause.source), categories: clause.categories.map(text), range: place))
    case .categories(let name, _): .categories(of: name.map(source), place)
    case .sources: .sources(place)
    case .item(let item, let name, _): .item(self.item(item), of: name.map(source), place)
    case .relation(let name, let item, let origin, _):
      .relation(
        self.name(name), item: item.map(self.item), of: origin.map(source), place)
    case .current: .current(place)
    case .lastResult: .lastResult(place)
    }
  }

  private func name(_ name: Name) -> Name { Name(text: name.text, range: place) }
  private func text(_ text: TextLiteral) -> TextLiteral {
    TextLiteral(value: text.value, range: place)
  }
  private func source(_ name: SourceName) -> SourceName {
    SourceName(kind: name.kind, rows: name.rows, range: place)
  }
  private func item(_ item: ItemReference) -> ItemReference {
    ItemReference(kind: item.kind, range: place)
  }
}

// Stages.
extension Expansion {
  package func stages(_ stages: [Stage]) -> [Stage] {
    stages.map { Stage(kind: kind($0.kind), keyword: place, range: place) }
  }

  private func kind(_ kind: Stage.Kind) -> Stage.Kind {
    switch kind {
    case .filter(let condition): .filter(expression(condition))
    case .search(let words, let names): .search(expression(words), in: names.map(name))
    case .sort(let keys): .sort(keys.map(key))
    case .show(.all): .show(.all)
    case .show(.columns(let columns)): .show(.columns(columns.map(column)))
    case .extend(let assignments): .extend(assignments.map(assignment))
    case .rename(let names):
      .rename(names.map { Renaming(from: name($0.from), to: name($0.to)) })
    case .drop(let names): .drop(names.map(name))
    case .distinct(let names): .distinct(names.map(name))
    case .count(let columns): .count(by: columns.map(column))
    case .summarize(let aggregates, let columns):
      .summarize(
        aggregates.map { clause in
          AggregateClause(
            name: clause.name.map(name) ?? clause.usualName.map { Name(text: $0, range: place) },
            value: expression(clause.value))
        }, by: columns.map(column))
    case .group(let names, let stages): .group(names.map(name), self.stages(stages))
    case .expand(let list): .expand(name(list))
    case .top(let count, let keys): .top(self.count(count), by: keys.map(key))
    case .limit(let count): .limit(self.count(count))
    case .skip(let count): .skip(self.count(count))
    case .page(let page, let size): .page(count(page), size: size.map(count))
    case .assert(let condition, let message):
      .assert(expression(condition), message: message.map(text))
    case .expect(let expectation): .expect(self.expectation(expectation))
    case .join(let clause):
      .join(
        JoinClause(
          source: source(clause.source), condition: expression(clause.condition),
          keepsLeft: clause.keepsLeft))
    case .union(let name): .union(source(name))
    case .relation(let name): .relation(self.name(name))
    case .apply(let name, let arguments):
      .apply(self.name(name), arguments.map(expression))
    case .save(let clause):
      .save(
        SaveClause(
          path: text(clause.path), format: clause.format.map(format), replaces: clause.replaces))
    case .to(let format): .to(self.format(format))
    case .unreadable: .unreadable
    }
  }

  private func key(_ key: SortKeyClause) -> SortKeyClause {
    SortKeyClause(
      expression: expression(key.expression), direction: key.direction,
      nullsFirst: key.nullsFirst)
  }

  private func column(_ column: ColumnClause) -> ColumnClause {
    switch column {
    case .field(let field): .field(expression(field))
    case .computed(let assignment): .computed(self.assignment(assignment))
    }
  }

  private func assignment(_ assignment: Assignment) -> Assignment {
    Assignment(name: name(assignment.name), value: expression(assignment.value))
  }

  private func format(_ format: FormatClause) -> FormatClause {
    FormatClause(name: name(format.name), columns: format.columns.map(name))
  }

  private func expectation(_ expectation: Expectation) -> Expectation {
    switch expectation {
    case .rows(let comparison, let count): .rows(comparison, self.count(count))
    case .columns(let names): .columns(names.map(name))
    case .same(let path): .same(text(path))
    case .live: .live
    }
  }

  private func count(_ count: Count) -> Count {
    switch count.kind {
    case .number: return Count(kind: count.kind, range: place)
    case .parameter(let name):
      guard let argument = argument(name.text) else {
        return Count(kind: .parameter(self.name(name)), range: place)
      }
      return Count(kind: .value(argument), range: argument.range)
    case .value(let value): return Count(kind: .value(expression(value)), range: place)
    }
  }
}

// Expressions.
extension Expansion {
  private func argument(_ name: String) -> Expression? {
    arguments.first { $0.name == name }?.value
  }

  package func expression(_ expression: Expression) -> Expression {
    if case .parameter(let name) = expression.kind, let argument = argument(name.text) {
      return argument
    }
    return Expression(kind: kind(expression.kind), range: place)
  }

  private func kind(_ kind: Expression.Kind) -> Expression.Kind {
    let inside = { (inner: Expression) in self.expression(inner) }
    switch kind {
    case .quantity(let digits, let unit): return .quantity(digits, unit: name(unit))
    case .number, .date, .text, .bool, .null, .row, .regularExpression, .missing: return kind
    case .name(let name): return .name(self.name(name))
    case .parameter(let name): return .parameter(self.name(name))
    case .list(let elements): return .list(elements.map(inside))
    case .negative(let inner): return .negative(inside(inner))
    case .arithmetic(let mark, let first, let second, _):
      return .arithmetic(mark, inside(first), inside(second), at: place)
    case .coalesce(let first, let second): return .coalesce(inside(first), inside(second))
    case .comparison(let mark, let first, let second, _):
      return .comparison(mark, inside(first), operand(second), at: place)
    case .and(let terms): return .and(terms.map(inside))
    case .or(let terms): return .or(terms.map(inside))
    case .not(let inner): return .not(inside(inner))
    case .between(let value, let low, let high):
      return .between(inside(value), low: inside(low), high: inside(high))
    case .membership(let value, let set, let negated):
      return .membership(inside(value), self.set(set), negated: negated)
    case .textTest(let mark, let value, let other, let negated, _):
      return .textTest(mark, inside(value), operand(other), negated: negated, at: place)
    case .isNull(let inner, let negated): return .isNull(inside(inner), negated: negated)
    case .isEmpty(let inner, let negated): return .isEmpty(inside(inner), negated: negated)
    case .quantified(let quantifier, let list, let mark, let other):
      return .quantified(quantifier, inside(list), mark, operand(other))
    case .call(let name, let arguments): return .call(self.name(name), arguments.map(inside))
    case .conditional(let test, let yes, let no):
      return .conditional(inside(test), then: inside(yes), else: inside(no))
    case .index(let list, let position): return .index(inside(list), inside(position))
    case .member(let record, let name): return .member(inside(record), self.name(name))
    case .template(let parts): return .template(parts.map(part))
    }
  }

  private func operand(_ operand: Operand) -> Operand {
    Operand(expression: expression(operand.expression), isExact: operand.isExact)
  }

  private func set(_ set: MemberSet) -> MemberSet {
    switch set {
    case .values(let values): .values(values.map(operand))
    case .range(let low, let high): .range(expression(low), expression(high))
    case .list(let list): .list(expression(list))
    }
  }

  private func part(_ part: TemplatePart) -> TemplatePart {
    switch part {
    case .text: part
    case .value(let value): .value(expression(value))
    }
  }
}
