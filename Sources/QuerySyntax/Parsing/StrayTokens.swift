// SPDX-License-Identifier: MIT

import Diagnostics

// What is meant where something stands that does not belong there.
extension Parser {
  /// What is wrong with a token that stands where a stage should have ended.
  mutating func unexpected(after stage: Stage) -> Stop {
    if cursor.previous.kind == .number, decimalComma(after: cursor.previous) != nil {
      return Stop()
    }
    if let fault = redirection(nil) ?? trailingSource() { return fault }
    let found = text(token)
    let words = source[stage.range]
    if Keyword.directions.contains(word), stage.sortKeys != nil {
      return fail(.secondDirection(found, token.range))
    }
    let near = Suggestion.nearest(to: found, among: Keyword.continuations)
    if token.kind == .name, found.count > 2, near.count == 1, near[0] != word {
      return fail(.misspeltConnective(found, token.range, near))
    }
    if let fault = bareArgument() ?? unquotedAlternatives(in: stage.kind)
      ?? severalWords(in: stage.kind)
    {
      return fault
    }
    if stage.facts.listsNames, let fault = missingCommas() { return fault }
    return fail(.unexpected(found, token.range, after: "`\(words)`"))
  }

  /// Fields without commas between them.
  mutating func missingCommas() -> Stop? {
    guard Self.isName(token.kind), Self.isName(cursor.previous.kind),
      !isWordOfStage(text(cursor.previous))
    else { return nil }
    let first = cursor.previous.range
    let place = token.range
    var ahead = self
    var edits: [FixIt.Edit] = []
    while Self.isName(ahead.token.kind), !ahead.atStageWord {
      if isWordOfStage(text(ahead.token)) { return nil }
      let end = ahead.cursor.previous.range.end
      edits.append(FixIt.Edit(ScriptRange(end, end), ","))
      ahead.cursor.advance()
      while ahead.token.kind == .dot, Self.isName(ahead.cursor.peek(1).kind) {
        ahead.cursor.advance()
        ahead.cursor.advance()
      }
    }
    guard !edits.isEmpty else { return nil }
    cursor.move(to: ahead.cursor.index)
    report(.missingComma(source[first], source[place], place, fix: FixIt(edits, .guessed)))
    return Stop()
  }

  /// Whether a word goes on with a stage, here or in SQL, and names no field.
  private func isWordOfStage(_ word: String) -> Bool {
    let word = word.lowercased()
    return Keyword.goingOn.contains(word) || Self.goingOnElsewhere.contains(word)
  }

  private static let goingOnElsewhere: Set<String> = ["where", "table", "into", "when"]

  /// `name = Dream Downtown`: words without the quotes of a text. Only proper names in a condition
  /// are certainly one: other words may be fields with an operator of another language.
  private mutating func severalWords(in stage: Stage.Kind) -> Stop? {
    let first = cursor.previous
    guard Self.isName(first.kind) || first.kind == .number, cursor.index > 1,
      isBeforeText(cursor.tokens[cursor.index - 2])
    else { return nil }
    var ahead = self
    ahead.cursor.move(to: cursor.index - 1)
    guard let range = ahead.takeWords(),
      ahead.atStageEnd || Keyword.connectives.contains(ahead.word)
    else { return nil }
    let written = cursor.tokens[(cursor.index - 1)..<ahead.cursor.index]
    let isName =
      stage.isCondition && written.allSatisfy { $0.kind == .name }
      && written.first.map { text($0) }?.first?.isUppercase == true
    cursor.move(to: ahead.cursor.index)
    report(.unquotedText(source[range], range, isName ? .certain : .suggested))
    return Stop()
  }

  /// Takes the words that may be a text without its quotes; nil where there are none, or one of
  /// them may be an operator.
  mutating func takeWords() -> ScriptRange? {
    let start = cursor.index
    let words: [Token.Kind] = [.name, .number, .minus, .dot]
    while words.contains(token.kind), !Keyword.connectives.contains(word) { cursor.advance() }
    let written = cursor.tokens[start..<cursor.index]
    guard let first = written.first, !written.contains(where: isOperatorWord) else { return nil }
    return range(from: first.range.start)
  }

  /// Whether a word may be an operator of another language, or a direction; a name has a capital.
  private func isOperatorWord(_ token: Token) -> Bool {
    let (written, word) = (text(token), text(token).lowercased())
    return Self.operatorWords.contains(word)
      && (written == word || written == word.uppercased())
  }

  private static let operatorWords: Set<String> = Keyword.words(.asc, .desc, .by)
    .union(["mod", "div", "plus", "minus", "times"])

