// SPDX-License-Identifier: MIT

import Diagnostics

/// What a whole script defines, looked up once and only when something asks: copies of the parser
/// that look ahead share it.
final class DefinedWords {
  private let tokens: [Token]
  private let source: ScriptText

  init(_ tokens: [Token], in source: ScriptText) {
    self.tokens = tokens
    self.source = source
  }

  /// Whether the script gives values the names that KQL has for the sides of a join.
  private(set) lazy var hasSides: Bool = zip(tokens, tokens.dropFirst()).contains { before, name in
    name.kind == .name && ["left", "right"].contains(word(name))
      && [Keyword.let.rawValue, Keyword.param.rawValue, "(", ","].contains(word(before))
  }

  /// Whether the script includes another one, which may define more.
  private(set) lazy var includes: Bool = tokens.dropLast().contains {
    $0.kind == .name && word($0) == Keyword.include.rawValue
  }

  /// The names that stand behind `def`.
  private(set) lazy var functions: Set<String> = Set(
    zip(tokens, tokens.dropFirst()).filter {
      $0.0.kind == .name && word($0.0) == Keyword.def.rawValue
    }
    .map { word($0.1) })

  private func word(_ token: Token) -> String { source[token.range].lowercased() }
}
