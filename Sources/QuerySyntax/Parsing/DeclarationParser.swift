// SPDX-License-Identifier: MIT

import Diagnostics

// Statements that read no rows: they name things, set things or ask about a pipeline.
extension Parser {
  /// The statement that begins with the current word; nil when that word begins none of these.
  mutating func declaration() throws(Stop) -> Statement? {
    let start = token
    switch Keyword(of: word) {
    case .let: return .binding(try binding(start))
    case .def: return .macro(try macro(start))
    case .param: return .parameter(try parameter(start))
    case .include:
      cursor.advance()
      note(.file(.include))
      guard token.kind == .text else { throw fail(.missingFile(after: "include", missingPlace)) }
      let path = decoded(cursor.advance())
      return .include(path, range(from: start.range.start))
    case .set: return .set(try setting(start))
    case .explain:
      cursor.advance()
      let isStepwise = take(.steps)
      note(.pipeline)
      if atStatementEnd { return .steps(nil, range(from: start.range.start)) }
      guard let pipeline = pipeline() else { throw Stop() }
      let range = range(from: start.range.start)
      return isStepwise ? .steps(pipeline, range) : .explain(pipeline, range)
    case .expect where isAt(.error, ahead: 1): return .expectError(try expectedError(start))
    default: return nil
    }
  }

  private mutating func binding(_ start: Token) throws(Stop) -> Binding {
    cursor.advance()
    takeDollar()
    let name = try newName(after: "let", .declared)
    takeForeignType()
    guard takeEqual() || takeOtherEqual() else {
      throw fail(.missingEqual("let \(name.text)", missingPlace))
    }
    if let source = takeMissingFrom() {
      return Binding(
        name: name, content: .value(source), summary: documentation(before: start),
        range: range(from: start.range.start))
    }
    let content: Binding.Content
    for word in Self.viewWords { note(.word(word)) }
    noteValue()
    if isAt(.show), isAskedNext, !Self.isItem(cursor.peek(1).kind) {
      // An item alone: as a stage it has no source here.
      cursor.advance()
      note(.item(relation: nil))
      throw Stop()
    }
    if atView {
      guard let pipeline = pipeline() else { throw Stop() }
      content = .view(pipeline)
    } else {
      if atBareStage { throw fail(.viewNeedsSource(text(token), token.range)) }
      if atStageEnd { throw fail(.missingValue(missingPlace, found: nil)) }
      content = .value(try expression())
    }
    return Binding(
      name: name, content: content, summary: documentation(before: start),
      range: range(from: start.range.start))
  }

  /// Whether a pipeline begins here that says where its rows come from.
  private var atView: Bool {
    switch Keyword(of: word) {
    case .show?: Self.isItem(cursor.peek(1).kind) || isAskedNext
    case .changes?:
      [.from, .of].contains(Keyword(of: word(at: 1))) || isAskedNext
    case .history?: Self.isItem(cursor.peek(1).kind) || isAskedNext
    case let found?: Self.viewWords.contains(found)
    case nil: false
    }
  }

  /// The words with which a pipeline begins that says where its rows come from.
  private static let viewWords: [Keyword] = [
    .from, .categories, .sources, .show, .related, .accessories, .follow,
  ]

  /// Whether a stage with its operands stands where a source has to.
  private var atBareStage: Bool {
    guard Vocabulary.isStage(word) else { return false }
    let next = cursor.peek(1)
    switch next.kind {
    case .name: return startsValue(next)
    case .quotedName, .number, .text: return true
    default: return false
    }
  }

  private mutating func macro(_ start: Token) throws(Stop) -> Macro {
    cursor.advance()
    let name = try newName(after: "def", .declared)
    note(.bracketed(.names))
    guard token.kind == .openParenthesis else {
      let isValue = token.kind == .equal && cursor.peek(1).kind != .name
      throw fail(.missingParameters(name.text, missingPlace, isValue ? start.range : nil))
    }
    let parameters = try bracketed(.closeParenthesis) { parser throws(Stop) in
      try parser.newName(after: "def \(name.text)(", .declared)
    }
    learn { $0.parameters = parameters.map(\.text) }
    guard takeEqual() else { throw fail(.missingEqual("def \(name.text)(...)", missingPlace)) }
    let body: Macro.Body
    if take(.pipe) {
      body = .stages(stages())
    } else {
      noteValue()
      if atStageEnd { throw fail(.missingValue(missingPlace, found: nil)) }
      if atBareStage { throw fail(.missingPipe(text(token), token.range)) }
      body = .expression(try expression())
    }
    return Macro(
      name: name, parameters: parameters, body: body, summary: documentation(before: start),
      range: range(from: start.range.start))
  }

  private mutating func parameter(_ start: Token) throws(Stop) -> Parameter {
    cursor.advance()
    let name = try newName(after: "param", .declared)
    let hasType = take(.colon)
    if hasType { note(.type) }
    guard hasType, !atStatementEnd else {
      throw fail(.missingType(name.text, missingPlace))
    }
    let typeStart = token.range.start
    let type = try typeName()
    let typeRange = range(from: typeStart)
    let standard = takeEqual() ? try standardValue() : nil
    note(.text)
    let help = token.kind == .text ? decoded(cursor.advance()) : nil
    return Parameter(
      name: name, type: type, typeRange: typeRange, standard: standard, help: help,
      summary: documentation(before: start), range: range(from: start.range.start))
  }

