// SPDX-License-Identifier: MIT

package import Diagnostics

// What other tools, and habits, begin a statement with.
extension Parser {
  /// Reports a word that other tools begin a statement with; false where none stands here. What is
  /// given a name with it, or is a stage, is another thing.
  mutating func foreignBeginning() -> Bool {
    let start = token.range
    if isAt(.show), ["tables", "databases", "sources", "catalogs"].contains(word(at: 1)),
      isStageEnd(cursor.peek(2))
    {
      let words = start.union(cursor.peek(1).range)
      return begin(.word("sources"), words)
    }
    guard let beginning = OtherLanguageWords.statements[word], cursor.peek(1).kind != .equal else {
      return false
    }
    let next = cursor.peek(1)
    switch beginning {
    case .word("from"), .word("describe"):
      // `get name, stars` chooses columns.
      guard Self.isName(next.kind) || next.kind == .text, cursor.peek(2).kind != .comma else {
        return false
      }
    case .word("sources"): if !isStageEnd(next) { return false }
    case .word: if !Self.isName(next.kind), next.kind != .parameter { return false }
    case .nothing: break
    }
    return begin(beginning, start)
  }

  private mutating func begin(
    _ beginning: OtherLanguageWords.Beginning, _ range: ScriptRange
  ) -> Bool {
    let (written, includes) = (word, isScript(token: cursor.peek(1)))
    while !atStatementEnd { cursor.advance() }
    switch beginning {
    case .word("from") where includes:
      let isCertain = OtherLanguageWords.inclusions.contains(written)
      report(
        .foreignMark(source[range], range, "include", isCertain ? .certain : .suggested))
    case .word(let word):
      // What stands behind it may be another tool's too.
      let whole = self.range(from: range.start)
      let plain = word + source[ScriptRange(range.end, whole.end)]
      let mended = self.mended(plain).flatMap { mended in
        mended.text == plain || mended.certainty == .suggested
          ? nil : FixIt.replace(whole, with: mended.text, mended.certainty)
      }
      report(.foreignBeginning(source[range], range, word, whole: mended))
    case .nothing(let help): report(.noSuchStatement(source[range], range, help))
    }
    return true
  }

  /// Whether a token is the name of a script.
  private func isScript(token: Token) -> Bool {
    token.kind == .text && source[token.range].lowercased().dropLast().hasSuffix(".cq")
  }

  func isStageEnd(_ token: Token) -> Bool {
    [.newline, .semicolon, .end, .pipe].contains(token.kind)
  }

  /// What is wrong with a statement of which the first word is none of the language.
  mutating func unknownHead() -> Stop {
    let start = token.range
    let next = cursor.peek(1)
    switch token.kind {
    case .dot where next.kind == .openBracket, .dot where isStageEnd(next):
      while !atStatementEnd { cursor.advance() }
      report(.jqProgram(range(from: start.start)))
      return Stop()
    case .name where isKnownSource(text(token)) && [.dot, .openBracket].contains(next.kind):
      let name = text(token)
      while !atStatementEnd { cursor.advance() }
      report(.chainOfCalls(name, range(from: start.start)))
      return Stop()
    case .name, .quotedName, .parameter:
      let arrow = arrow(at: 1)
      let isDeclared =
        [.equal, .doubleEqual].contains(next.kind) || isForeignEqual(next) || arrow != nil
      guard isDeclared || token.kind != .parameter, !isUnclosed(token) else { break }
      let isRead =
        next.kind == .pipe || isForeignPipe(next) || isForeignComment(next)
        || Vocabulary.isStage(word(at: 1)) || OtherLanguageWords.stages[word(at: 1)] != nil
      let name = token.kind == .parameter ? String(text(token).dropFirst()) : text(token)
      let isKnown = isKnownSource(name) || name == "it"
      let near = isKnown || isDeclared ? [] : Suggestion.nearest(to: name, among: sources)
      guard isDeclared || isRead || isStageEnd(next) && (isKnown || !near.isEmpty) else { break }
      if !isDeclared, !isKnown, near.isEmpty, !nearStatements(name).isEmpty { break }
      // Splunk and others begin so: `source = hotels | ...`.
      let isNamed =
        !["source", "index"].contains(name.lowercased())
        && (isForeignEqual(next) || namesValue(name, behind: arrow == nil ? 2 : 3))
      while !atStatementEnd { cursor.advance() }
      if isDeclared {
        report(
          .missingLet(
            source[range(from: start.start)], start, name, start.union(arrow ?? next.range),
            isCertain: isNamed, isArrow: arrow != nil))
      } else {
        reportMissingFrom(name, start, near)
      }
      return Stop()
    default: break
    }
    return fail(.unknownStatement(text(token), start))
  }