  /// Whether a text can follow a token.
  private func isBeforeText(_ token: Token) -> Bool {
    switch token.kind {
    case .equal, .doubleEqual, .notEqual: true
    case .name: Keyword.beforeTexts.contains(text(token).lowercased())
    default: false
    }
  }

  private static let functions: Set<FunctionName> = [
    .len, .lower, .upper, .trim, .round, .floor, .ceil, .abs, .year, .month, .day,
  ]

  /// `len name`, which wants brackets.
  private mutating func bareArgument() -> Stop? {
    let name = cursor.previous
    guard Self.isName(name.kind), let function = FunctionName(of: text(name)),
      Self.functions.contains(function),
      startsValue(token), let argument = try? postfix()
    else { return nil }
    report(
      .missingBrackets(
        name.range.union(argument.range), "\(source[name.range])(\(source[argument.range]))"))
    return Stop()
  }

  /// `avg rooms` or `sum of rooms` in a summary; nil where nothing follows an aggregate's name.
  mutating func bareAggregate(_ value: Expression) -> Expression? {
    guard case .name(let name) = value.kind else { return nil }
    let word = name.text.lowercased()
    if word == Keyword.count.rawValue, atStageEnd || token.kind == .comma || isAt(.by) {
      report(.missingBrackets(value.range, "count()"))
      return Expression(kind: .missing, range: value.range)
    }
    if word == Keyword.distinct.rawValue, startsValue(token) {
      report(.distinctInSummary(value.range, text(token)))
      _ = try? coalescing()
      return Expression(kind: .missing, range: range(from: value.range.start))
    }
    guard
      OtherLanguageWords.aggregates[word] != nil
        || FunctionName(of: word).map(Self.aggregates.contains) ?? false
    else { return nil }
    if isAt(.of) { cursor.advance() }
    let isDistinct =
      word == Keyword.count.rawValue && [Keyword.distinct.rawValue, "unique"].contains(self.word)
    if isDistinct { cursor.advance() }
    guard startsValue(token), !isWordOfStage(self.word), let argument = try? coalescing() else {
      return nil
    }
    // What is computed with a value may be meant of the aggregate.
    let isPath = argument.isPath
    if startsValue(self.token), !isWordOfStage(self.word) {
      skipToStageEnd()
      report(.bareAggregates(range(from: name.range.start)))
      return Expression(kind: .missing, range: range(from: value.range.start))
    }
    report(
      .missingBrackets(
        range(from: name.range.start),
        "\(isDistinct ? "distinct_count" : source[name.range])(\(source[argument.range]))",
        isPath ? .certain : .suggested))
    return Expression(kind: .missing, range: range(from: value.range.start))
  }

  private static let aggregates: Set<FunctionName> = [
    .count, .first, .last, .list, .distinctCount,
  ]

  /// `count from hotels`: a query begins with its source.
  private mutating func trailingSource() -> Stop? {
    guard isAt(.from), let start = currentHead else { return nil }
    let stages = source[ScriptRange(start, cursor.previous.range.end)]
    let from = token.range.start
    while !atStageEnd { cursor.advance() }
    let clause = source[range(from: from)]
    report(.sourceLast(range(from: from), range(from: start), "\(clause) | \(stages)"))
    return Stop()
  }

  /// Where the statement begins when its first stage is being read, without a source before it.
  var currentHead: Int? {
    guard let index = cursor.tokens.firstIndex(where: { $0.range.start == stageStart }) else {
      return nil
    }
    let ends: [Token.Kind] = [.newline, .semicolon]
    return index == 0 || ends.contains(cursor.tokens[index - 1].kind) ? stageStart : nil
  }
}

// Where a result goes.
extension Parser {
  /// Whether `> "FILE"` comes, as a shell sends output into a file.
  var atRedirection: Bool {
    let marks = redirectionMarks
    guard marks > 0, cursor.peek(marks).kind == .text else { return false }
    return Self.tellsFormat(source[cursor.peek(marks).range].dropFirst().dropLast())
  }

  /// Whether `> FILE.csv` comes without quotes, which as a comparison would be one with a member.
  var atBareRedirection: Bool {
    var ahead = self
    let marks = redirectionMarks
    for _ in 0..<marks { ahead.cursor.advance() }
    guard marks > 0, let path = ahead.barePath else { return false }
    return Self.tellsFormat(Substring(source[path]))
  }

  /// Whether a path ends as files do that can be written.
  private static func tellsFormat(_ path: Substring) -> Bool {
    path.split(separator: ".").last.map { endings.contains($0.lowercased()) } ?? false
  }

  /// Whether `>> "FILE"` comes, which a comparison cannot be.
  var atAppending: Bool { redirectionMarks == 2 && atRedirection }

