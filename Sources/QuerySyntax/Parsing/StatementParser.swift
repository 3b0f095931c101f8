// SPDX-License-Identifier: MIT

import Diagnostics

extension Parser {
  mutating func script(unless isCancelled: () -> Bool = { false }) -> [Statement] {
    var statements: [Statement] = []
    while token.kind != .end, !isCancelled() {
      if token.kind == .newline || token.kind == .semicolon {
        cursor.advance()
        continue
      }
      let before = cursor.index
      if diagnostics.count >= faultLimit { break }
      let found = diagnostics.count
      statements.append(token.kind == .pipe && !statements.isEmpty ? strayPipe() : statement())
      if !atStatementEnd { unexpectedAfterStatement() }
      closeFaults(from: before) { parser in _ = parser.statement() }
      if diagnostics.count > found { skipRestOfStatement(after: found) }
      precondition(
        cursor.index > before || token.kind == .end, "reading a statement takes a token")
    }
    let beginsAfresh = [.newline, .semicolon, .end].contains(cursor.previous.kind)
    if isAsked, beginsAfresh {
      beginStatement(at: token.range.start)
      note(.statement)
    }
    return statements
  }

  /// A `|` after a statement that is no pipeline; the stages after it are read for their faults.
  private mutating func strayPipe() -> Statement {
    let start = token.range
    report(.pipeAfterStatement(start))
    _ = statement()
    return .unreadable(range(from: start.start))
  }

  /// Skips the lines behind one whose fault is that it ends, as long as they cannot begin anything:
  /// they are its rest.
  private mutating func skipRestOfStatement(after found: Int) {
    let end = cursor.previous.range.end
    let endsEarly = diagnostics[found...].contains { ($0.primary?.range.end ?? 0) >= end }
    while endsEarly, token.kind == .newline, goesOn(cursor.peek(1)) {
      repeat { cursor.advance() } while !atStatementEnd
    }
  }

  /// Whether a token at the start of a line goes on with what stands before it.
  private func goesOn(_ token: Token) -> Bool {
    switch token.kind {
    case .name: Vocabulary.reserved.contains(text(token).lowercased())
    case .newline, .semicolon, .end, .pipe, .dot, .quotedName, .invalid: false
    default: true
    }
  }

  private mutating func unexpectedAfterStatement() {
    if token.kind == .pipe {
      report(.pipeAfterStatement(token.range))
    } else if token.kind != .invalid {
      report(.unexpected(text(token), token.range, after: "the statement"))
    }
    while !atStatementEnd { cursor.advance() }
  }

  private mutating func statement() -> Statement {
    let start = token.range.start
    stageStart = start
    beginStatement(at: start)
    do throws(Stop) {
      switch Keyword(of: word) {
      case .use:
        cursor.advance()
        let clause = try fromClause(after: "use")
        return .use(clause, range(from: start))
      case .describe:
        cursor.advance()
        note(.source)
        return try description(from: start)
      default:
        if let declaration = try declaration() { return declaration }
        guard let pipeline = pipeline() else { return .unreadable(range(from: start)) }
        return .pipeline(pipeline)
      }
    } catch {
      while !atStatementEnd { cursor.advance() }
      return .unreadable(range(from: start))
    }
  }

  /// What stands behind `describe`. Where a source is called `definition`, quotes tell it from the
  /// word.
  private mutating func description(from start: Int) throws(Stop) -> Statement {
    if atStageEnd { return .describe(nil, range(from: start)) }
    if isLast(.definition), take(.definition) { return .definition(of: nil, range(from: start)) }
    let name = try sourceName(after: "describe")
    if take(.definition) { return .definition(of: name, range(from: start)) }
    return .describe(name, range(from: start))
  }

  /// Whether a word stands here and nothing behind it.
  private func isLast(_ keyword: Keyword) -> Bool {
    isAt(keyword) && [.newline, .semicolon, .end].contains(cursor.peek(1).kind)
  }

