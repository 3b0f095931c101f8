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
      let (index, start) = (cursor.index, token)
      do throws(Stop) {
        guard take(.source) else { throw fail(.expectedDefinition(text(token), token.range)) }
        definitions.append(try definition(start, unless: isCancelled))
      } catch {
        while token.kind != .end, !isAt(.source) { cursor.advance() }
      }
      closeFaults(from: index) { parser throws(Stop) in
        _ = parser.take(.source)
        _ = try parser.definition(start) { false }
      }
    }
    return definitions
  }

  private mutating func definition(
    _ start: Token, unless isCancelled: () -> Bool
  ) throws(Stop) -> SourceDefinition {
    let name = try newName(after: "source", .declared)
    guard take(.openBrace) else { throw fail(.missingBrace("{", missingPlace)) }
    var clauses = DefinitionClauses()
    while token.kind != .closeBrace {
      if isCancelled() { throw Stop() }
      if token.kind == .end {
        note(.mark(.closeBrace))
        throw fail(.missingBrace("}", missingPlace))
      }
      if take(.newline) || take(.semicolon) { continue }
      let before = cursor.index
      do throws(Stop) {
        try clause(&clauses)
      } catch {
        while !atStatementEnd, token.kind != .closeBrace { cursor.advance() }
      }
      closeFaults(from: before) { parser throws(Stop) in
        var clauses = DefinitionClauses()
        try parser.clause(&clauses)
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

  /// Whatever else might go on where a definition stops, such as how its list is written.
  fileprivate static func missingBrace(_ brace: String, _ place: ScriptRange) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a `\(brace)` is missing", at: Label(place),
      remarks: [.help("a definition is `source NAME {`, one clause a line, and `}`")])
  }
}

extension OpenDiagnostic {
  static func badClause(
    _ place: ScriptRange, _ message: @escaping (Alternatives) -> String
  ) -> OpenDiagnostic {
    OpenDiagnostic { Diagnostic(.definitionClause, message($0), at: Diagnostic.Label(place)) }
  }

  /// What stands behind a clause that is whole.
  static func strayPart(
    _ text: String, _ range: ScriptRange, of clause: String
  ) -> OpenDiagnostic {
    OpenDiagnostic {
      Diagnostic(
        .definitionClause, "`\(text)` does not belong to `\(clause)`",
        at: Diagnostic.Label(range),
        remarks: $0.all.isEmpty ? [] : [.help("here can stand \(Alternatives.choice($0.all))")])
    }
  }
}
