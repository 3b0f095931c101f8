// SPDX-License-Identifier: MIT

public import Diagnostics

extension Parser {
  /// Reads source definitions: `source NAME {`, one clause a line, `}`.
  public static func parseDefinitions(_ source: ScriptText) -> Parsed<[SourceDefinition]> {
    parseDefinitions(source) { false }
  }

  /// The same; what is cancelled is cut behind a clause.
  package static func parseDefinitions(
    _ source: ScriptText, unless isCancelled: () -> Bool
  ) -> Parsed<[SourceDefinition]> {
    let (tokens, lexical) = Lexer.tokens(of: source, unless: isCancelled)
    var parser = Parser(
      source, tokens: tokens, diagnostics: lexical, continuesLines: false)
    let definitions = parser.definitions(unless: isCancelled)
    return Parsed(
      tree: definitions, tokens: tokens, diagnostics: parser.sortedDiagnostics,
      isIncomplete: parser.cursor.isIncomplete)
  }

  mutating func definitions(
    unless isCancelled: () -> Bool = { false }
  ) -> [SourceDefinition] {
    var definitions: [SourceDefinition] = []
    while token.kind != .end, !isCancelled() {
      if token.kind == .newline {
        cursor.advance()
        continue
      }
      let start = token
      do throws(Stop) {
        guard take(.source) else { throw fail(.expectedDefinition(text(token), token.range)) }
        definitions.append(try definition(start, unless: isCancelled))
      } catch {
        while token.kind != .end, !isAt(.source) { cursor.advance() }
      }
    }
    return definitions
  }

  private mutating func definition(
    _ start: Token, unless isCancelled: () -> Bool
  ) throws(Stop) -> SourceDefinition {
    let name = try plainName(after: "source")
    guard take(.openBrace) else { throw fail(.missingBrace("{", missingPlace)) }
    var clauses = DefinitionClauses()
    while token.kind != .closeBrace {
      if isCancelled() { throw Stop() }
      if token.kind == .end { throw fail(.missingBrace("}", missingPlace)) }
      if take(.newline) || take(.semicolon) { continue }
      do throws(Stop) {
        try clause(&clauses)
      } catch {
        while !atStatementEnd, token.kind != .closeBrace { cursor.advance() }
      }
    }
    cursor.advance()
    return SourceDefinition(
      name: name, summary: documentation(before: start), clauses: clauses,
      range: range(from: start.range.start))
  }

  /// The text of the `##` comments in the lines before a token that begins its own.
  func documentation(before token: Token) -> String {
    // Line breaks are tokens of their own, so the comment lines lie in the text before, up to a
    // line that is none.
    var lines: [String] = []
    var end = source.line(around: token.range.start).range.start
    guard trimmed(ScriptRange(end, token.range.start)).isEmpty else { return "" }
    while end > 0 {
      let line = source.line(around: end - 1).range
      let text = trimmed(line)
      guard text.hasPrefix("##") else { break }
      lines.append(String(text.drop { $0 == "#" || $0 == " " }))
      end = line.start
    }
    return Array(lines.reversed()).joined(separator: " ")
  }

  /// A part of the text without the space at its ends and the mark of byte order.
  private func trimmed(_ range: ScriptRange) -> Substring {
    var text = Substring(source[range])
    let isSpace = { (mark: Character) in " \t\r\u{FEFF}".contains(mark) }
    while text.first.map(isSpace) ?? false { text.removeFirst() }
    while text.last.map(isSpace) ?? false { text.removeLast() }
    return text
  }
}

extension Diagnostic {
  fileprivate static func expectedDefinition(_ text: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a definition begins with `source NAME {`, not with `\(text)`",
      at: Label(range))
  }

  fileprivate static func missingBrace(_ brace: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a `\(brace)` is missing", at: Label(range),
      remarks: [.help("a definition is `source NAME {`, one clause a line, and `}`")])
  }

  static func unknownClause(_ text: String, _ range: ScriptRange) -> Diagnostic {
    let clauses = DefinitionWords.clauses.map(\.rawValue)
    return Diagnostic(
      .definitionClause, "there is no clause called `\(text)`",
      at: Label(range, question: Suggestion.question(for: text, among: clauses)),
      remarks: [Remark("clauses", clauses.joined(separator: " "))])
  }

  static func unknownModifier(_ text: String, _ range: ScriptRange) -> Diagnostic {
    let words = DefinitionWords.modifiers.map { phrase in
      phrase.map(\.rawValue).joined(separator: " ")
    }
    return Diagnostic(
      .definitionClause, "`\(text)` says nothing about a field",
      at: Label(range, question: Suggestion.question(for: text, among: words)),
      remarks: [Remark("words", words.joined(separator: ", ") + ", = EXPRESSION")])
  }

  static func badClause(_ message: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(.definitionClause, message, at: Label(range))
  }
}
