// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import TextPatterns

/// Binds `contains`, `starts with`, `ends with`, `like` and `matches`.
struct TextTestBinder: ExpressionRoom {
  let context: ExpressionContext

  /// A test of a value against another one; both as they are written and as they are bound.
  func test(
    _ mark: TextOperator, _ value: Expression, _ bound: BoundExpression, _ operand: Operand,
    _ other: BoundExpression, _ range: ScriptRange
  ) -> BoundExpression {
    guard let type = bound.type else {
      // Text operators with a null are false.
      return BoundExpression(.literal(.bool(false)), .bool, range)
    }
    if case .list(let element) = type, mark == .contains {
      return comparisons.contains(bound, element, other, exact: operand.isExact, range)
    }
    if type == .date || other.type == .date {
      return test(mark, value, bound.withDateAsText, operand, other.withDateAsText, range)
    }
    guard type.isTextual || type == .any else {
      return unknown(.needsText(mark.rawValue, bound, type), range)
    }
    if let otherType = other.type, !otherType.isTextual {
      guard type == .id, case .literal(.number(let number)) = other.kind else {
        return unknown(.needsTextOperand(mark.rawValue, other, otherType, source), range)
      }
      let written = other.spelling ?? number.description
      let pattern = pattern(mark, written, operand.expression, of: value, exact: true)
      return matching(bound, pattern, range)
    }
    if let text = Self.typedText(operand.expression, other) {
      let exact = operand.isExact || type == .id
      let pattern = pattern(mark, text, operand.expression, of: value, exact: exact)
      return matching(bound, pattern, range)
    }
    guard let mode = mark.mode else {
      if other.type != nil { report(.patternOfField(mark.rawValue, other.range)) }
      return .unknown(range)
    }
    if !operand.isExact, type != .id, let typed = Self.typedText(value, bound) {
      let left = BoundExpression(
        .literal(.text(String(decoding: Folding.folded(typed.utf8), as: UTF8.self))), .text,
        bound.range)
      let right = BoundExpression(.folded(other), .text, other.range)
      return BoundExpression(.textTest(mode, left, right), .bool, range)
    }
    return BoundExpression(.textTest(mode, bound.converted(like: other), other), .bool, range)
  }

  private var comparisons: ComparisonBinder { ComparisonBinder(context: context) }

  /// The text that is looked for, when it is known before any row is.
  private static func typedText(_ written: Expression, _ bound: BoundExpression) -> String? {
    if case .regularExpression(let pattern, _) = written.kind { return pattern }
    if case .literal(.text(let text)) = bound.kind { return text }
    return nil
  }

  private func matching(
    _ value: BoundExpression, _ matcher: TextMatcher?, _ range: ScriptRange
  ) -> BoundExpression {
    guard let matcher else { return .unknown(range) }
    let like = BoundExpression(.literal(.text("")), .text, range)
    return BoundExpression(.pattern(matcher, value.converted(like: like)), .bool, range)
  }

  /// What an operator looks for; nil for a pattern that cannot be read, which is reported.
  private func pattern(
    _ mark: TextOperator, _ text: String, _ written: Expression, of value: Expression, exact: Bool
  ) -> TextMatcher? {
    if let mode = mark.mode { return .literal(TextPattern(text, mode: mode, exact: exact)) }
    do throws(BadPattern) {
      if mark == .like, text.contains("%"), !text.contains("*") {
        report(.foreignWildcard(written, text, of: value))
      }
      if mark == .like { return .wildcard(try WildcardPattern(text, exact: exact)) }
      var ignoresCase = false
      if case .regularExpression(_, let ignores) = written.kind { ignoresCase = ignores }
      return .regular(try RegularExpression(text, ignoresCase: ignoresCase))
    } catch {
      report(badPattern(error, text, written))
      return nil
    }
  }

  /// A fault of a pattern, at its place in the script where that can be told.
  func badPattern(
    _ fault: BadPattern, _ text: String, _ written: Expression
  ) -> Diagnostic {
    // The place is known where the script holds the pattern as it is.
    let inner = ScriptRange(
      written.range.start + 1, written.range.start + 1 + text.utf8.count)
    let isVerbatim = inner.end < written.range.end && source[inner] == text
    return isVerbatim
      ? .badPattern(fault, in: inner) : .badPattern(BadPattern(fault.message), in: written.range)
  }
}

extension TextOperator {
  /// Where a text has to stand in another; nil for the operators that take patterns.
  fileprivate var mode: TextPattern.Mode? {
    switch self {
    case .contains: .contains
    case .startsWith: .startsWith
    case .endsWith: .endsWith
    case .like, .matches: nil
    }
  }
}

extension Diagnostic {
  /// SQL has names in double quotes, so that a text before the pattern may be one.
  fileprivate static func foreignWildcard(
    _ written: Expression, _ text: String, of value: Expression
  ) -> Diagnostic {
    // `[BD]%` is a set of letters in some, and `100%` may be no pattern.
    let isPlain = text.firstMatch(of: /[\[\]]|[0-9]%/) == nil
    let certainty: FixIt.Certainty = value.isQuoted || !isPlain ? .suggested : .certain
    let mended = text.replacing("%", with: "*").replacing("_", with: "?")
    return Diagnostic(
      .foreignWord, "`%` in a pattern is written `*` in cq", at: Label(written.range, "SQL says %"),
      fix: text.contains("?") || text.contains("\\")
        ? nil : .replace(written.range, with: mended.asText, certainty))
  }

  fileprivate static func patternOfField(_ mark: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .wrongType, "the pattern of `\(mark)` is written, not read from a field",
      at: Label(range), remarks: [.help("`contains` looks for the text of another field")])
  }
}
