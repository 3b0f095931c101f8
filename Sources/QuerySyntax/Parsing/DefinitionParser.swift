public import Diagnostics

extension Parser {
  /// Reads source definitions: `source NAME {`, one clause a line, `}`.
  public static func parseDefinitions(_ source: SourceText) -> Parsed<[SourceDefinition]> {
    let (tokens, lexical) = Lexer.tokens(of: source)
    var parser = Parser(
      source, tokens: tokens, diagnostics: lexical, continuesLines: false)
    let definitions = parser.definitions()
    return Parsed(
      tree: definitions, tokens: tokens, diagnostics: parser.sortedDiagnostics,
      isIncomplete: parser.cursor.isIncomplete)
  }

  mutating func definitions() -> [SourceDefinition] {
    var definitions: [SourceDefinition] = []
    while token.kind != .end {
      if token.kind == .newline {
        cursor.advance()
        continue
      }
      let start = token
      do throws(Stop) {
        guard take("source") else { throw fail(.expectedDefinition(text(token), token.range)) }
        definitions.append(try definition(start))
      } catch {
        while token.kind != .end, word != "source" { cursor.advance() }
      }
    }
    return definitions
  }

  private mutating func definition(_ start: Token) throws(Stop) -> SourceDefinition {
    let name = try plainName(after: "source")
    guard take(.openBrace) else { throw fail(.missingBrace("{", missingPlace)) }
    var clauses = DefinitionClauses()
    while token.kind != .closeBrace {
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
      name: name, summary: documentation(before: start), noun: clauses.noun, list: clauses.list,
      detail: clauses.detail, picture: clauses.picture, items: clauses.items,
      fields: clauses.fields, range: range(from: start.range.start))
  }

  /// The text of the `##` comments in the lines before a token that begins its own.
  func documentation(before token: Token) -> String {
    // Line breaks are tokens of their own, so the comment lines lie in the text before, up to a
    // line that is none.
    var lines: [String] = []
    var end = source.line(around: token.range.start).range.start
    guard trimmed(SourceRange(end, token.range.start)).isEmpty else { return "" }
    while end > 0 {
      let line = source.line(around: end - 1).range
      let text = trimmed(line)
      guard text.hasPrefix("##") else { break }
      lines.insert(String(text.drop { $0 == "#" || $0 == " " }), at: 0)
      end = line.start
    }
    return lines.joined(separator: " ")
  }

  /// A part of the text without the space at its ends and the mark of byte order.
  private func trimmed(_ range: SourceRange) -> Substring {
    var text = Substring(source[range])
    let isSpace = { (mark: Character) in " \t\r\u{FEFF}".contains(mark) }
    while text.first.map(isSpace) ?? false { text.removeFirst() }
    while text.last.map(isSpace) ?? false { text.removeLast() }
    return text
  }

  private mutating func clause(_ clauses: inout DefinitionClauses) throws(Stop) {
    let keyword = word
    let start = token.range
    stageStart = start.start
    switch keyword {
    case "noun":
      cursor.advance()
      clauses.noun = try literal(after: keyword)
    case "list", "detail":
      cursor.advance()
      let address = try literal(after: keyword)
      if keyword == "list" { clauses.list = address } else { clauses.detail = address }
    case "picture":
      cursor.advance()
      let address = try literal(after: keyword)
      var crop = 0
      if take("crop") {
        guard token.kind == .number, let pixels = Int(text(token).filter { $0 != "_" })
        else {
          throw fail(.badClause("`crop` needs a whole number of pixels", missingPlace))
        }
        crop = pixels
        cursor.advance()
      }
      clauses.picture = PictureClause(address: address, crop: crop)
    case "items":
      cursor.advance()
      clauses.items = try itemsPath()
    case "field":
      cursor.advance()
      clauses.fields.append(try field())
    default: throw fail(.unknownClause(text(token), start))
    }
    if !atStatementEnd, token.kind != .closeBrace {
      throw fail(.badClause("`\(text(token))` does not belong to `\(keyword)`", token.range))
    }
  }

  private mutating func literal(after word: String) throws(Stop) -> TextLiteral {
    guard token.kind == .text else {
      throw fail(.badClause("`\(word)` needs a text in quotes", missingPlace))
    }
    return decoded(cursor.advance())
  }

  private mutating func itemsPath() throws(Stop) -> [ItemsStep] {
    var steps: [ItemsStep] = []
    repeat {
      steps.append(.member(try plainName(after: "items").text))
      while take(.openBracket) {
        guard take(.closeBracket) else {
          throw fail(.badClause("`[` wants `]` at once: `[]` means every element", missingPlace))
        }
        steps.append(.each)
      }
    } while take(.dot)
    return steps
  }

