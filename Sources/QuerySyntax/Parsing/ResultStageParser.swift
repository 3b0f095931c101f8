// SPDX-License-Identifier: MIT

import Diagnostics

// Stages that judge, keep or write a result, and those that bring in further rows.
extension Parser {
  mutating func expectation() throws(Stop) -> Expectation {
    let start = token.range
    if isAsked, currentHead != nil { note(.word(.error)) }
    if take(.no) {
      guard take(.rows) else { throw missingExpectation() }
      return .rows(.equal, Count(kind: .number(0), range: start))
    }
    if take(.live) { return .live }
    if take(.columns) { return .columns(try names(after: "expect columns")) }
    if take(.same) {
      let isWhole = take(.as)
      if isWhole { note(.file(.read)) }
      guard token.kind == .text else { throw missingExpectation() }
      if !isWhole { report(.missingSameAs(cursor.previous.range)) }
      return .same(decoded(cursor.advance()))
    }
    if take(.rows) {
      note(.comparison)
      guard let comparison = takeComparison() else { throw missingExpectation() }
      return .rows(comparison.operator, try count(after: "rows \(comparison.operator.rawValue)"))
    }
    note(.count(.rows))
    guard token.kind == .number || token.kind == .parameter else {
      throw missingExpectation()
    }
    let count = try count(after: "expect")
    guard take(.rows) || take(.row) else { throw missingExpectation() }
    return .rows(.equal, count)
  }

  private mutating func missingExpectation() -> Stop {
    fail(.missingExpectation(after: words(to: cursor.previous.range), missingPlace))
  }

  mutating func format(after word: String) throws(Stop) -> FormatClause {
    note(.format)
    if atStageEnd { throw fail(.missingFormat(after: word, missingPlace)) }
    var name = try formatName(after: word)
    let written = name.text
    name = Name(text: written.lowercased(), range: name.range)
    let isQuoted = Lexer.isQuote(source.bytes[name.range.start])
    let word = isQuoted ? written.lowercased() : source[name.range].lowercased()
    guard let format = ResultFormat.named(word) else {
      report(.unknownFormat(written, name.range))
      throw Stop()
    }
    return try clause(of: format, name)
  }

  private mutating func formatName(after word: String) throws(Stop) -> Name {
    guard token.kind == .text else {
      let name = try plainName(after: word, .format)
      // A format is a word of the language, which has one spelling.
      names.removeLast()
      return name
    }
    let place = cursor.previous.range
    let quoted = decoded(cursor.advance())
    let isFormat = Vocabulary.formats.contains(quoted.value.lowercased())
    if isFormat {
      report(.quotedFormat(quoted.value.lowercased(), after: word, quoted.range))
    } else if word == Keyword.to.rawValue {
      report(.fileForFormat(source[quoted.range], place.union(quoted.range), place))
      throw Stop()
    } else {
      report(.unknownFormat(quoted.value, quoted.range))
      throw Stop()
    }
    return Name(text: quoted.value, range: quoted.range)
  }

  mutating func save() throws(Stop) -> SaveClause {
    note(.file(.write))
    if let path = barePath {
      while token.range.end < path.end { cursor.advance() }
      report(.unquotedPath(source[path], path))
      throw Stop()
    }
    guard token.kind == .text else { throw fail(.missingTarget(missingPlace)) }
    let path = decoded(cursor.advance())
    let format = take(.as) ? try format(after: "as") : nil
    return SaveClause(path: path, format: format, replaces: take(.replace))
  }

  mutating func join() throws(Stop) -> JoinClause {
    note(.word(.left))
    // A source may be called left.
    let keepsLeft = isAt(.left) && !isAt(.on, ahead: 1)
    if keepsLeft { cursor.advance() }
    return try join(keepsLeft: keepsLeft)
  }

  /// What follows the words of a join.
  mutating func join(keepsLeft: Bool) throws(Stop) -> JoinClause {
    let source = try sourceName(after: keepsLeft ? "join left" : "join")
    if let fault = sourceAlias(of: source, isJoined: true) ?? joinUsing(source) {
      throw fault
    }
    guard take(.on) else { throw fail(.missingJoin(missingPlace)) }
    learn { $0.joined = source }
    note(.condition)
    if atStageEnd {
      throw fail(.missingJoinCondition(after: words(to: cursor.previous.range), missingPlace))
    }
    let condition = try expression()
    noteCondition(condition)
    learn { $0.joined = nil }
    return JoinClause(source: source, condition: condition, keepsLeft: keepsLeft)
  }

  /// `related`, `accessories` or `follow NAME`; the cursor stands behind the first word.
  mutating func relation(_ word: Token) throws(Stop) -> Name {
    guard text(word).lowercased() == Keyword.follow.rawValue else {
      return Name(text: text(word).lowercased(), range: word.range)
    }
    return try plainName(after: "follow", .relation)
  }

  mutating func apply() throws(Stop) -> Stage.Kind {
    let name = try plainName(after: "apply", .macro)
    note(.bracketed(.arguments))
    guard token.kind == .openParenthesis else { return .apply(name, []) }
    let arguments = try bracketed(.closeParenthesis) { parser throws(Stop) in
      try parser.expression()
    }
    return .apply(name, arguments)
  }
}

extension Diagnostic {
  fileprivate static func missingSameAs(_ word: ScriptRange) -> Diagnostic {
    Diagnostic(
      .missingOperand, "`as` stands between `same` and the file", at: Label(word),
      fix: .replace(word, with: "same as"))
  }

  fileprivate static func quotedFormat(
    _ format: String, after word: String, _ range: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a format stands without quotes: `\(word) \(format)`", at: Label(range),
      fix: .replace(range, with: format))
  }

  fileprivate static func fileForFormat(
    _ file: String, _ range: ScriptRange, _ keyword: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`to` names a format; `save \(file)` writes a file", at: Label(range),
      remarks: [Remark("formats", Vocabulary.formats.joined(separator: " "))],
      fix: .replace(keyword, with: "save"))
  }
}
