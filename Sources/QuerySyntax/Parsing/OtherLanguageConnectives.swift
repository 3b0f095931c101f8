// SPDX-License-Identifier: MIT

import Diagnostics

// Conditions and sets as other languages put them together.
extension Parser {
  /// Takes `| CONDITION` inside of brackets, where no stage can begin.
  mutating func takeBars(behind first: Expression) {
    guard first.mayBeCondition else { return }
    var trial = self
    var bars: [ScriptRange] = []
    var certainty = first.isConnected ? FixIt.Certainty.suggested : .certain
    while trial.token.kind == .pipe {
      bars.append(trial.cursor.advance().range)
      guard let term = try? trial.expression(), term.mayBeCondition else { return }
      if term.isConnected { certainty = .suggested }
    }
    guard trial.token.kind == .closeParenthesis else { return }
    self = trial
    for bar in bars { report(.foreignMark("|", bar, spaced("or", at: bar), certainty)) }
  }

  /// `filter (stars > 2) | (rooms > 3)`, where a condition stands in the place of a stage; nil
  /// where that is not so. Without its brackets the condition may be meant for something else.
  mutating func barBeforeCondition() -> Stop? {
    guard cursor.previous.kind == .pipe, isBehindCondition else { return nil }
    let bar = cursor.previous.range
    let isBracketed = token.kind == .openParenthesis
    var trial = self
    guard let condition = try? trial.expression(), condition.mayBeCondition, trial.atStageEnd
    else { return nil }
    self = trial
    let isAlone = isBracketed && !condition.isConnected && !hasConnectiveBefore(bar)
    let certainty: FixIt.Certainty = isAlone ? .certain : .suggested
    report(.foreignMark("|", bar, spaced("or", at: bar), certainty))
    return Stop()
  }

  /// Whether `and` or `not` stands in the stage before a bar, which binds tighter elsewhere.
  private func hasConnectiveBefore(_ bar: ScriptRange) -> Bool {
    let before = cursor.tokens[..<cursor.index].prefix { $0.range.end <= bar.start }
    let stage = before.reversed().prefix { ![.pipe, .newline, .semicolon].contains($0.kind) }
    return stage.contains { ["and", "not"].contains(text($0).lowercased()) }
  }

  /// Whether the stage before the `|` that has been taken asks for a condition.
  private var isBehindCondition: Bool {
    let before = cursor.tokens[..<max(0, cursor.index - 1)]
    let ends: [Token.Kind] = [.pipe, .newline, .semicolon]
    let start = before.lastIndex { ends.contains($0.kind) }.map { $0 + 1 } ?? 0
    guard before.indices.contains(start) else { return false }
    return ["filter", "where", "assert"].contains(text(before[start]).lowercased())
  }

  /// What another language does with the bits of a number at a mark; nil where the mark joins or
  /// negates conditions. It stands in the place of what was reported of the mark.
  mutating func ofBits(
    _ mark: ScriptRange, _ operands: [Expression], reported: Int
  ) -> Expression? {
    guard !operands.contains(where: \.mayBeCondition) else { return nil }
    diagnostics.removeSubrange(reported...)
    report(.bitwise(source[mark], mark))
    return Expression(kind: .missing, range: range(from: min(mark.start, operands[0].range.start)))
  }

  /// Whether a set begins here as other languages call it, such as `c(3, 4)`.
  var atForeignSet: Bool {
    token.kind == .name && OtherLanguageWords.sets.contains(word) && opensAtOnce(token)
  }

  /// Takes what another language writes before the brackets of a set, with the operator before it.
  mutating func takeForeignSet(_ operator: ScriptRange) {
    guard atForeignSet else { return }
    let words = `operator`.union(token.range)
    report(.foreignMark(source[words], words, "in "))
    cursor.advance()
  }

  /// Whether nothing stands beside a call that goes before or behind its conditions, so that they
  /// need no brackets: from the token before it to the cursor.
  func standsAlone(behind before: Token) -> Bool {
    let begins =
      before.kind == .openParenthesis || before.kind == .comma
      || ["filter", "where", "assert", "if"].contains(text(before).lowercased())
    return begins && (atStageEnd || [.closeParenthesis, .comma].contains(token.kind))
  }
}

extension Diagnostic {
  fileprivate static func bitwise(_ mark: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(mark)` stands at numbers here, and cq has no operations on bits",
      at: Label(range, "others join or negate conditions with it too"),
      remarks: [.help("conditions: `stars > 2 and rooms > 2`, `not (stars > 2)`")])
  }
}

extension Expression {
  /// Whether it is a condition, or something of another language that may be one.
  var mayBeCondition: Bool { if case .missing = kind { true } else { isCondition } }
}

extension Expression {
  /// Whether conditions are joined or turned round in it, which other languages do after a bar.
  fileprivate var isConnected: Bool {
    switch kind {
    case .and, .not: true
    default: false
    }
  }
}
