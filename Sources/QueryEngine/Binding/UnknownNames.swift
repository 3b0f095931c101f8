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
    if ForeignWords.nulls.contains(name.text.lowercased()) {
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
  private func macro(withArgument name: Name) -> Macro? {
    guard let (macro, place) = macros.last, name.range == place,
      macro.parameters.contains(where: { $0.text == name.text })
    else { return nil }
    return macro
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

  private static func holdsText(_ type: ValueType) -> Bool {
    if case .list(let element) = type { return element.isTextual }
    return type.isTextual
  }

  /// Whether nothing that could be meant has a name.
  private func isUnknown(_ name: Name) -> Bool {
    scope.field(name.text) == nil && scope.departure(of: name.text) == nil && !scope.isUncertain
      && !scope.isConstant && !ForeignWords.nulls.contains(name.text.lowercased())
      && outer?.context.declarations.constant(name.text) == nil
      && macro(withArgument: name) == nil
  }

  /// Binds a key of an order; a direction behind a comma belongs to the key before it.
  mutating func bindKey(_ index: Int, of keys: [SortKeyClause]) -> BoundExpression {
    let expression = keys[index].expression
    guard index > 0, keys[index].direction == nil, keys[index - 1].direction == nil,
      case .name(let name) = expression.kind, ["asc", "desc"].contains(name.text.lowercased()),
      scope.field(name.text) == nil
    else { return bind(expression) }
    let gap = SourceRange(keys[index - 1].expression.range.end, name.range.start)
    report(.directionAfterComma(name, gap, isCertain: keys.count == 2))
    return .unknown(expression.range)
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
    _ name: Name, of macro: Macro, _ source: SourceText
  ) -> Diagnostic {
    let isHere = source[macro.name.range] == macro.name.text
    let start = macro.parameters.last?.range.end ?? macro.name.range.end
    let body = SourceRange(start, macro.range.end)
    let places = isHere ? Lexer.places(of: name.text, in: source, body) : []
    return Diagnostic(
      .unknownField,
      "`\(name.text)` is an argument of `\(macro.name.text)` and is written `$\(name.text)`",
      at: Label(places.first ?? name.range),
      fix: places.isEmpty
        ? nil : FixIt(places.map { FixIt.Edit($0, "$\(name.text)") }))
  }

  fileprivate static func directionAfterComma(
    _ name: Name, _ gap: SourceRange, isCertain: Bool
  ) -> Diagnostic {
    let direction = name.text.lowercased()
    return Diagnostic(
      .unexpectedToken, "a direction stands directly behind its key, without a comma",
      at: Label(name.range),
      remarks: isCertain
        ? [] : [.help("each key has its own: `sort by stars \(direction), rooms \(direction)`")],
      fix: isCertain ? .replace(gap, with: " ") : nil)
  }

  /// `name.length`, which is a property elsewhere and a function here.
  static func foreignProperty(
    _ name: Name, of value: String, _ range: SourceRange
  ) -> Diagnostic? {
    let word = name.text.lowercased()
    guard let function = ForeignWords.functions[word] ?? ScalarFunction.named(word)?.name
    else { return nil }
    let mended = "\(function)(\(value))"
    return Diagnostic(
      .foreignWord, "`\(value).\(name.text)` is written `\(mended)` in cq", at: Label(range),
      fix: .replace(range, with: mended))
  }

  /// `stars = 3 or 4`: a value where a condition should stand, which is compared as the one before.
  static func valuesWithoutComparison(
    _ terms: [Expression], _ source: SourceText
  ) -> Diagnostic? {
    guard let first = terms.firstIndex(where: \.isLiteral), first > 0 else { return nil }
    let values = terms[first...].prefix(while: \.isLiteral)
    let whole = terms[first - 1].range.union(values[values.endIndex - 1].range)
    let texts = values.map { source[$0.range] }
    let mended: String?
    switch terms[first - 1].kind {
    case .comparison(.equal, let left, let operand, _) where !operand.isExact:
      let all = [source[operand.expression.range]] + texts
      mended = "\(source[left.range]) in (\(all.joined(separator: ", ")))"
    case .textTest(_, let left, let operand, false, _):
      let test = source[SourceRange(left.range.start, operand.expression.range.start)]
      let all = [source[operand.expression.range]] + texts
      mended = all.map { "\(test)\($0)" }.joined(separator: " or ")
    default: mended = nil
    }
    return Diagnostic(
      .wrongType, "`\(texts[0])` is a value and no condition",
      at: Label(values[first].range, "the field is named again, or once with `in (...)`"),
      remarks: mended == nil
        ? [.help("one of several: `stars in (3, 4)`; none of them: `stars not in (3, 4)`")] : [],
      fix: mended.map { .replace(whole, with: $0) })
  }
}
