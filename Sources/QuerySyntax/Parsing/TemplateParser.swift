// SPDX-License-Identifier: MIT

import Diagnostics

// Texts with expressions in them, and the names and rows that stand for values.
extension Parser {
  /// The pieces of `f"..."`: text, whose escapes are those of other texts, and expressions in
  /// braces; `{{` and `}}` are braces that are text.
  mutating func template(_ token: Token) throws(Stop) -> Expression {
    let quote = source.bytes[token.range.start + 1]
    let isClosed = token.range.count > 2 && source.bytes[token.range.end - 1] == quote
    let end = token.range.end - (isClosed ? 1 : 0)
    var parts: [TemplatePart] = []
    var position = token.range.start + 2
    while position < end {
      let byte = source.bytes[position]
      if Self.isBrace(byte), isDoubled(at: position, before: end) {
        parts.append(.text(byte == UInt8(ascii: "{") ? "{" : "}"))
        position += 2
      } else if byte == UInt8(ascii: "{") {
        guard let closing = closingBrace(after: position, before: end) else {
          // Of a text that never ends, that has been said.
          if isClosed { report(.unfinishedTemplate(ScriptRange(position, position + 1))) }
          throw Stop()
        }
        parts.append(.value(try hole(ScriptRange(position + 1, closing))))
        position = closing + 1
      } else if byte == UInt8(ascii: "}") {
        report(.strayBrace(ScriptRange(position, position + 1)))
        position += 1
      } else {
        let stop = textEnd(from: position, before: end)
        let (value, faults) = TextEscapes.decode(source, ScriptRange(position, stop), upTo: quote)
        for fault in faults { report(.badEscape(source[fault], fault)) }
        parts.append(.text(value))
        position = stop
      }
    }
    return Expression(kind: .template(parts), range: token.range)
  }

  private static func isBrace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  private func isDoubled(at position: Int, before end: Int) -> Bool {
    position + 1 < end && source.bytes[position + 1] == source.bytes[position]
  }

  /// Where the text ends that begins at a place: at the next brace.
  private func textEnd(from start: Int, before end: Int) -> Int {
    var position = start
    while position < end, !Self.isBrace(source.bytes[position]) {
      position += source.bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(position, end)
  }

  /// The brace that closes an expression; texts inside may hold braces.
  private func closingBrace(after opening: Int, before end: Int) -> Int? {
    var quote: UInt8?
    for position in (opening + 1)..<max(end, opening + 1) {
      let byte = source.bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if Lexer.isQuote(byte) {
        quote = byte
      } else if byte == UInt8(ascii: "}") {
        return position
      }
    }
    return nil
  }

  /// Reads the expression in a pair of braces with a parser of its own over the same text.
  private mutating func hole(_ range: ScriptRange) throws(Stop) -> Expression {
    let (tokens, lexical) = Lexer.tokens(of: source, in: range)
    var inner = Parser(source, tokens: tokens, diagnostics: lexical)
    inner.depth = depth + 1
    inner.stageStart = range.start
    defer {
      inner.closeFaults(from: 0) { inner throws(Stop) in _ = try inner.expression() }
      diagnostics += inner.diagnostics
    }
    if inner.token.kind == .end { throw inner.fail(.missingValue(range, found: nil)) }
    let expression = try inner.expression()
    guard inner.token.kind == .end else {
      throw inner.fail(
        .unexpected(inner.text(inner.token), inner.token.range, after: "the expression"))
    }
    return expression
  }

  /// The name of the parameter at the cursor, without its `$`.
  mutating func parameterName() -> Name {
    let token = cursor.advance()
    return Name(text: String(text(token).dropFirst()), range: token.range)
  }

  /// The number of a row reference such as `@3`.
  mutating func rowNumber(_ token: Token) throws(Stop) -> Int {
    guard let row = Int(text(token).dropFirst()), row > 0 else {
      report(.badRow(text(token), token.range))
      throw Stop()
    }
    return row
  }

  /// The pattern between the slashes of a regular expression.
  mutating func regularExpression() -> Expression {
    let token = cursor.advance()
    var pattern = source.bytes[token.range.start..<token.range.end].dropFirst()
    let ignoresCase =
      pattern.last == UInt8(ascii: "i") && pattern.dropLast().last == UInt8(ascii: "/")
    if ignoresCase { pattern = pattern.dropLast() }
    if pattern.last == UInt8(ascii: "/") { pattern = pattern.dropLast() }
    let text = String(decoding: Self.withoutEscapedSlashes(pattern), as: UTF8.self)
    return Expression(
      kind: .regularExpression(text, ignoresCase: ignoresCase), range: token.range)
  }

  /// The bytes with `/` for `\/`; other escapes are the pattern's own.
  private static func withoutEscapedSlashes(_ pattern: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    for byte in pattern {
      if byte == UInt8(ascii: "/"), bytes.last == UInt8(ascii: "\\") { bytes.removeLast() }
      bytes.append(byte)
    }
    return bytes
  }
}