  private mutating func field() throws(Stop) -> FieldClause {
    var names = [try plainName(after: "field")]
    while take(.comma) { names.append(try plainName(after: ",")) }
    var parts = FieldParts(type: try typeName())
    while !atStatementEnd, ![.closeBrace, .text, .equal].contains(token.kind) {
      try modifier(&parts)
    }
    if take(.equal) { parts.derivation = try expression() }
    let meaning = token.kind == .text ? decoded(cursor.advance()) : nil
    return FieldClause(
      names: names, type: parts.type, isKey: parts.isKey, keyElse: parts.keyElse,
      isCategory: parts.isCategory, path: parts.path, place: parts.place,
      separator: parts.separator, trims: parts.trims, emptyIsNull: parts.emptyIsNull,
      takesNumberOrText: parts.takesNumberOrText, derivation: parts.derivation, meaning: meaning)
  }

  private mutating func modifier(_ parts: inout FieldParts) throws(Stop) {
    switch word {
    case "key":
      cursor.advance()
      parts.isKey = true
      if take("else") {
        repeat { parts.keyElse.append(try plainName(after: "else")) } while take(.comma)
      }
    case "category":
      cursor.advance()
      parts.isCategory = true
    case "from":
      cursor.advance()
      var path = [try plainName(after: "from")]
      while take(.dot) { path.append(try plainName(after: ".")) }
      parts.path = path
    case "in":
      cursor.advance()
      if take("detail") {
        parts.place = .detail
      } else if take("group") {
        parts.place = .group
      } else {
        throw fail(.badClause("`in` is followed by `detail` or `group`", missingPlace))
      }
    case "split":
      cursor.advance()
      parts.separator = try literal(after: "split")
    case "trim":
      cursor.advance()
      parts.trims = true
    case "empty":
      cursor.advance()
      guard take("null") else { throw fail(.badClause("`empty` wants `null`", missingPlace)) }
      parts.emptyIsNull = true
    case "number":
      cursor.advance()
      guard take("or"), take("text") else {
        throw fail(.badClause("`number` wants `or text`", missingPlace))
      }
      parts.takesNumberOrText = true
    default: throw fail(.unknownModifier(text(token), token.range))
    }
  }

  mutating func typeName() throws(Stop) -> TypeName {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else { throw fail(.tooDeep(token.range)) }
    guard Self.isName(token.kind) else {
      throw fail(.badClause("a type such as `Int` or `List<Text>` is missing", missingPlace))
    }
    let written = word
    let name = try name()
    if written == "money" || written == "length" { return try measured(name.text) }
    guard written == "list" else { return .named(name.text) }
    guard take(.less) else { throw fail(.badClause("`List` wants `<TYPE>`", missingPlace)) }
    let element = try typeName()
    guard take(.greater) else { throw fail(.badClause("`List<` wants `>`", missingPlace)) }
    return .list(element)
  }
}

/// The clauses of a definition while they are read.
private struct DefinitionClauses {
  var noun: TextLiteral?
  var list: TextLiteral?
  var detail: TextLiteral?
  var picture: PictureClause?
  var items: [ItemsStep] = []
  var fields: [FieldClause] = []
}

/// The modifiers of a field while they are read.
private struct FieldParts {
  let type: TypeName
  var isKey = false
  var keyElse: [Name] = []
  var isCategory = false
  var path: [Name]?
  var place = FieldClause.Place.list
  var separator: TextLiteral?
  var trims = false
  var emptyIsNull = false
  var takesNumberOrText = false
  var derivation: Expression?
}

extension Diagnostic {
  fileprivate static func expectedDefinition(_ text: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a definition begins with `source NAME {`, not with `\(text)`",
      at: Label(range))
  }

  fileprivate static func missingBrace(_ brace: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(
      .definitionClause, "a `\(brace)` is missing", at: Label(range),
      remarks: [.help("a definition is `source NAME {`, one clause a line, and `}`")])
  }

  fileprivate static func unknownClause(_ text: String, _ range: SourceRange) -> Diagnostic {
    let clauses = ["noun", "list", "detail", "picture", "items", "field"]
    return Diagnostic(
      .definitionClause, "there is no clause called `\(text)`",
      at: Label(range, Suggestion.question(for: text, among: clauses) ?? ""),
      remarks: [Remark("clauses", clauses.joined(separator: " "))])
  }

  fileprivate static func unknownModifier(_ text: String, _ range: SourceRange) -> Diagnostic {
    let words = [
      "key", "category", "from", "in detail", "in group", "split", "trim", "empty null",
      "number or text",
    ]
    return Diagnostic(
      .definitionClause, "`\(text)` says nothing about a field",
      at: Label(range, Suggestion.question(for: text, among: words) ?? ""),
      remarks: [Remark("words", words.joined(separator: ", ") + ", = EXPRESSION")])
  }

  fileprivate static func badClause(_ message: String, _ range: SourceRange) -> Diagnostic {
    Diagnostic(.definitionClause, message, at: Label(range))
  }
}