  /// Reports a query that begins with the name of its source, which was taken to its end; `near`
  /// are sources with nearly that name.
  private mutating func reportMissingFrom(_ name: String, _ start: ScriptRange, _ near: [String]) {
    let whole = range(from: start.start)
    let meant = near.count == 1 ? near[0] : nil
    let stages = source[ScriptRange(start.end, whole.end)]
    // The stages may be another language's too.
    let mended = self.mended("from \(meant ?? source[start])\(stages)")
    // What the lexer has met in it is mended with it.
    if mended != nil {
      diagnostics.removeAll { fault in
        fault.primary.map { start.end <= $0.range.start && $0.range.end <= whole.end } ?? false
      }
    }
    let word = meant.flatMap { FixIt.word(name, at: start, near: [$0])?.certainty } ?? .certain
    let question = Suggestion.question(for: name, among: near)
    report(
      .missingFrom(
        meant ?? name, start, question ?? "",
        fix: mended.map { FixIt.replace(whole, with: $0.text, $0.certainty.with(word)) }))
  }

  /// Whether `NAME = ...` at the cursor can only give a name: a source follows, or the name has
  /// its `$`, here or later. Else it may be a condition.
  private func namesValue(_ name: String, behind distance: Int) -> Bool {
    if token.kind == .parameter
      || ["from", "categories", "sources"].contains(word(at: distance))
    {
      return true
    }
    if isKnownSource(word(at: distance)), isStageEnd(cursor.peek(distance + 1)) { return true }
    return cursor.tokens[cursor.index...].contains {
      $0.kind == .parameter && text($0).dropFirst() == name
    }
  }

  /// `chloe.Dresses`, which is no file where a source has that name.
  func categoryBehindDot(_ path: ScriptRange) -> Diagnostic? {
    let parts = source[path].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, isKnownSource(String(parts[0])), parts[1].first?.isLetter ?? false,
      !OtherLanguageWords.fileEndings.contains(parts[1].lowercased())
    else { return nil }
    return .categoryBehindDot("\(parts[0]) in \"\(parts[1])\"", path)
  }

  func isKnownSource(_ name: String) -> Bool {
    sources.contains { $0.lowercased() == name.lowercased() } || isView(name)
  }

  /// Whether a query has been given a name before, with `let` or without it.
  private func isView(_ name: String) -> Bool {
    let tokens = cursor.tokens[..<cursor.index]
    return zip(tokens.indices, tokens).contains { index, token in
      guard token.kind == .name, text(token) == name, index + 2 < tokens.endIndex else {
        return false
      }
      let before = index > 0 ? tokens[index - 1] : nil
      let begins = before.map {
        [.newline, .semicolon].contains($0.kind) || source[$0.range].lowercased() == "let"
      }
      return (begins ?? true) && tokens[index + 1].kind == .equal
        && ["from", "categories", "sources"].contains(source[tokens[index + 2].range].lowercased())
    }
  }

  private func nearStatements(_ name: String) -> [String] {
    Suggestion.nearest(
      to: name, among: (Vocabulary.statements + Vocabulary.stages).map(\.word))
  }

  /// `of` before a source, for which others say `from` or `in`.
  mutating func takeOf() -> Bool {
    if take(.of) { return true }
    guard ["from", "in"].contains(word), Self.isName(cursor.peek(1).kind) else { return false }
    report(.foreignMark(text(token), token.range, "of"))
    cursor.advance()
    return true
  }

  /// Whether a source stands behind `categories` without the `of` between them.
  mutating func lacksOf() -> Bool {
    guard Self.isName(token.kind), !atStageWord else { return false }
    let gap = ScriptRange(cursor.previous.range.end, token.range.start)
    report(.missingOf(text(token), token.range, gap))
    return true
  }