  /// A head and its stages; nil when the head could not be read.
  mutating func pipeline() -> Pipeline? {
    let (index, start) = (cursor.index, token.range.start)
    var stages: [Stage] = []
    var head: Pipeline.Head?
    learn { $0.readsRows = true }
    do throws(Stop) {
      head = try self.head()
      let range = range(from: start)
      if token.range.start > start { learn { $0.head = range } }
    } catch {
      skipToStageEnd()
    }
    switch head {
    case .current, .lastResult: stages.append(oneStage())
    case .from, .categories, .sources, .item, .relation, .changes, .history, nil: break
    }
    if head != nil, redirection(nil) != nil {
      return nil
    }
    if head != nil, !atStageEnd, !atForeignPipe, !atStageWord {
      _ = fail(.unexpected(text(token), token.range, after: "the statement"))
      skipToStageEnd()
    }
    closeFaults(from: index) { parser throws(Stop) in
      _ = try parser.head()
      parser.note(.mark(.pipe))
    }
    furtherStages(&stages)
    return head.map { Pipeline(head: $0, stages: stages, range: range(from: start)) }
  }

  /// Stages with `|` between them, at least one.
  mutating func stages() -> [Stage] {
    var stages = [oneStage()]
    furtherStages(&stages)
    return stages
  }

  private mutating func furtherStages(_ stages: inout [Stage]) {
    while !isAskedBehindLast(stages), takePipe() || missesPipe(behind: stages) {
      if let last = stages.last?.kind.lastWord { report(.nothingFollows(last, token.range)) }
      stages.append(oneStage())
      if stages.count > Self.maximumStages {
        report(.tooManyStages(stages[stages.count - 1].keyword))
        while !atStatementEnd { cursor.advance() }
      }
    }
  }

  /// Whether it is asked what may stand behind a stage that ends a pipeline.
  private func isAskedBehindLast(_ stages: [Stage]) -> Bool {
    isAsked && stages.last?.kind.lastWord != nil
  }

  /// Whether a stage begins here, in this language's words or in another's.
  var atStageWord: Bool {
    token.kind == .name
      && (Vocabulary.isStage(word) || OtherLanguageWords.stages[word] != nil || atForeignJoin)
  }

  /// Whether a stage begins here without the `|` before it; it is read all the same.
  private mutating func missesPipe(behind stages: [Stage]) -> Bool {
    guard atStageWord else { return false }
    if Vocabulary.isStage(word) {
      report(.missingPipe(text(token), token.range))
    } else {
      isPipeMissing = true
      isOrderDoubtful =
        OtherLanguageWords.isAppliedFirst(word)
        && stages.contains {
          OtherLanguageWords.appliedLast.contains(source[$0.keyword].lowercased())
        }
    }
    return true
  }

  mutating func takePipe() -> Bool {
    if atForeignPipe {
      report(.foreignMark(text(token), token.range, "|"))
      cursor.advance()
      return true
    }
    if token.kind == .semicolon, cursor.peek(1).kind == .pipe {
      report(.semicolonInPipeline(token.range))
      cursor.advance()
    }
    return take(.pipe)
  }

  mutating func oneStage() -> Stage {
    let (index, start) = (cursor.index, token.range)
    defer { closeFaults(from: index) { parser throws(Stop) in try parser.stageAndMarks() } }
    do throws(Stop) {
      let stage = try stage()
      if !atStageEnd, !atForeignPipe, !atStageWord { throw unexpected(after: stage) }
      learn { $0.stages.append(stage.range) }
      return stage
    } catch {
      skipToStageEnd()
      return Stage(kind: .unreadable, keyword: start, range: range(from: start.start))
    }
  }

  /// A stage, with what may stand behind it.
  private mutating func stageAndMarks() throws(Stop) {
    let stage = try stage()
    if stage.kind.lastWord == nil { note(.mark(.pipe)) }
    if groupDepth > 0 { note(.mark(.closeParenthesis)) }
  }

