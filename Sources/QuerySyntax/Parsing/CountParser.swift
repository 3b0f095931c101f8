// SPDX-License-Identifier: MIT

import Diagnostics

// Numbers of rows and the like.
extension Parser {
  /// A whole number, which is one of rows if nothing else is said; `next` may follow.
  mutating func count(
    after word: String, _ needed: String = "number of rows", before next: Keyword? = nil
  ) throws(Stop) -> Count {
    note(.count)
    if token.kind == .parameter {
      let name = parameterName()
      return Count(kind: .parameter(name), range: name.range)
    }
    if token.kind == .name, !atStageWord, !(next.map { isAt($0) } ?? false) {
      throw fail(.nameForCount(word, needed, text(token), token.range))
    }
    guard token.kind == .number else {
      throw fail(.missingCount(after: word, needed, missingPlace))
    }
    let number = cursor.advance()
    if decimalComma(after: number, isCount: true) ?? spaceGroups(after: number) != nil {
      throw Stop()
    }
    let digits = text(number).filter { $0 != "_" }
    guard let value = Int(digits) else { throw fail(.badCount(after: word, needed, number.range)) }
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

extension Diagnostic {
  /// A name that may be that of a value, which is seen where it is bound.
  fileprivate static func nameForCount(
    _ word: String, _ needed: String, _ name: String, _ range: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`\(word)` needs a \(needed), not `\(name)`", at: Label(range),
      remarks: [
        .help("for example `\(word) 10`; a value with a name is written `$\(name)`")
      ],
      fix: .replace(range, with: "$\(name)", .guessed))
  }
}
