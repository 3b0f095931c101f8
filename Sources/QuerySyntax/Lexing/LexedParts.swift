// SPDX-License-Identifier: MIT

package import Diagnostics

// What others ask of a text without parsing it: its parts, and how names are written.
extension Lexer {
  /// The names that are written with a `$` in a part of a script.
  package static func parameters(in source: ScriptText, _ range: ScriptRange) -> [String] {
    tokens(of: source, in: range).tokens.filter { $0.kind == .parameter }.map {
      String(source[$0.range].dropFirst())
    }
  }

  /// Where a name stands in a part of a script without a `$`.
  package static func places(
    of name: String, in source: ScriptText, _ range: ScriptRange
  ) -> [ScriptRange] {
    tokens(of: source, in: range).tokens.flatMap { token -> [ScriptRange] in
      if token.kind == .template {
        return holes(in: source, token.range).flatMap { places(of: name, in: source, $0) }
      }
      return token.kind == .name && source[token.range] == name ? [token.range] : []
    }
  }

  /// What stands between the braces of a text with expressions in it.
  private static func holes(in source: ScriptText, _ template: ScriptRange) -> [ScriptRange] {
    var holes: [ScriptRange] = []
    var opening: Int?
    var place = template.start
    while place < template.end {
      let isTwice = place + 1 < template.end && source.bytes[place] == source.bytes[place + 1]
      switch source.bytes[place] {
      case UInt8(ascii: "{") where opening == nil:
        if isTwice { place += 1 } else { opening = place + 1 }
      case UInt8(ascii: "}"):
        if let start = opening { holes.append(ScriptRange(start, place)) }
        opening = nil
      default: break
      }
      place += 1
    }
    return holes
  }

  /// The comments in a part of a script that begins outside of one.
  package static func comments(in source: ScriptText, _ range: ScriptRange) -> [String] {
    guard source.bytes[range.start..<range.end].contains(UInt8(ascii: "#")) else { return [] }
    return tokens(of: source, in: range).tokens.compactMap { token in
      let space = source[ScriptRange(token.start, token.range.start)]
      return space.firstIndex(of: "#").map { String(space[$0...]) }
    }
  }

  /// What other languages' comments say in a part of a script, without their marks; an address has
  /// such a mark too, behind a colon.
  package static func foreignComments(in source: ScriptText, _ range: ScriptRange) -> [String] {
    let marks = [UInt8(ascii: "-"), UInt8(ascii: "/")]
    guard source.bytes[range.start..<range.end].contains(where: marks.contains) else { return [] }
    return tokens(of: source, in: range).tokens.compactMap { token in
      let text = source[token.range]
      guard token.kind == .invalid, text.hasPrefix("--") || text.hasPrefix("//"),
        token.range.start == 0 || source.bytes[token.range.start - 1] != UInt8(ascii: ":")
      else { return nil }
      let comment = text.dropFirst(2)
      return comment.isEmpty ? nil : String(comment)
    }
  }

  /// Where the marks stand at which the stages of a script end.
  package static func stageBounds(_ source: ScriptText) -> [Int] {
    tokens(of: source).tokens.compactMap { token in
      switch token.kind {
      case .pipe, .newline, .semicolon, .end: token.range.start
      default: nil
      }
    }
  }

  /// Where statements begin and end.
  package static func statementBounds(_ source: ScriptText) -> [Int] {
    TokenCursor(tokens(of: source).tokens, in: source).tokens.compactMap { token in
      switch token.kind {
      case .newline, .semicolon, .end: token.range.start
      default: nil
      }
    }
  }

  /// A name in backticks, those of its own doubled.
  package static func backquoted(_ name: String) -> String {
    var written = "`".unicodeScalars
    for scalar in name.unicodeScalars {
      if scalar == "`" { written.append(scalar) }
      written.append(scalar)
    }
    return String(written) + "`"
  }

  /// What stands between the backticks of a name, with one for each two in it.
  static func name(inBackticks written: some Sequence<Unicode.Scalar>) -> String {
    var name = String.UnicodeScalarView()
    var isFirstOfTwo = false
    for scalar in written {
      isFirstOfTwo = scalar == "`" && !isFirstOfTwo
      if !isFirstOfTwo { name.append(scalar) }
    }
    return String(name)
  }

  /// Whether a text is one name that needs no backticks.
  package static func isPlainName(_ text: String) -> Bool {
    isOne(.name, text) && !Vocabulary.reserved.contains(text.lowercased())
  }

  /// Whether a text can stand behind a `$`.
  package static func isParameterName(_ text: String) -> Bool { isOne(.parameter, "$\(text)") }

  private static func isOne(_ kind: Token.Kind, _ text: String) -> Bool {
    let (tokens, faults) = tokens(of: ScriptText(name: "", text))
    return faults.isEmpty && tokens.map(\.kind) == [kind, .end] && tokens[0].start == 0
      && tokens[0].range.count == text.utf8.count
  }
}

extension String {
  /// The text as a name of the language: in backticks where it is no plain word.
  package var asName: String { Lexer.isPlainName(self) ? self : Lexer.backquoted(self) }

  /// A piece of the language in the middle of a sentence: in backticks, or in two of them on each
  /// side where it has some of its own.
  package var asQuotedCode: String { contains("`") ? "`` \(self) ``" : "`\(self)`" }
}

extension ScriptText {
  /// Where a comment begins in the space before a token; nil where none does.
  package func commentStart(in space: Range<Int>) -> Int? {
    bytes[space].firstIndex(of: UInt8(ascii: "#"))
  }
}