  /// `using (id)` and `on id, day`, where the sides of a join share the names of fields. One name
  /// after `on` may be a condition.
  mutating func joinUsing(_ joined: SourceName) -> Stop? {
    let isUsing = word == "using"
    guard isUsing || isAt(.on), case .name(let source) = joined.kind else { return nil }
    var ahead = self
    let start = ahead.cursor.advance().range
    let isBracketed = isUsing && ahead.take(.openParenthesis)
    var names: [String] = []
    repeat {
      guard Self.isName(ahead.token.kind), !Vocabulary.reserved.contains(ahead.word) else {
        return nil
      }
      names.append(ahead.text(ahead.cursor.advance()))
    } while ahead.take(.comma)
    if isBracketed, !ahead.take(.closeParenthesis) { return nil }
    guard ahead.atStageEnd, isUsing || names.count > 1 else { return nil }
    cursor.move(to: ahead.cursor.index)
    let qualifier = source.asName
    let condition = names.map { "\($0) = \(qualifier).\($0)" }.joined(separator: " and ")
    let range = range(from: start.start)
    report(.fieldOfBothSides(range, "on \(condition)"))
    return Stop()
  }
}

extension Diagnostic {
  /// `whole` mends the statement, where more of it than a word is another language's.
  fileprivate static func foreignBeginning(
    _ written: String, _ range: ScriptRange, _ word: String, whole: FixIt?
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(written)` is written `\(word)` in cq", at: Label(range),
      fix: whole ?? .replace(range, with: word))
  }

  fileprivate static func noSuchStatement(
    _ word: String, _ range: ScriptRange, _ help: Remark
  ) -> Diagnostic {
    Diagnostic(.foreignWord, "cq has no statement `\(word)`", at: Label(range), remarks: [help])
  }

  fileprivate static func jqProgram(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a query begins with its source in cq", at: Label(range, "jq begins so"),
      remarks: [.help("for example `from \"hotels.json\" | filter stars > 3 | show name`")])
  }

  fileprivate static func chainOfCalls(_ name: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a source is read with `from`, and each stage stands behind a `|`",
      at: Label(range, "pandas and others say it so"),
      remarks: [
        .help("for example `from \(name) | filter stars > 3 | sort by rooms desc | limit 3`")
      ])
  }

  fileprivate static func missingLet(
    _ written: String, _ range: ScriptRange, _ name: String, _ edit: ScriptRange, isCertain: Bool,
    isArrow: Bool
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a name is given with `let`: `let \(name) = ...`", at: Label(range),
      remarks: isCertain ? [] : [.help("a condition is a stage: `filter \(written)`")],
      fix: isCertain || isArrow
        ? .replace(edit, with: "let \(name) =", isCertain ? .certain : .suggested) : nil)
  }

  fileprivate static func missingFrom(
    _ name: String, _ range: ScriptRange, _ question: String, fix: FixIt?
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a source is read with `from`: `from \(name)`",
      at: Label(range, question), fix: fix)
  }

  fileprivate static func categoryBehindDot(_ mended: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a category stands behind `in`: `\(mended)`", at: Label(range),
      fix: .replace(range, with: mended, .suggested))
  }

  fileprivate static func missingOf(
    _ name: String, _ range: ScriptRange, _ gap: ScriptRange
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`of` stands before a source: `categories of \(name)`", at: Label(range),
      fix: .replace(gap, with: " of "))
  }

  /// `mended` is what belongs in the place of the range.
  package static func fieldOfBothSides(
    _ range: ScriptRange, _ mended: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a join compares fields of both sides: `\(mended)`", at: Label(range),
      fix: .replace(range, with: mended))
  }

  /// `code` says whether a word or a path is meant.
  package static func standardInput(
    _ range: ScriptRange, _ code: DiagnosticCode = .unexpectedToken
  ) -> Diagnostic {
    Diagnostic(
      code, "standard input is read by the name of its file: `from \"/dev/stdin\"`",
      at: Label(range), fix: .replace(range, with: "\"/dev/stdin\""))
  }
}
