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
    tokens(of: source, in: range).tokens.filter { $0.kind == .name && source[$0.range] == name }
      .map(\.range)
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