  private mutating func head() throws(Stop) -> Pipeline.Head {
    let start = token.range
    note(.pipeline)
    try stopIfAsked()
    switch Keyword(of: word) {
    case .from:
      cursor.advance()
      return .from(try fromClause(after: "from"))
    case .sources:
      cursor.advance()
      return .sources(start)
    case .categories:
      cursor.advance()
      let source = takeOf() || lacksOf() ? try sourceName(after: "categories of") : nil
      return .categories(of: source, range(from: start.start))
    case .show where atUnquotedID:
      throw unquotedID()
    case .show where Self.isItem(cursor.peek(1).kind):
      cursor.advance()
      let (item, source) = try itemOfSource()
      let size = take(.picture) ? try count(after: "picture", .plain) : nil
      return .item(item, of: source, picture: size, range(from: start.start))
    case .related, .accessories, .follow:
      let name = try relation(cursor.advance())
      note(.item(relation: name.text))
      let item = Self.isItem(token.kind) ? try item() : nil
      let source = item != nil && takeOf() ? try sourceName(after: "of") : nil
      return .relation(name, item: item, of: source, range(from: start.start))
    case .changes:
      cursor.advance()
      return .changes(try changes(from: start))
    case .history: return try history(start)
    case _ where word == "select":
      if let select = foreignSelect() { throw select }
      return .current(ScriptRange(start.start, start.start))
    case _ where foreignBeginning(): throw Stop()
    case _ where atStageWord:
      if let tool = foreignTool() { throw tool }
      return .current(ScriptRange(start.start, start.start))
    default: break
    }
    if let tool = foreignTool() { throw tool }
    if take(.pipe) { return .lastResult(start) }
    if token.kind == .dot, cursor.peek(1).kind == .name, cursor.peek(1).start == start.end {
      throw fail(.promptCommand(word(at: 1), start.union(cursor.peek(1).range)))
    }
    throw unknownHead()
  }

  private mutating func history(_ start: ScriptRange) throws(Stop) -> Pipeline.Head {
    cursor.advance()
    note(.item(relation: nil))
    guard Self.isItem(token.kind) else { throw fail(.missingHistoryItem(missingPlace)) }
    let (item, source) = try itemOfSource()
    return .history(item, of: source, range(from: start.start))
  }

  /// An item and, where it is said, its source.
  private mutating func itemOfSource() throws(Stop) -> (ItemReference, SourceName?) {
    let item = try item()
    return (item, takeOf() ? try sourceName(after: "of") : nil)
  }

  static func isItem(_ kind: Token.Kind) -> Bool {
    [.number, .text, .rowReference, .parameter].contains(kind)
  }

  private mutating func item() throws(Stop) -> ItemReference {
    let token = cursor.advance()
    switch token.kind {
    case .number: return ItemReference(kind: .id(text(token)), range: token.range)
    case .text: return ItemReference(kind: .id(decoded(token).value), range: token.range)
    case .parameter:
      let name = Name(text: String(text(token).dropFirst()), range: token.range)
      return ItemReference(kind: .parameter(name), range: token.range)
    default: return ItemReference(kind: .row(try rowNumber(token)), range: token.range)
    }
  }

  mutating func fromClause(after keyword: String) throws(Stop) -> FromClause {
    let source = try sourceName(after: keyword)
    if keyword == Keyword.from.rawValue, let fault = sourceAlias(of: source, isJoined: false) {
      throw fault
    }
    var categories: [CategoryReference] = []
    note(.narrowing(source))
    if isAt(.in) {
      cursor.advance()
      repeat {
        note(.category(of: source))
        categories.append(try category())
      } while take(.comma)
    }
    let isRead = ![Keyword.use.rawValue, Self.changesOf].contains(keyword)
    let moment = isRead && takeAt(behind: source) ? try moment(of: source) : nil
    return FromClause(
      source: source, categories: categories, moment: moment,
      range: range(from: source.range.start))
  }

