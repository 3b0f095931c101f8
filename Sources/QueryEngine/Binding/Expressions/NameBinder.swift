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
    if scope.isConstant {
      return report(name.text == "it" ? .viewOfResult(name.range) : .noRowsHere(name))
    }
    let homes = scope.homes(of: name.text)
    if !homes.isEmpty { return report(.fieldOfJoined(name, homes)) }
    // The unreadable stage may have made the name; one that is nearly a field's is a slip.
    let names = scope.fields.flatMap(\.names)
    if scope.isUncertain, Suggestion.nearest(to: name.text, among: names).isEmpty { return }
    if let departure = scope.departure(of: name.text) {
      report(.goneField(name, departure, scope, here: source))
    } else if scope.unread.contains(where: { $0.isSameName(as: name.text) }) {
      report(.unreadField(name, scope))
    } else if let member = context.document?.outerMember(name.text), let place = scope.source {
      report(.outerField(name, member, of: place.masked, scope))
    } else {
      report(.unknownField(name, scope, lists: context.document?.otherLists))
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
    guard left.type.map(Self.holdsText) ?? false, isUnquoted(expression) else { return false }
    let word = expression.plainName ?? source[expression.range]
    // Two texts are the same in every row: the other may be a name in quotes.
    let isConstant = if case .literal = left.kind { true } else { false }
    report(.unquotedWord(word, expression.range, scope, isConstant ? .suggested : .certain))
    return true
  }

  /// Whether it is a name that nothing has, or several with hyphens and no space between them.
  private func isUnquoted(_ expression: Expression) -> Bool {
    if case .name(let name) = expression.kind { return isUnknown(name) }
    return !source[expression.range].contains(" ") && areHyphenated(expression)
  }

  private func areHyphenated(_ expression: Expression) -> Bool {
    switch expression.kind {
    case .name(let name): isUnknown(name)
    case .arithmetic(.subtract, let first, let last, _):
      areHyphenated(first) && (areHyphenated(last) || last.isWrittenNumber)
    default: false
    }
  }

  static func holdsText(_ type: ValueType) -> Bool {
    if case .list(let element) = type { return element.isTextual }
    return type.isTextual
  }

  /// Whether nothing that could be meant has a name.
  func isUnknown(_ name: Name) -> Bool {
    scope.field(name.text) == nil && scope.homes(of: name.text).isEmpty
      && scope.departure(of: name.text) == nil && !scope.isUncertain
      && !scope.isConstant && !OtherLanguageWords.nulls.contains(name.text.lowercased())
      && declarations.constant(name.text) == nil
      && context.macros.macro(withArgument: name) == nil
  }

  /// Reports a key of an order that is none: one value for all rows, or the direction of the key
  /// before it behind a comma. False where it may be a key.
  func reportKey(_ index: Int, of keys: [SortKeyClause]) -> Bool {
    let key = keys[index].expression
    if let constant = key.constant {
      report(.constantKey(source[key.range], key.range, field(meantBy: constant)))
    }
    guard case .name(let name) = key.kind, scope.field(name.text) == nil else { return false }
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

  /// The field that a key names in quotes, or by its place among those that are seen.
  private func field(meantBy constant: String) -> String? {
    if let place = Int(constant) {
      let columns = scope.visible.map(\.label)
      return columns.indices.contains(place - 1) ? columns[place - 1] : nil
    }
    return scope.field(constant) == nil ? nil : constant
  }

  private static func direction(_ word: String) -> String? {
    ["asc", "desc"].contains(word) ? word : OtherLanguageWords.direction(word)
  }
}

extension Expression {
  fileprivate var plainName: String? {
    if case .name(let name) = kind { name.text } else { nil }
  }

  fileprivate var isWrittenNumber: Bool {
    if case .number(_, percent: false) = kind { true } else { false }
  }

  /// The text or number that an expression is and no more.
  fileprivate var constant: String? {
    switch kind {
    case .text(let text): text
    case .number(let digits, percent: false): digits
    default: nil
    }
  }
}

extension Diagnostic {
  /// A key that is one value for all rows: a field was meant, by its name in quotes or its place.
  fileprivate static func constantKey(
    _ written: String, _ range: ScriptRange, _ field: String?
  ) -> Diagnostic {
    Diagnostic(
      .wrongType, "the key `\(written)` is the same for every row, so it orders none",
      at: Label(range, field.map { "the field is `\($0.asName)`" } ?? ""),
      remarks: [.help("a key is a field or is computed from one: `sort by stars desc`")],
      fix: field.map { .replace(range, with: $0.asName, .suggested) }, severity: .warning)
  }

  /// A text without its quotes; a field may be meant where one has nearly that name.
  fileprivate static func unquotedWord(
    _ word: String, _ range: ScriptRange, _ scope: Scope, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    let names = scope.fields.flatMap(\.names)
    let question = Suggestion.question(for: word, among: names)
    let quoted = word.inQuotes
    return Diagnostic(
      .unknownField, "\(scope.noun) has no field `\(word)`, and a text stands in quotes",
      at: Label(range, question: question),
      remarks: question == nil ? [] : [.help("the text: `\(quoted)`")],
      fix: question == nil ? .replace(range, with: quoted, certainty) : nil)
  }

  /// A field that only one of several sources has, and that needs its name before it.
  fileprivate static func fieldOfJoined(_ name: Name, _ sources: [String]) -> Diagnostic {
    let ways = sources.map { "\($0.asName).\(name.text.asName)" }
    return Diagnostic(
      .unknownField,
      "`\(name.text)` needs its source before it: "
        + ways.map { "`\($0)`" }.joined(separator: " or "), at: Label(name.range),
      fix: ways.count == 1 ? .replace(name.range, with: ways[0]) : nil)
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
    guard
      let function = OtherLanguageWords.functions[word]?.rawValue
        ?? ScalarFunction.named(word)?.name
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
