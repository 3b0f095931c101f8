// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import QuerySyntax

/// The roles of the words of a line, by its tokens alone.
struct LineHighlights {
  private let source: ScriptText
  private let unclosed: [Int]
  private(set) var all: [Highlight] = []

  init(_ text: String) {
    source = ScriptText(name: InteractiveLoop.scriptName, text)
    let (tokens, diagnostics) = Lexer.tokens(of: source)
    unclosed = diagnostics.filter { $0.code == .unclosedText }
      .compactMap { $0.primary?.range.start }
    if text.hasPrefix("."), DotCommand.recognises(text) {
      let word = text.utf8.prefix { $0 != UInt8(ascii: " ") }
      all = [Highlight(0..<word.count, .stage)]
      return
    }
    var previous = Token.Kind.newline
    for (index, token) in tokens.enumerated() {
      addComments(before: token)
      let next = index + 1 < tokens.count ? tokens[index + 1] : token
      if let role = role(of: token, behind: previous, before: next) {
        all.append(Highlight(token.range.start..<token.range.end, role))
      }
      previous = token.kind
    }
  }

  private mutating func addComments(before token: Token) {
    let space = token.start..<token.range.start
    guard let start = source.commentStart(in: space) else { return }
    all.append(Highlight(start..<token.range.start, .comment))
  }

  private func role(
    of token: Token, behind previous: Token.Kind, before next: Token
  ) -> TextRole? {
    switch token.kind {
    case .text, .template:
      return unclosed.contains(token.range.start) ? .openText : .value
    case .number, .money, .date, .regularExpression: return .value
    case .parameter, .rowReference: return .parameter
    case .name:
      let word = source[token.range].lowercased()
      if Self.starts.contains(previous), Self.openings.contains(word) { return .stage }
      if Self.constants.contains(word) { return .value }
      let isCalled = next.kind == .openParenthesis && next.range.start == token.range.end
      return isCalled ? .function : nil
    default: return nil
    }
  }

  /// What stands before a stage or a statement.
  private static let starts: Set<Token.Kind> = [.newline, .semicolon, .pipe, .openParenthesis]
  private static let openings = Set((Vocabulary.stages + Vocabulary.statements).map(\.word))
  private static let constants: Set<String> = ["true", "false", "null"]
}
