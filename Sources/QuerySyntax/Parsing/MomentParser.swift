// SPDX-License-Identifier: MIT

import Diagnostics

// Times at which lists were read.
extension Parser {
  /// `"yesterday"`, `2026-11-20`, `3 days ago` or `$day`, of a source.
  mutating func moment(of source: SourceName) throws(Stop) -> MomentClause {
    let (start, before) = (token.range, cursor.previous.range)
    note(.moment(of: source))
    switch token.kind {
    case .text:
      let literal = decoded(cursor.advance())
      return MomentClause(kind: .words(literal.value), range: literal.range)
    case .date:
      cursor.advance()
      return MomentClause(kind: .words(self.source[start]), range: start)
    case .parameter:
      let name = Name(text: String(text(cursor.advance()).dropFirst()), range: start)
      return MomentClause(kind: .parameter(name), range: start)
    case .number:
      let count = text(cursor.advance())
      note(.part(.timeUnit))
      let isUnit = !isAt(.ago) || Keyword(of: word(at: 1)) == .ago
      guard token.kind == .name, isUnit else {
        throw fail(.missingMoment(count, missingPlace))
      }
      let unit = text(cursor.advance()).lowercased()
      guard take(.ago) else { throw fail(.missingMoment("\(count) \(unit)", missingPlace)) }
      return MomentClause(kind: .words("\(count) \(unit) ago"), range: range(from: start.start))
    default: throw fail(.missingMoment(self.source[before], missingPlace))
    }
  }
}
