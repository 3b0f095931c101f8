// SPDX-License-Identifier: MIT

import Catalogue
import QuerySyntax
import TextPatterns
import ValueDisplay

/// Writes bound expressions as a query would, with brackets only where they are needed.
struct ExpressionText {
  let names: ColumnNames

  /// How tightly an operator holds its operands; the loosest first.
  private enum Tightness: Int {
    case choice, or, and, not, test, coalesce, sum, product, sign, postfix
  }

  func text(_ expression: BoundExpression) -> String { text(expression, in: .choice) }

  private func text(_ expression: BoundExpression, in place: Tightness) -> String {
    let (text, tightness) = written(expression)
    return tightness.rawValue < place.rawValue ? "(\(text))" : text
  }

  private func written(_ expression: BoundExpression) -> (text: String, Tightness) {
    switch expression.kind {
    case .column(let id): (names[id], .postfix)
    case .literal(let value): (Self.literal(value, expression.type), .postfix)
    // Two signs beside each other would be a comment of another language.
    case .negative(let inner): ("-\(text(inner, in: .postfix))", .sign)
    case .arithmetic(let mark, let first, let second): arithmetic(mark, first, second)
    case .coalesce(let terms):
      (
        ([text(terms[0], in: .coalesce)] + terms.dropFirst().map { text($0, in: .sum) })
          .joined(separator: " ?? "), .coalesce
      )
    case .compare(let mark, let first, let second, _):
      ("\(text(first, in: .coalesce)) \(mark.rawValue) \(text(second, in: .coalesce))", .test)
    case .pattern(let pattern, let value):
      ("\(text(value, in: .coalesce)) \(pattern.text)", .test)
    case .oneOf(let value, let set):
      ("\(text(value, in: .coalesce)) in (\(set.count) values)", .test)
    case .textTest(let mode, let first, let second):
      ("\(text(first, in: .coalesce)) \(mode.word) \(text(second, in: .coalesce))", .test)
    case .quantified(let word, let list, let test):
      ("\(word) \(text(list, in: .coalesce)) \(self.test(test))", .test)
    case .and(let terms): (joined(terms, "and", in: .not), .and)
    case .or(let terms): (joined(terms, "or", in: .and), .or)
    case .not(let inner): ("not \(text(inner, in: .not))", .not)
    case .isNull(let inner): ("\(text(inner, in: .coalesce)) is null", .test)
    case .isEmpty(let inner): ("\(text(inner, in: .coalesce)) is empty", .test)
    case .call(let function, _, let arguments):
      ("\(function)(\(arguments.map(text).joined(separator: ", ")))", .postfix)
    case .ofList(let aggregate, let list):
      ("\(aggregate.function.name)(\(aggregate.arguments(text(list)))", .postfix)
    case .index(let list, let index): ("\(text(list, in: .postfix))[\(text(index))]", .postfix)
    case .choose(let condition, let yes, let no):
      ("if \(text(condition)) then \(text(yes)) else \(text(no))", .choice)
    case .member(let record, let index): (member(index, of: record), .postfix)
    case .cell(let row, let id): ("@\(row).\(names[id])", .postfix)
    case .template(let parts): ("f\"\(parts.map(part).joined())\"", .postfix)
    case .folded(let inner), .wholeDate(let inner), .amounts(let inner, _, _, _),
      .priced(let inner, _), .ofRecord(let inner, _),
      .threeValued(let inner):
      written(inner)
    case .spelling(let inner): ("\(text(inner, in: .postfix)) as Id", .coalesce)
    case .convert(let inner), .widen(let inner):
      ("\(text(inner, in: .postfix)) as \(expression.type?.description ?? "Any")", .coalesce)
    }
  }

  /// A value as a script writes it.
  static func literal(_ value: Value, _ type: ValueType?) -> String {
    guard let type, type.hasUnit || type == .date, value != .null else {
      return JSONText.string(value)
    }
    let cells = DisplayText.cells(Column(type, [value]), type: type, ascii: true)
    return String(decoding: cells[0], as: UTF8.self)
  }

  /// A piece of a template: text as it is, anything else in braces.
  private func part(_ expression: BoundExpression) -> String {
    guard case .literal(.text(let text)) = expression.kind else {
      return "{\(self.text(expression))}"
    }
    return String(JSONText.string(.text(text)).dropFirst().dropLast())
  }

  private func joined(
    _ terms: [BoundExpression], _ word: String, in place: Tightness
  ) -> String {
    terms.map { text($0, in: place) }.joined(separator: " \(word) ")
  }

  private func arithmetic(
    _ mark: Arithmetic, _ first: BoundExpression, _ second: BoundExpression
  ) -> (text: String, Tightness) {
    let (own, tighter): (Tightness, Tightness) =
      switch mark {
      case .add, .subtract: (.sum, .product)
      case .multiply, .divide, .remainder: (.product, .sign)
      }
    return ("\(text(first, in: own)) \(mark.rawValue) \(text(second, in: tighter))", own)
  }

  private func test(_ test: BoundExpression.ElementTest) -> String {
    switch test {
    case .compare(let mark, let item, _): "\(mark.rawValue) \(text(item, in: .coalesce))"
    case .pattern(let pattern, let negated): negated ? "!\(pattern.text)" : pattern.text
    }
  }

  private func member(_ index: Int, of record: BoundExpression) -> String {
    guard case .record(let members) = record.type, members.indices.contains(index) else {
      return "\(text(record, in: .postfix)).#\(index)"
    }
    return "\(text(record, in: .postfix)).\(members[index].name.asName)"
  }
}

extension TextPattern.Mode {
  fileprivate var word: String {
    switch self {
    case .equals: "="
    case .contains: "contains"
    case .startsWith: "starts with"
    case .endsWith: "ends with"
    }
  }
}