  /// Takes an `at`; files have no readings, so nobody is told that one may stand behind them.
  private mutating func takeAt(behind source: SourceName) -> Bool {
    if case .name = source.kind { return take(.at) }
    guard isAt(.at) else { return false }
    cursor.advance()
    return true
  }

  private mutating func category() throws(Stop) -> CategoryReference {
    switch token.kind {
    case .text: return CategoryReference(decoded(cursor.advance()))
    case .rowReference:
      let token = cursor.advance()
      return CategoryReference(kind: .row(try rowNumber(token)), range: token.range)
    default:
      if let fault = unquotedWords(ofSearch: false) { throw fault }
      throw fail(.missingCategory(missingPlace))
    }
  }

  mutating func sourceName(after keyword: String) throws(Stop) -> SourceName {
    note(.source)
    if token.kind == .minus, cursor.peek(1).kind != .number {
      let place = cursor.advance().range
      report(.standardInput(place))
      throw Stop()
    }
    if let path = barePath {
      // The lexer has met a mark that it does not know.
      diagnostics.removeAll {
        $0.primary.map { path.start <= $0.range.start && $0.range.end <= path.end } ?? false
      }
      report(categoryBehindDot(path) ?? .unquotedPath(source[path], path))
      while token.range.end < path.end { cursor.advance() }
      throw Stop()
    }
    switch token.kind {
    case .text:
      if isUnclosed(token) { throw Stop() }
      let literal = decoded(cursor.advance())
      return SourceName(
        kind: .address(literal.value), rows: try fileRows(), range: literal.range)
    case .name, .quotedName:
      let name = try self.name()
      for word in [Keyword.items, .with] where isAt(word) {
        throw fail(.belongsToFile(word, name.text, token.range))
      }
      if name.text.lowercased() == Keyword.it.rawValue {
        return SourceName(kind: .lastResult, range: name.range)
      }
      return SourceName(kind: .name(name.text), range: name.range)
    default: throw fail(.missingSource(after: keyword, missingPlace))
    }
  }

  /// Where the path of a file stands without quotes: names, dots and slashes without space.
  var barePath: ScriptRange? {
    if let address = bareAddress { return address }
    let parts: [Token.Kind] = [.name, .number, .dot, .range, .slash, .minus, .invalid]
    let isHome = token.kind == .foreign && text(token) == "~"
    guard isHome || parts.contains(token.kind) && token.kind != .number && token.kind != .invalid
    else { return nil }
    var range = token.range
    var distance = 1
    while parts.contains(cursor.peek(distance).kind), cursor.peek(distance).start == range.end,
      cursor.peek(distance).range.start == range.end
    {
      range = range.union(cursor.peek(distance).range)
      distance += 1
    }
    let path = source[range]
    return path.contains(".") && path.contains { $0.isLetter } ? range : nil
  }

  /// An address without its quotes, of which the lexer takes the slashes for a comment.
  private var bareAddress: ScriptRange? {
    let (colon, rest) = (cursor.peek(1), cursor.peek(2))
    guard ["http", "https"].contains(word), colon.kind == .colon, rest.kind == .invalid,
      colon.range.start == token.range.end, rest.range.start == colon.range.end
    else { return nil }
    let ends = Set(" \t\r\n|\"';".utf8)
    let bytes = source.bytes[rest.range.start..<rest.range.end].prefix { !ends.contains($0) }
    return ScriptRange(token.range.start, bytes.endIndex)
  }

  /// Where something is missing: the token that stands there instead, or the end of the line.
  var missingPlace: ScriptRange {
    if atStageEnd || atForeignPipe {
      let end = cursor.previous.range.end
      return ScriptRange(end, end + 1)
    }
    return token.range
  }
}

extension Stage.Kind {
  /// The word of a stage after which nothing can follow.
  var lastWord: String? {
    switch self {
    case .to: "to"
    case .save: "save"
    default: nil
    }
  }
}
