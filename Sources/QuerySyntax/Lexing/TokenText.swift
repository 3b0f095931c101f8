// SPDX-License-Identifier: MIT

package import Diagnostics

/// Writes tokens as short words, for tests and for `cq debug tokens`.
package enum TokenText {
  /// The kind, and the token's own text where the kind does not tell it.
  package static func token(_ token: Token, in source: ScriptText) -> String {
    switch token.kind {
    case .name, .quotedName, .number, .money, .date, .text, .parameter, .rowReference, .foreign,
      .invalid,
      .template, .regularExpression:
      "\(token.kind):\(source[token.range])"
    default: "\(token.kind)"
    }
  }
}
