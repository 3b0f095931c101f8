// SPDX-License-Identifier: MIT

import Diagnostics

// Values that other languages give a type, and functions that have a library before them.
extension Parser {
  /// `cast(VALUE as TYPE)`; nil where none stands here.
  mutating func foreignCast() -> Expression? {
    guard ["cast", "try_cast", "safe_cast"].contains(word), opensAtOnce(token) else { return nil }
    var trial = self
    let start = trial.cursor.advance().range.start
    trial.cursor.advance()
    guard let value = try? trial.expression(), trial.take(.as), let type = trial.takeForeignType(),
      trial.take(.closeParenthesis)
    else { return nil }
    self = trial
    return cast(value, to: type, range(from: start))
  }

  /// `VALUE::TYPE`, as PostgreSQL writes it; nil where no type follows.
  mutating func foreignCast(of value: Expression) -> Expression? {
    let (second, name) = (cursor.peek(1), cursor.peek(2))
    guard token.kind == .colon, second.kind == .colon, second.range.start == token.range.end,
      name.kind == .name, name.range.start == second.range.end
    else { return nil }
    cursor.advance()
    cursor.advance()
    guard let type = takeForeignType() else { return nil }
    return cast(value, to: type, range(from: value.range.start))
  }

  private mutating func cast(
    _ value: Expression, to type: String, _ range: ScriptRange
  ) -> Expression {
    let mended = OtherLanguageWords.casts[type].flatMap {
      OtherLanguageCall.form($0, of: value, in: source)
    }
    report(.foreignCast(source[range], range, mended))
    return Expression(kind: .missing, range: range)
  }

  /// Takes the name of a type and the lengths behind it, in brackets.
  private mutating func takeForeignType() -> String? {
    guard token.kind == .name else { return nil }
    let type = word
    cursor.advance()
    while token.kind == .name, ["precision", "varying", "signed", "unsigned"].contains(word) {
      cursor.advance()
    }
    guard token.kind == .openParenthesis, cursor.peek(1).kind == .number else { return type }
    while token.kind != .closeParenthesis, !atStageEnd { cursor.advance() }
    return take(.closeParenthesis) ? type : nil
  }

  /// The name with a dot of a call at the cursor, which other languages have: `is.na`, `np.isnan`.
  var dottedCall: String? {
    let (dot, name) = (cursor.peek(1), cursor.peek(2))
    guard token.kind == .name, dot.kind == .dot, name.kind == .name,
      dot.range.start == token.range.end, name.range.start == dot.range.end,
      cursor.peek(3).kind == .openParenthesis, cursor.peek(3).range.start == name.range.end
    else { return nil }
    let whole = source[token.range.union(name.range)].lowercased()
    let isKnown =
      OtherLanguageWords.calls[whole] != nil || OtherLanguageWords.libraries.contains(word)
    return isKnown ? whole : nil
  }

  /// A call with a dot in its name; nil where none stands here.
  mutating func foreignDottedCall() throws(Stop) -> Expression? {
    guard let name = dottedCall else { return nil }
    let start = cursor.advance().range.start
    cursor.advance()
    let plain = text(cursor.advance())
    let arguments = try bracketed(.closeParenthesis) { parser throws(Stop) in
      try parser.expression()
    }
    let whole = range(from: start)
    let function = OtherLanguageWords.functions[plain.lowercased()]?.rawValue ?? plain
    let written = arguments.map { source[$0.range] }.joined(separator: ", ")
    let isOperator = OtherLanguageWords.calls[name] != nil
    let ofLibrary =
      OtherLanguageCall.mended(plain, arguments, at: whole, in: source)
      ?? (text: "\(function)(\(written))", certainty: .suggested)
    report(
      .foreignCall(
        source[whole], whole,
        OtherLanguageCall.mended(name, arguments, at: whole, in: source)
          ?? (isOperator ? nil : ofLibrary)))
    return Expression(kind: .missing, range: whole)
  }

  /// A call that has been read, in the words of this language where it is another's.
  mutating func translated(
    _ call: Expression, _ name: Name, _ arguments: [Expression]
  ) -> Expression {
    if let mended = OtherLanguageCall.mended(name.text, arguments, at: call.range, in: source) {
      report(.foreignCall(source[call.range], call.range, mended))
      return Expression(kind: .missing, range: call.range)
    }
    if let function = OtherLanguageWords.functions[name.text.lowercased()]?.rawValue {
      report(.foreignMark(name.text, name.range, function))
    }
    return call
  }
}

extension Diagnostic {
  fileprivate static func foreignCast(
    _ written: String, _ range: ScriptRange, _ mended: String?
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord,
      "a value has its type by itself in cq" + (mended.map { ": write `\($0)`" } ?? ""),
      at: Label(range, "SQL casts so"),
      remarks: mended == nil
        ? [.help("`round(stars)` is a whole number, `f\"{stars}\"` a text")] : [],
      fix: mended.map { .replace(range, with: $0, .suggested) })
  }
}