  private mutating func standardValue() throws(Stop) -> Expression {
    mayEndInText = true
    defer { mayEndInText = false }
    return try expression()
  }

  private mutating func setting(_ start: Token) throws(Stop) -> SettingClause {
    cursor.advance()
    var path = [try plainName(after: "set", .setting([]))]
    while take(.dot) {
      path.append(
        try plainName(after: "set \(path[0].text).", .setting(path.map(\.text))))
    }
    let written = path.map(\.text).joined(separator: ".")
    guard takeEqual() || takeOtherEqual() else {
      throw fail(.missingEqual("set \(written)", missingPlace, Self.settingExample(written)))
    }
    note(.settingValue(path.map(\.text)))
    if atStageEnd { throw fail(.missingValue(missingPlace, found: nil)) }
    return SettingClause(
      path: path, value: try settingValue(), range: range(from: start.range.start))
  }

  /// An amount of bytes such as `2 GB` is a text in the tree; other values are expressions. A word
  /// of the language is a word like others: the setting tells what it takes.
  private mutating func settingValue() throws(Stop) -> Expression {
    let isConstant = Keyword.constants.contains(word)
    if Vocabulary.reserved.contains(word), !isConstant, isStageEnd(cursor.peek(1)) {
      let word = cursor.advance()
      return Expression(kind: .name(Name(text: text(word), range: word.range)), range: word.range)
    }
    let value = try expression()
    guard case .number(let digits, percent: false) = value.kind, token.kind == .name,
      Self.byteUnits.contains(word)
    else { return value }
    let unit = cursor.advance()
    return Expression(
      kind: .text("\(digits.filter { $0 != "_" }) \(text(unit))"),
      range: value.range.union(unit.range))
  }

  /// Units that can stand behind a number after `set`.
  private static let byteUnits = ["kb", "mb", "gb", "tb", "kib", "mib", "gib", "tib"]

  private mutating func expectedError(_ start: Token) throws(Stop) -> ErrorExpectation {
    cursor.advance()
    cursor.advance()
    note(.code)
    if atStageEnd { throw fail(.missingCode(missingPlace)) }
    let code = Name(text: text(token), range: token.range)
    guard token.kind == .name, DiagnosticCode(rawValue: code.text.uppercased()) != nil else {
      throw fail(.unknownCode(code))
    }
    cursor.advance()
    let hasFrom = take(.from)
    if hasFrom { note(.bracketed(.pipeline)) }
    guard hasFrom, token.kind == .openParenthesis else {
      throw fail(.missingExpectedPipeline(code.text, missingPlace))
    }
    guard let end = cursor.partner() ?? (asked >= 0 ? asked : nil) else {
      throw unfinishedExpectation(code)
    }
    let opening = cursor.advance()
    let begin = cursor.index
    groupDepth += 1
    let pipeline = pipeline()
    groupDepth -= 1
    let (rest, restIndex) = (cursor.index < end ? token : nil, cursor.index)
    // The fault may have left the cursor anywhere.
    cursor.move(to: end)
    let inside = opening.range.union(token.range)
    try close(opening, with: .closeParenthesis)
    // What is wrong in the brackets is what is expected.
    let isInside = { (fault: Diagnostic) in
      fault.primary.map { inside.start <= $0.range.start && $0.range.start < inside.end } ?? false
    }
    if let rest, !diagnostics.contains(where: isInside) {
      report(.unexpected(text(rest), rest.range, after: "the pipeline"), at: restIndex)
    }
    closeFaults(from: begin) { parser in
      parser.groupDepth += 1
      _ = parser.pipeline()
    }
    let faults = diagnostics.filter(isInside)
    diagnostics.removeAll(where: isInside)
    if !faults.isEmpty { faulty.append(range(from: start.range.start)) }
    return ErrorExpectation(
      code: code, pipeline: pipeline, faults: faults, range: range(from: start.range.start))
  }
}

extension Parser {
  /// A bracket that is not closed before the line ends. What has been said of the text in it is
  /// what was expected, or follows from that.
  private mutating func unfinishedExpectation(_ code: Name) -> Stop {
    let opening = token.range
    while !atStatementEnd { cursor.advance() }
    let end = token.range.start
    diagnostics.removeAll { fault in
      fault.primary.map { opening.start < $0.range.start && $0.range.start < end } ?? false
    }
    let expected = DiagnosticCode(rawValue: code.text.uppercased())
    report(
      expected == .unclosedText || expected == .unclosedBracket
        ? .unclosedExpectation(code.text.uppercased(), opening) : .unclosedBracket(opening, ")"))
    return Stop()
  }
}

extension Diagnostic {
  fileprivate static func unclosedExpectation(_ code: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unclosedBracket, "this bracket is never closed, so \(code) cannot be expected here",
      at: Label(range, "opened here"),
      remarks: [
        .help("what is never closed takes the `)` with it; an open brace, as in `f\"{\"`, does not")
      ])
  }

  fileprivate static func viewNeedsSource(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "a view begins with a source, not with `\(word)`", at: Label(range),
      remarks: [.help("for example `let near = from hotels | \(word) ...`")])
  }
}
