// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

// Faults of what stands where a condition should.
extension Diagnostic {
  /// `stars = 3 or 4`: a value where a condition should stand, which is compared as the one before.
  static func valuesWithoutComparison(
    _ terms: [Expression], _ source: ScriptText
  ) -> Diagnostic? {
    guard let first = terms.firstIndex(where: { $0.alternative != nil }), first > 0 else {
      return nil
    }
    let values = terms[first...].prefix(while: \.isLiteral)
    guard let last = values.last else { return boundValue(terms, first, source) }
    let whole = terms[first - 1].range.union(last.range)
    let written = values.map { source[$0.range] }
    let mended = comparison(terms[first - 1], with: written, source)
    return Diagnostic(
      .wrongType, "`\(source[values[first].range])` is a value and no condition",
      at: Label(values[first].range, "the field is named again, or once with `in (...)`"),
      remarks: mended == nil ? [.help(ways(terms[first - 1], written, "or", source))] : [],
      fix: mended.map { .replace(whole, with: $0) })
  }

  /// `stars != 3 and 4`: a value where a condition should stand, which may be meant in several
  /// ways.
  static func valueAmongConditions(_ terms: [Expression], _ source: ScriptText) -> Diagnostic? {
    guard let first = terms.firstIndex(where: \.isLiteral), first > 0 else { return nil }
    let values = terms[first...].prefix(while: \.isLiteral).map { source[$0.range] }
    return Diagnostic(
      .wrongType, "`\(values[0])` is a value and no condition", at: Label(terms[first].range),
      remarks: [.help(ways(terms[first - 1], values, "and", source))])
  }

  /// `stars = 3 or nil`, which asks for rows without a value.
  static func nullWithoutTest(
    _ terms: [Expression], _ scope: Scope, _ source: ScriptText
  ) -> Diagnostic? {
    guard let index = terms.firstIndex(where: { $0.isNull(scope) }), index > 0,
      let subject = terms[index - 1].subject
    else { return nil }
    let mended = "\(source[subject.range]) is null"
    return Diagnostic(
      .wrongType, "`\(source[terms[index].range])` is no condition",
      at: Label(terms[index].range), remarks: [.help("the test is `\(mended)`")],
      fix: .replace(terms[index].range, with: mended, .suggested))
  }

  /// What values behind a condition may be meant to say, where it does not ask for one of several.
  private static func ways(
    _ term: Expression, _ values: [String], _ connective: String, _ source: ScriptText
  ) -> String {
    switch term.kind {
    case .comparison(.equal, let left, let operand, _),
      .comparison(.notEqual, let left, let operand, _):
      let name = source[left.range]
      let mark = operand.isExact ? "exact " : ""
      let members = ([source[operand.expression.range]] + values).map { "\(mark)\($0)" }
      let set = "(\(members.joined(separator: ", ")))"
      return "one of several: `\(name) in \(set)`; none of them: `\(name) not in \(set)`"
    case .comparison(_, let left, let operand, _), .textTest(_, let left, let operand, false, _):
      let test = source[ScriptRange(left.range.start, operand.expression.range.start)]
      let all = [source[term.range]] + values.map { "\(test)\($0)" }
      return "the field is named again: `\(all.joined(separator: " \(connective) "))`"
    case .textTest(_, let left, let operand, true, _):
      let test = source[ScriptRange(left.range.start, operand.expression.range.start)]
      let all = [source[term.range]] + values.map { "\(test)\($0)" }
      return "none of them: `\(all.joined(separator: " and "))`"
    default:
      let name = term.subject.map { source[$0.range] } ?? "stars"
      return "a value is compared: for example `\(name) = \(values[0])`"
    }
  }

  /// `stars = 3 or 4 and rooms > 1`, where `and` binds the value to what stands behind it: either
  /// may be meant.
  private static func boundValue(
    _ terms: [Expression], _ index: Int, _ source: ScriptText
  ) -> Diagnostic? {
    guard let value = terms[index].alternative else { return nil }
    let rest = source[ScriptRange(value.range.end, terms[index].range.end)]
    let either = comparison(terms[index - 1], with: [source[value.range]], source)
    let again = terms[index - 1].test(source).map {
      "\(source[terms[index - 1].range]) or \($0)\(source[value.range])\(rest)"
    }
    let isList = if case .comparison = terms[index - 1].kind { true } else { false }
    let ways = [
      either.map { isList ? "`\($0)\(rest)`" : "`(\($0))\(rest)`" }, again.map { "`\($0)`" },
    ].compactMap(\.self)
    return Diagnostic(
      .wrongType, "`\(source[value.range])` is a value and no condition",
      at: Label(value.range, "`and` is read before `or`"),
      remarks: ways.isEmpty ? [] : [.help("write \(ways.joined(separator: ", or "))")])
  }

  /// A comparison with further values beside its own; nil where it does not ask for one of several.
  private static func comparison(
    _ term: Expression, with values: [String], _ source: ScriptText
  ) -> String? {
    switch term.kind {
    case .comparison(.equal, let left, let operand, _) where !operand.isExact:
      let all = [source[operand.expression.range]] + values
      return "\(source[left.range]) in (\(all.joined(separator: ", ")))"
    case .textTest(_, _, let operand, false, _):
      let test = term.test(source) ?? ""
      let all = [source[operand.expression.range]] + values
      return all.map { "\(test)\($0)" }.joined(separator: " or ")
    default: return nil
    }
  }
}

extension Expression {
  /// What a condition asks about; nil where it is of another kind.
  fileprivate var subject: Expression? {
    switch kind {
    case .comparison(_, let left, _, _), .textTest(_, let left, _, _, _), .between(let left, _, _),
      .membership(let left, _, _):
      left
    default: nil
    }
  }

  /// Whether it is `null`, or another language's word for it that is no field.
  fileprivate func isNull(_ scope: Scope) -> Bool {
    switch kind {
    case .null: true
    case .name(let name):
      OtherLanguageWords.nulls.contains(name.text.lowercased()) && scope.field(name.text) == nil
    default: false
    }
  }

  /// The value that stands in the place of a condition, itself or as the first of several that must
  /// hold.
  fileprivate var alternative: Expression? {
    if isLiteral { return self }
    if case .and(let terms) = kind, let first = terms.first, first.isLiteral { return first }
    return nil
  }

  /// What a comparison says before its value; nil where it is none, or asks for what is not so.
  fileprivate func test(_ source: ScriptText) -> String? {
    switch kind {
    case .comparison(.equal, let left, let operand, _) where !operand.isExact,
      .textTest(_, let left, let operand, false, _):
      source[ScriptRange(left.range.start, operand.expression.range.start)]
    default: nil
    }
  }
}
