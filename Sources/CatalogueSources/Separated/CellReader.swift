// SPDX-License-Identifier: MIT

import Catalogue

/// Looks into the cells of a table, which have no parts.
struct CellReader: ValueReader {
  let payload: Payload
  private let dialect: SeparatedDialect

  init(payload: Payload, _ dialect: SeparatedDialect) {
    self.payload = payload
    self.dialect = dialect
  }

  var doubledQuote: UInt8? { dialect.escapesByBackslash ? nil : dialect.quote }

  func number(_ token: ValueToken) -> Decimal? {
    CellKind.value(payload.padded[token.range], dialect.decimalMark)
  }

  var decimalMark: UInt8 { dialect.decimalMark }

  func append(_ text: ValueToken, to result: inout [UInt8]) -> Bool {
    result += dialect.resolved(payload.padded[text.range])
    return true
  }
}
