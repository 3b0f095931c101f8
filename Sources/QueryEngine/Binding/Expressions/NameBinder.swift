// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// Finds the fields that names mean, and says what is meant by a name that no field has.
struct NameBinder: ExpressionRoom {
  let context: ExpressionContext

  private var declarations: Declarations { context.known.declarations }

  /// The field of a name; an unknown one is reported.
  func field(_ name: Name) -> Scope.Field? {
    guard let field = scope.field(name.text) else {
      reportUnknown(name)
      return nil
    }
    // A definition may have thousands of fields, each of which is named as it is spelled.
    if !field.names.contains(where: { $0.isSpelled(as: name.text) }) {
      reportHomonyms(name, scope.homonyms(of: name.text))
    }
    return field
  }

  /// Reports a name that several fields or members have, each in another case.
  func reportHomonyms(_ name: Name, _ homonyms: [String]) {
    if !homonyms.isEmpty { report(.unclearName(name, homonyms)) }
  }

  /// Reports a name that no field has, as what it probably is.
  private func reportUnknown(_ name: Name) {
    if let macro = context.macros.macro(withArgument: name) {
      return report(.argumentAsField(name, of: macro, source))
    }
    if declarations.constant(name.text) != nil { return report(.valueAsField(name)) }
    if OtherLanguageWords.nulls.contains(name.text.lowercased()) {
      return report(.foreignNull(name.text, name.range))
    }
    if scope.isConstant { return report(.noRowsHere(name)) }
    // The unreadable stage may have made the name; one that is nearly a field's is a slip.
    let names = scope.fields.flatMap(\.names)
    if scope.isUncertain, Suggestion.nearest(to: name.text, among: names).isEmpty { return }
    if let departure = scope.departure(of: name.text) {
      report(.goneField(name, departure, scope, here: source))
    } else if let member = context.document?.outerMember(name.text), let place = scope.source {
      report(.outerField(name, member, of: place.masked, scope))
    } else {
      report(.unknownField(name, scope))
    }
  }

  /// Warns of an argument without its `$` where a field has its name, so that what is given for it
  /// is never used. Backticks say that the field is meant.
  func warnOfArgument(besideField name: Name) {
    guard let macro = context.macros.macro(withArgument: name) else { return }
    let places = macro.places(of: name.text, in: source)
    if !places.isEmpty { report(.fieldBesideArgument(name, macro, places)) }
  }

  /// Reports a name that nothing has as a text without its quotes, where it stands beside a text;
  /// false where that is not so.
  func reportUnquoted(_ expression: Expression, beside left: BoundExpression) -> Bool {
    guard case .name(let name) = expression.kind, left.type.map(Self.holdsText) ?? false,
      isUnknown(name)
    else { return false }
    report(.unquotedWord(name, scope))
    return true
  }

  static func holdsText(_ type: ValueType) -> Bool {
    if case .list(let element) = type { return element.isTextual }
    return type.isTextual
  }

  /// Whether nothing that could be meant has a name.
  func isUnknown(_ name: Name) -> Bool {
    scope.field(name.text) == nil && scope.departure(of: name.text) == nil && !scope.isUncertain
      && !scope.isConstant && !OtherLanguageWords.nulls.contains(name.text.lowercased())
      && declarations.constant(name.text) == nil
      && context.macros.macro(withArgument: name) == nil
  }

  /// Reports a key of an order that is none: one value for all rows, or the direction of the key
  /// before it behind a comma. False where it may be a key.
  func reportKey(_ index: Int, of keys: [SortKeyClause]) -> Bool {
    guard case .name(let name) = keys[index].expression.kind, scope.field(name.text) == nil else {
      return false
    }
    if context.macros.macro(withArgument: name) == nil, declarations.constant(name.text) != nil {
      report(Diagnostic.valueAsField(name).with(nil))
      return true
    }
    guard index > 0, keys[index].direction == nil, keys[index - 1].direction == nil,
      let direction = Self.direction(name.text.lowercased())
    else { return false }
    let gap = ScriptRange(keys[index - 1].expression.range.end, name.range.end)
    report(.directionAfterComma(name, direction, gap, isCertain: keys.count == 2))
    return true
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
      at: Label(name.range, question: question),
      remarks: question == nil ? [] : [.help("the text: `\(quoted)`")],
      fix: question == nil ? .replace(name.range, with: quoted) : nil)
  }

  fileprivate static func valueAsField(_ name: Name) -> Diagnostic {
    Diagnostic(
      .unknownField, "`\(name.text)` is no field; the value of that name is `$\(name.text)`",
      at: Label(name.range), fix: .replace(name.range, with: "$\(name.text)"))
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
}

extension Macro {
  /// Where a name stands in what it stands for without a `$`, if that is in a script.
  fileprivate func places(of argument: String, in source: ScriptText) -> [ScriptRange] {
    guard source[name.range] == name.text else { return [] }
    let start = parameters.last?.range.end ?? name.range.end
    return Lexer.places(of: argument, in: source, ScriptRange(start, range.end))
  }
}
