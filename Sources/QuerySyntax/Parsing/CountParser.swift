// SPDX-License-Identifier: MIT

import Diagnostics

// Numbers of rows and the like.
extension Parser {
  /// A whole number, which is one of rows if nothing else is said; `next` may follow.
  mutating func count(
    after word: String, _ use: ParsePoint.CountUse = .rows, before next: Keyword? = nil
  ) throws(Stop) -> Count {
    note(.count(use))
    if token.kind == .parameter {
      let name = parameterName()
      return Count(kind: .parameter(name), range: name.range)
    }
    if token.kind == .name, !atStageWord, !(next.map { isAt($0) } ?? false) {
      throw fail(.nameForCount(word, text(token), token.range))
    }
    guard token.kind == .number else {
      throw fail(.missingCount(after: word, missingPlace))
    }
    let number = cursor.advance()
    if decimalComma(after: number, isCount: true) ?? spaceGroups(after: number) != nil {
      throw Stop()
    }
    let digits = text(number).filter { $0 != "_" }
    guard let value = Int(digits) else {
      if digits.allSatisfy(\.isWholeNumber) { throw fail(.largeCount(after: word, number.range)) }
      throw fail(.badCount(after: word, use, number.range))
    }
    return Count(kind: .number(value), range: number.range)
  }

  /// `limit 5, 10`, which is SQL for `skip 5 | limit 10`.
  var isTwoCounts: Bool {
    token.kind == .number && cursor.peek(1).kind == .comma && cursor.peek(2).kind == .number
  }

  mutating func foreignLimit(_ start: ScriptRange) -> Stop {
    let skipped = text(cursor.advance())
    cursor.advance()
    let kept = text(cursor.advance())
    report(.foreignLimit(range(from: start.start), skip: skipped, limit: kept))
    return Stop()
  }
}