  /// How many of `>` and `>>` the cursor stands before, in tokens.
  private var redirectionMarks: Int {
    guard token.kind == .greater else { return 0 }
    let next = cursor.peek(1)
    return next.kind == .greater && next.range.start == token.range.end ? 2 : 1
  }

  private static let endings = Set(ResultFormat.all.flatMap(\.endings) + ["arrow"])

  /// What is wrong with `> "FILE"`, and with a file behind `to FORMAT`; nil where none is named.
  mutating func redirection(_ format: Name?) -> Stop? {
    var ahead = self
    let marks = redirectionMarks
    for _ in 0..<marks { ahead.cursor.advance() }
    let mark = marks > 0 ? token.range.union(ahead.cursor.previous.range) : nil
    guard mark != nil || format != nil else { return nil }
    let path: ScriptRange
    if let bare = ahead.barePath {
      path = bare
      while ahead.token.range.start < bare.end, !ahead.atStageEnd { ahead.cursor.advance() }
    } else if ahead.token.kind == .text, !isUnclosed(ahead.token) {
      path = ahead.cursor.advance().range
    } else {
      return nil
    }
    guard ahead.atStageEnd else { return nil }
    cursor.move(to: ahead.cursor.index)
    let isQuoted = Lexer.isQuote(source.bytes[path.start])
    let file = isQuoted ? source[path] : "\"\(source[path])\""
    let start = format == nil ? (mark ?? path).start : stageStart
    let pipe = format == nil ? "| " : ""
    let form = format.map { Self.form($0.text, of: file) } ?? ""
    report(
      .redirected(
        (mark ?? path).union(path), ScriptRange(start, path.end), "save \(file)\(form)",
        pipe: pipe, appends: marks == 2))
    return Stop()
  }

  /// ` as FORMAT` where the ending of a file does not tell the format.
  private static func form(_ format: String, of file: String) -> String {
    let ending = file.dropLast().split(separator: ".").last?.lowercased() ?? ""
    return ResultFormat.ofFile(endingIn: ending)?.name == format ? "" : " as \(format)"
  }
}

extension Stage.Kind {
  /// Whether it asks for what is so, and gives no names.
  fileprivate var isCondition: Bool {
    switch self {
    case .filter, .assert, .expect: true
    default: false
    }
  }
}

extension Diagnostic {
  fileprivate static func secondDirection(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a key has one direction, and `\(word)` is a second one",
      at: Label(range), remarks: [.help("for example `sort by stars desc, name`")])
  }

  fileprivate static func misspeltConnective(
    _ text: String, _ range: ScriptRange, _ near: [String]
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`\(text)` is no word of the language",
      at: Label(range, question: Suggestion.question([near[0]])),
      fix: .word(text, at: range, near: near))
  }

  fileprivate static func missingComma(
    _ first: String, _ second: String, _ range: ScriptRange, fix: FixIt
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a comma is missing between `\(first)` and `\(second)`", at: Label(range),
      fix: fix)
  }

  static func unquotedText(
    _ text: String, _ range: ScriptRange, _ certainty: FixIt.Certainty = .certain
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a text stands in quotes: `\(text.inQuotes)`", at: Label(range),
      fix: .replace(range, with: text.inQuotes, certainty))
  }

  fileprivate static func missingBrackets(
    _ range: ScriptRange, _ mended: String, _ certainty: FixIt.Certainty = .certain
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a function has its value in brackets: `\(mended)`", at: Label(range),
      fix: .replace(range, with: mended, certainty))
  }

  fileprivate static func distinctInSummary(_ range: ScriptRange, _ field: String) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`distinct` is a stage and no aggregate", at: Label(range),
      remarks: [
        .help(
          "`distinct \(field)` lists its values, `summarize distinct_count(\(field))` counts them")
      ])
  }

  /// Aggregates without brackets with which something is computed.
  fileprivate static func bareAggregates(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a function has its value in brackets", at: Label(range),
      remarks: [.help("for example `max(rooms) - min(rooms)`")])
  }

  fileprivate static func sourceLast(
    _ range: ScriptRange, _ whole: ScriptRange, _ mended: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a query begins with its source in cq: `\(mended)`", at: Label(range),
      fix: .replace(whole, with: mended))
  }

  fileprivate static func redirected(
    _ range: ScriptRange, _ whole: ScriptRange, _ mended: String, pipe: String, appends: Bool
  ) -> Diagnostic {
    let help = "`save` writes a whole file; to append, leave that to a shell: cq -c '...' >> FILE"
    return Diagnostic(
      .unexpectedToken, "a result goes into a file by `\(mended)`", at: Label(range),
      remarks: appends ? [.help(help)] : [],
      fix: appends ? nil : .replace(whole, with: pipe + mended))
  }
}
