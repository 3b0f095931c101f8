// SPDX-License-Identifier: MIT

import Diagnostics

/// What becomes of the parts of a tree when it is made anew: the one walk over all kinds of stages
/// and expressions, for whatever changes some of them or looks for them.
///
/// A rewriter is given every part that is directly in a stage or an expression, in the order in
/// which they are written, and gives what takes its place.
protocol TreeRewriter {
  func expression(_ expression: Expression) -> Expression
  func name(_ name: Name) -> Name
  func text(_ text: TextLiteral) -> TextLiteral
  func source(_ name: SourceName) -> SourceName
  func count(_ count: Count) -> Count
  func aggregate(_ clause: AggregateClause) -> AggregateClause
  /// The stages in a group.
  func stages(_ stages: [Stage]) -> [Stage]
  /// Where something stands.
  func range(_ range: ScriptRange) -> ScriptRange
}

// What most rewriters do.
extension TreeRewriter {
  func aggregate(_ clause: AggregateClause) -> AggregateClause {
    AggregateClause(name: clause.name.map(name), value: expression(clause.value))
  }

  func stages(_ stages: [Stage]) -> [Stage] {
    stages.map {
      Stage(kind: $0.kind.rewritten(by: self), keyword: range($0.keyword), range: range($0.range))
    }
  }
}

extension Expression.Kind {
  /// The same expression of parts that take the place of its own.
  func rewritten(by new: some TreeRewriter) -> Self {
    switch self {
    case .quantity(let digits, let unit): .quantity(digits, unit: new.name(unit))
    case .number, .date, .text, .bool, .null, .row, .regularExpression, .missing: self
    case .name(let name): .name(new.name(name))
    case .parameter(let name): .parameter(new.name(name))
    case .list(let elements): .list(elements.map(new.expression))
    case .negative(let inner): .negative(new.expression(inner))
    case .arithmetic(let mark, let first, let second, let range):
      .arithmetic(mark, new.expression(first), new.expression(second), at: new.range(range))
    case .coalesce(let first, let second): .coalesce(new.expression(first), new.expression(second))
    case .comparison(let mark, let first, let second, let range):
      .comparison(mark, new.expression(first), new.operand(second), at: new.range(range))
    case .and(let terms): .and(terms.map(new.expression))
    case .or(let terms): .or(terms.map(new.expression))
    case .not(let inner): .not(new.expression(inner))
    case .between(let value, let low, let high):
      .between(new.expression(value), low: new.expression(low), high: new.expression(high))
    case .membership(let value, let set, let negated):
      .membership(new.expression(value), new.set(set), negated: negated)
    case .textTest(let mark, let value, let other, let negated, let range):
      .textTest(
        mark, new.expression(value), new.operand(other), negated: negated, at: new.range(range))
    case .isNull(let inner, let negated): .isNull(new.expression(inner), negated: negated)
    case .isEmpty(let inner, let negated): .isEmpty(new.expression(inner), negated: negated)
    case .quantified(let quantifier, let list, let mark, let other):
      .quantified(quantifier, new.expression(list), mark, new.operand(other))
    case .call(let name, let arguments): .call(new.name(name), arguments.map(new.expression))
    case .conditional(let test, let yes, let no):
      .conditional(new.expression(test), then: new.expression(yes), else: new.expression(no))
    case .index(let list, let position): .index(new.expression(list), new.expression(position))
    case .member(let record, let name): .member(new.expression(record), new.name(name))
    case .template(let parts): .template(parts.map(new.part))
    }
  }
}

// Parts that have parts.
extension TreeRewriter {
  func key(_ key: SortKeyClause) -> SortKeyClause {
    SortKeyClause(
      expression: expression(key.expression), direction: key.direction,
      nullsFirst: key.nullsFirst)
  }

  func column(_ column: ColumnClause) -> ColumnClause {
    switch column {
    case .field(let field): .field(expression(field))
    case .computed(let assignment): .computed(self.assignment(assignment))
    }
  }

  func assignment(_ assignment: Assignment) -> Assignment {
    Assignment(name: name(assignment.name), value: expression(assignment.value))
  }

  func format(_ format: FormatClause) -> FormatClause {
    FormatClause(
      name: name(format.name), columns: format.columns.map(name),
      ends: format.ends.map { RangeEnd(digits: $0.digits, range: range($0.range)) },
      markup: format.markup.map(name))
  }

  func expectation(_ expectation: Expectation) -> Expectation {
    switch expectation {
    case .rows(let comparison, let count): .rows(comparison, self.count(count))
    case .columns(let names): .columns(names.map(name))
    case .same(let path): .same(text(path))
    case .live: .live
    }
  }

  fileprivate func operand(_ operand: Operand) -> Operand {
    Operand(expression: expression(operand.expression), isExact: operand.isExact)
  }

  fileprivate func set(_ set: MemberSet) -> MemberSet {
    switch set {
    case .values(let values): .values(values.map(operand))
    case .range(let low, let high): .range(expression(low), expression(high))
    case .list(let list): .list(operand(list))
    }
  }

  fileprivate func part(_ part: TemplatePart) -> TemplatePart {
    switch part {
    case .text: part
    case .value(let value): .value(expression(value))
    }
  }
}
