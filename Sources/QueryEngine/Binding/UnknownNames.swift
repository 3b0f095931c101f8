// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

// What is meant by a name that no field has.
extension PipelineBinder {
  /// Reports a name that no field has, as what it probably is.
  mutating func reportUnknown(_ name: Name) {
    if let macro = macro(withArgument: name) {
      return report(.argumentAsField(name, of: macro, source))
    }
    if outer?.context.declarations.constant(name.text) != nil {
      return report(.valueAsField(name))
    }
    if OtherLanguageWords.nulls.contains(name.text.lowercased()) {
      return report(.foreignNull(name))
    }
    if scope.isConstant { return report(.noRowsHere(name)) }
    // The unreadable stage may have made the name; one that is nearly a field's is a slip.
    let names = scope.fields.flatMap(\.names)
    if scope.isUncertain, Suggestion.nearest(to: name.text, among: names).isEmpty { return }
    if let departure = scope.departure(of: name.text) {
      report(.goneField(name, departure, scope, here: source))
    } else {
      report(.unknownField(name, scope))
    }
  }

  /// The macro in whose body a name stands that is one of its arguments.
  func macro(withArgument name: Name) -> Macro? {
    guard let (macro, place) = macros.last, name.range == place,
      macro.parameters.contains(where: { $0.text == name.text })
    else { return nil }
    return macro
  }

  /// Warns of an argument without its `$` where a field has its name, so that what is given for it
  /// is never used. Backticks say that the field is meant.
  mutating func reportField(_ name: Name, besideArgumentOf macro: Macro) {
    let places = macro.places(of: name.text, in: source)
    if !places.isEmpty { report(.fieldBesideArgument(name, macro, places)) }
  }

  /// Binds what stands on the other side of an operator: beside a text, a name that nothing has is
  /// a text without its quotes.
  mutating func bind(
    _ expression: Expression, beside left: BoundExpression
  ) -> BoundExpression {
    guard case .name(let name) = expression.kind, left.type.map(Self.holdsText) ?? false,
      isUnknown(name)
    else { return bind(expression) }
    report(.unquotedWord(name, scope))
    return .unknown(expression.range)
  }

  static func holdsText(_ type: ValueType) -> Bool {
    if case .list(let element) = type { return element.isTextual }
    return type.isTextual
  }

  /// Whether nothing that could be meant has a name.
  func isUnknown(_ name: Name) -> Bool {
    scope.field(name.text) == nil && scope.departure(of: name.text) == nil && !scope.isUncertain
      && !scope.isConstant && !OtherLanguageWords.nulls.contains(name.text.lowercased())
      && outer?.context.declarations.constant(name.text) == nil
      && macro(withArgument: name) == nil
  }

  /// Binds a key of an order; a direction behind a comma belongs to the key before it.
  mutating func bindKey(_ index: Int, of keys: [SortKeyClause]) -> BoundExpression {
    let expression = keys[index].expression
    if case .name(let name) = expression.kind, scope.field(name.text) == nil,
      macro(withArgument: name) == nil, outer?.context.declarations.constant(name.text) != nil
    {
      // One value for all rows is no order.
      report(Diagnostic.valueAsField(name).with(nil))
      return .unknown(expression.range)
    }
    guard index > 0, keys[index].direction == nil, keys[index - 1].direction == nil,
      case .name(let name) = expression.kind,
      let direction = Self.direction(name.text.lowercased()),
      scope.field(name.text) == nil
    else { return bind(expression) }
    let gap = ScriptRange(keys[index - 1].expression.range.end, name.range.end)
    report(.directionAfterComma(name, direction, gap, isCertain: keys.count == 2))
    return .unknown(expression.range)
  }

  private static func direction(_ word: String) -> String? {
    ["asc", "desc"].contains(word) ? word : OtherLanguageWords.direction(word)
  }
}

extension Diagnostic {
  /// A text without its quotes; a field may be meant where one has nearly that name.
  fileprivate static func unquotedWord(_ name: Name, _ scope: Scope) -> Diagnostic {
    let names = scope.fields.flatMap(\.names)
    let question = Suggestion.question(for: name.text, among: names)
    let quoted = name.text.inQuotes
    return Diagnostic(
      .unknownField, "\(scope.noun) has no field `\(name.text)`, and a text stands in quotes",
      at: Label(name.range, question ?? ""),
      remarks: question == nil ? [] : [.help("the text: `\(quoted)`")],
      fix: question == nil ? .replace(name.range, with: quoted) : nil)
  }

  fileprivate static func valueAsField(_ name: Name) -> Diagnostic {
    Diagnostic(
      .unknownField, "`\(name.text)` is no field; the value of that name is `$\(name.text)`",
      at: Label(name.range), fix: .replace(name.range, with: "$\(name.text)"))
  }

  fileprivate static func foreignNull(_ name: Name) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(name.text)` is written `null` in cq", at: Label(name.range),
      fix: .replace(name.range, with: "null"))
  }

  /// An argument of a `def` without its `$`; it can be mended where the `def` stands in the script.
  fileprivate static func argumentAsField(
    _ name: Name, of macro: Macro, _ source: ScriptText
  ) -> Diagnostic {
    let places = macro.places(of: name.text, in: source)
    return Diagnostic(
      .unknownField,
      "`\(name.text)` is an argument of `\(macro.name.text)` and is written `$\(name.text)`",
      at: Label(places.first ?? name.range),
      fix: places.isEmpty
        ? nil : FixIt(places.map { FixIt.Edit($0, "$\(name.text)") }))
  }

  fileprivate static func fieldBesideArgument(
    _ name: Name, _ macro: Macro, _ places: [ScriptRange]
  ) -> Diagnostic {
    Diagnostic(
      .unknownField,
      "`\(name.text)` is a field in `\(macro.name.text)`, and its argument is `$\(name.text)`",
      at: Label(places[0]),
      remarks: [.help("a field that is meant stands in backticks: `` `\(name.text)` ``")],
      fix: FixIt(places.map { FixIt.Edit($0, "$\(name.text)") }, .suggested),
      severity: .warning)
  }

  fileprivate static func directionAfterComma(
    _ name: Name, _ direction: String, _ gap: ScriptRange, isCertain: Bool
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a direction stands directly behind its key, without a comma",
      at: Label(name.range),
      remarks: isCertain
        ? [] : [.help("each key has its own: `sort by stars \(direction), rooms \(direction)`")],
      fix: isCertain ? .replace(gap, with: " \(direction)") : nil)
  }

  /// `name.length`, which is a property elsewhere and a function here.
  static func foreignProperty(
    _ name: Name, of value: String, _ range: ScriptRange
  ) -> Diagnostic? {
    let word = name.text.lowercased()
    guard let function = OtherLanguageWords.functions[word] ?? ScalarFunction.named(word)?.name
    else { return nil }
    let mended = "\(function)(\(value))"
    return Diagnostic(
      .foreignWord, "`\(value).\(name.text)` is written `\(mended)` in cq", at: Label(range),
      fix: .replace(range, with: mended))
  }

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
      let set = "(\(([source[operand.expression.range]] + values).joined(separator: ", ")))"
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

extension Macro {
  /// Where a name stands in what it stands for without a `$`, if that is in a script.
  fileprivate func places(of argument: String, in source: ScriptText) -> [ScriptRange] {
    guard source[name.range] == name.text else { return [] }
    let start = parameters.last?.range.end ?? name.range.end
    return Lexer.places(of: argument, in: source, ScriptRange(start, range.end))
  }
}
