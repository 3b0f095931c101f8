// SPDX-License-Identifier: MIT

import Diagnostics

// Quoted texts that are more than text.
extension Lexer {
  /// `f"..."` up to its closing quote. In braces the other quote may enclose texts; the template's
  /// own quote always ends it.
  mutating func template(quote: UInt8) -> Token.Kind {
    let begin = position
    position += 2
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      position += 1
      if byte == quote { return .template }
      if byte == UInt8(ascii: "\\"), let next = peek(), next != UInt8(ascii: "\n") { position += 1 }
    }
    let mark = String(Unicode.Scalar(quote))
    diagnostics.append(.unclosedText(ScriptRange(begin, begin + 2), quote: mark, source))
    return .template
  }

  /// `/.../` and the letter `i`; `\/` stands for a slash inside.
  mutating func regularExpression() -> Token.Kind {
    let begin = position
    position += 1
    while let byte = peek(), byte != UInt8(ascii: "\n") {
      position += 1
      if byte == UInt8(ascii: "/") {
        if let letter = peek(), letter == UInt8(ascii: "i") { position += 1 }
        return .regularExpression
      }
      if byte == UInt8(ascii: "\\"), let next = peek(), next != UInt8(ascii: "\n") { position += 1 }
    }
    diagnostics.append(.unclosedText(ScriptRange(begin, begin + 1), quote: "/", source))
    return .regularExpression
  }
}
