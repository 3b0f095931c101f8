// SPDX-License-Identifier: MIT

import Diagnostics

// Conditions that leave out what they ask about, and bounds as other languages write them.
extension Parser {
  /// Two bounds that are written as in another language.
  struct Bounds {
    let low: String
    let high: String
    let range: ScriptRange
    let certainty: FixIt.Certainty
  }

  /// `2 to 4`, `2, 4`, `2-4`, `(2 .. 4)`, `[2, 4]` and their kin at the cursor, which is behind
  /// them then; nil where none of them stands here. In a set a comma parts its values.
  mutating func boundsOfOthers(ofSet: Bool = false) -> Bounds? {
    var ahead = self
    let opening = ahead.token
    let isBracketed = [.openParenthesis, .openBracket].contains(opening.kind)
    if isBracketed { ahead.cursor.advance() }
    guard let low = ahead.takeBound() else { return nil }
    let mark = ahead.token
    let written = text(mark).lowercased()
    switch mark.kind {
    case .range where isBracketed, .comma, .minus: ahead.cursor.advance()
    case .range:
      ahead.cursor.advance()
      // Swift and Ruby have marks that leave the upper bound out.
      if [.dot, .less].contains(ahead.token.kind) { return nil }
    case .name where written == "to" || isBracketed && written == "and": ahead.cursor.advance()
    default: return nil
    }
    guard let high = ahead.takeBound() else { return nil }
    if isBracketed {
      let closing: Token.Kind = opening.kind == .openBracket ? .closeBracket : .closeParenthesis
      guard ahead.take(closing) else { return nil }
    }
    let range = token.range.union(ahead.cursor.previous.range)
    // A comma without a space may be that of decimals, and a line between numbers is a difference.
    let isDoubtful =
      mark.kind == .minus || mark.kind == .comma && !source[range].contains(" ") && !isBracketed
    guard ahead.atOperandEnd(ahead.token), ahead.token.kind != .comma,
      !ahead.isAt(.and) || !isDoubtful
    else { return nil }
    if ofSet, mark.kind == .range, !isBracketed { return nil }
    if ofSet, mark.kind == .comma || written == "and" || mark.kind == .minus && isBracketed {
      return nil
    }
    cursor.move(to: ahead.cursor.index)
    return Bounds(
      low: low, high: high, range: range,
      certainty: isDoubtful ? .suggested : .certain)
  }

  /// Takes a number, a day or an amount that may be a bound.
  private mutating func takeBound() -> String? {
    let start = token.range
    if token.kind == .minus, cursor.peek(1).kind == .number { cursor.advance() }
    guard [.number, .date, .money, .parameter].contains(token.kind) else { return nil }
    cursor.advance()
    return source[start.union(cursor.previous.range)]
  }

  /// `stars > 3 or < 2`: what is asked about is not named again. The field of the test before is
  /// meant.
  mutating func missingSubject() -> Stop? {
    guard let subject, startsTest, isBehindConnective else { return nil }
    let field = source[subject]
    let start = token.range
    skipToTestEnd()
    let test = source[range(from: start.start)]
    report(.missingSubject(start, "\(field) \(test)", field))
    return Stop()
  }

  /// `instr(name, "dream") > 0`, which asks whether one text is in another; nil for other tests.
  mutating func positionTest(
    _ left: Expression, _ mark: ComparisonOperator, _ right: Expression, _ range: ScriptRange
  ) -> Expression? {
    guard case .call(let name, let arguments) = left.kind, arguments.count == 2,
      let form = OtherLanguageWords.positions[name.text.lowercased()], !isFunction(name.text)
    else { return nil }
    let place = Int(source[right.range]).map { $0 - form.first }
    let isFound: Bool
    switch (mark, place) {
    case (.greater, -1), (.greaterOrEqual, 0), (.notEqual, -1): isFound = true
    case (.equal, -1), (.less, 0), (.lessOrEqual, -1): isFound = false
    default: return nil
    }
    let (text, part) = form.isTurned ? (arguments[1], arguments[0]) : (arguments[0], arguments[1])
    let words = isFound ? "contains" : "not contains"
    report(
      .foreignCall(
        source[range], range,
        ("\(source[text.range]) \(words) \(source[part.range])", .suggested)))
    return Expression(kind: .missing, range: range)
  }

  /// Whether the cursor stands at what compares a value, which is missing before it.
  private var startsTest: Bool {
    switch token.kind {
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .equal, .doubleEqual, .notEqual: true
    case .name:
      ["contains", "in", "between", "like", "matches"].contains(word)
        || ["starts", "ends"].contains(word) && isAt(.with, ahead: 1)
    default: false
    }
  }

  private var isBehindConnective: Bool {
    let before = text(cursor.previous).lowercased()
    return Keyword.connectives.contains(before) || before == Keyword.not.rawValue
  }

  private mutating func skipToTestEnd() {
    while !atStageEnd, !Keyword.connectives.contains(word), token.kind != .closeParenthesis {
      cursor.advance()
    }
  }
}

extension Expression {
  /// What a test asks about: the side that is not written as a value.
  var subject: Expression? {
    switch kind {
    case .comparison(_, let left, let operand, _):
      left.isLiteral ? (operand.expression.isPath ? operand.expression : nil) : left
    case .between(let left, low: _, high: _), .membership(let left, _, _), .isNull(let left, _),
      .isEmpty(let left, _), .textTest(_, let left, _, _, _):
      left.isLiteral ? nil : left
    default: nil
    }
  }
}

extension Diagnostic {
  static func foreignBounds(
    _ range: ScriptRange, _ mended: String, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "both bounds are written `\(mended)` in cq", at: Label(range),
      fix: .replace(range, with: mended, certainty))
  }

  /// The place is that of the operator, before which the field is written.
  fileprivate static func missingSubject(
    _ range: ScriptRange, _ mended: String, _ field: String
  ) -> Diagnostic {
    Diagnostic(
      .missingOperand, "the field is named again: `\(mended)`", at: Label(range),
      fix: .replace(ScriptRange(range.start, range.start), with: "\(field) "))
  }
}
