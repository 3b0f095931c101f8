// SPDX-License-Identifier: MIT

import Diagnostics

/// Texts without their quotes between which an `or` stands: one of several texts, or one text.
package enum UnquotedAlternatives {
  /// How each of these is written. The texts are in quotes; the whole is what stands there as one
  /// text, nil where some of it is in quotes. The test is the field with its operator and the space
  /// up to the first text.
  package static func ways(
    field: String, test: String, isEqual: Bool, texts: [String], whole: String?
  ) -> String {
    let several =
      isEqual
      ? "\(field) in (\(texts.joined(separator: ", ")))"
      : texts.map { test + $0 }.joined(separator: " or ")
    let one = whole.map { test + $0.inQuotes }
    return "write "
      + [several, one].compactMap(\.self).map { "`\($0)`" }.joined(separator: ", or ")
  }
}

extension Parser {
  /// `name = Dream Inn or Days Inn`: texts of several words, none of them in quotes.
  mutating func unquotedAlternatives(in stage: Stage.Kind) -> Stop? {
    guard case .filter(let condition) = stage, let (left, operand, isEqual) = condition.lastTest,
      let start = cursor.tokens[..<cursor.index].lastIndex(where: {
        $0.range.start == operand.range.start
      })
    else { return nil }
    var ahead = self
    ahead.cursor.move(to: start)
    var texts: [ScriptRange] = []
    repeat {
      guard let words = ahead.takeWords() else { return nil }
      texts.append(words)
    } while ahead.take(.or)
    guard texts.count > 1, ahead.atStageEnd || ahead.isAt(.and) else { return nil }
    cursor.move(to: ahead.cursor.index)
    report(
      .unquotedAlternatives(
        source[texts[0]], texts[0],
        UnquotedAlternatives.ways(
          field: source[left.range],
          test: source[ScriptRange(left.range.start, operand.range.start)], isEqual: isEqual,
          texts: texts.map { source[$0].inQuotes },
          whole: source[texts[0].union(texts[texts.count - 1])])))
    return Stop()
  }
}

extension Expression {
  /// The last thing in a condition that asks whether a value is a text, or has one in it; the bare
  /// names behind an `or` are not asked about.
  fileprivate var lastTest: (left: Expression, operand: Expression, isEqual: Bool)? {
    switch kind {
    case .and(let terms): terms.last?.lastTest
    case .or(let terms): terms.last { !$0.isPath }?.lastTest
    case .comparison(.equal, let left, let operand, _) where !operand.isExact:
      (left, operand.expression, true)
    case .textTest(_, let left, let operand, negated: false, _) where !operand.isExact:
      (left, operand.expression, false)
    default: nil
    }
  }
}

extension Diagnostic {
  fileprivate static func unquotedAlternatives(
    _ text: String, _ range: ScriptRange, _ ways: String
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a text stands in quotes: `\(text.inQuotes)`", at: Label(range),
      remarks: [.help(ways)])
  }
}
