// SPDX-License-Identifier: MIT

import Diagnostics

// Counts and groups as other languages make them.
extension Parser {
  /// Takes `-by`, with which nushell writes `sort-by`.
  mutating func takeHyphenatedBy(_ stage: ScriptRange) -> Bool {
    guard token.kind == .minus, token.range.start == stage.end, isAt(.by, ahead: 1) else {
      return false
    }
    let whole = stage.union(cursor.peek(1).range)
    report(.foreignMark(source[whole], whole, "\(source[stage]) by"))
    cursor.advance()
    cursor.advance()
    return true
  }

  /// Takes the `by` of `distinct by stars`.
  mutating func takeByOfDistinct(_ stage: ScriptRange) {
    guard isAt(.by), Self.isName(cursor.peek(1).kind) else { return }
    let words = stage.union(cursor.advance().range)
    report(.foreignMark(source[words], words, "distinct"))
  }

  /// `count distinct stars` counts the values of one field, and `count distinct` rows that differ.
  mutating func countOfDistinct(_ place: ScriptRange) -> Stop? {
    guard ["distinct", "unique"].contains(word) else { return nil }
    if isStageEnd(cursor.peek(1)) {
      cursor.advance()
      report(.foreignCount(range(from: place.start), "distinct | count"))
      return Stop()
    }
    guard Self.isName(cursor.peek(1).kind), !Vocabulary.isStage(word(at: 1)) else { return nil }
    cursor.advance()
    guard let names = try? names(after: "count distinct") else { return Stop() }
    let written = names.map { source[$0.range] }.joined(separator: ", ")
    let mended =
      names.count == 1
      ? "summarize distinct_count(\(written))" : "distinct \(written) | count"
    report(.foreignCount(range(from: place.start), mended))
    return Stop()
  }

  /// `distinct count stars`, which may name two fields.
  mutating func countBehindDistinct(_ place: ScriptRange) -> Stop? {
    guard isAt(.count), Self.isName(cursor.peek(1).kind), !Vocabulary.isStage(word(at: 1)),
      isStageEnd(cursor.peek(2))
    else { return nil }
    cursor.advance()
    let field = source[cursor.advance().range]
    report(
      .foreignCount(
        range(from: place.start), "summarize distinct_count(\(field))", .suggested))
    return Stop()
  }

  /// `count if stars > 3` and `count where stars > 3`.
  mutating func countOfCondition(_ place: ScriptRange) throws(Stop) -> Stop? {
    guard ["if", "where", "when"].contains(word), !isStageEnd(cursor.peek(1)) else { return nil }
    cursor.advance()
    let condition = try expression()
    report(
      .foreignCount(
        range(from: place.start), "filter \(source[condition.range]) | count",
        condition.isCondition && atStageEnd ? .certain : .suggested))
    return Stop()
  }

  /// `count()` and `count(*)`, where counting is a stage.
  mutating func takeEmptyBrackets(_ place: ScriptRange) {
    guard token.kind == .openParenthesis else { return }
    let hasStar = cursor.peek(1).kind == .star
    guard cursor.peek(hasStar ? 2 : 1).kind == .closeParenthesis else { return }
    for _ in 0..<(hasStar ? 3 : 2) { cursor.advance() }
    report(.foreignCount(range(from: place.start), "count"))
  }

  /// `count(distinct stars)` and its kin inside of a summary; the cursor stands at the bracket.
  mutating func takeDistinct(_ name: Name, _ opening: Token) throws(Stop) -> Bool {
    guard name.text.lowercased() == "count", isAt(.distinct, ahead: 1),
      startsValue(cursor.peek(2))
    else { return false }
    cursor.advance()
    cursor.advance()
    let words = ScriptRange(name.range.start, token.range.start)
    _ = try expression()
    try close(opening, with: .closeParenthesis)
    report(.foreignDistinct(source[range(from: name.range.start)], words))
    return true
  }

  /// `group by stars | count`, where others go on with the groups behind a `|`: a summary has its
  /// keys with it.
  mutating func summaryBehindGroup(_ keys: [Name]) -> Stop? {
    guard token.kind == .pipe, let first = keys.first, let last = keys.last else { return nil }
    let group = ScriptRange(stageStart, last.range.end)
    let names = source[first.range.union(last.range)]
    var ahead = self
    ahead.cursor.advance()
    let stage = ahead.token.range.start
    let word = ahead.word
    ahead.skipToStageEnd()
    let end = ahead.cursor.previous.range.end
    let words = source[ScriptRange(stage, end)]
    guard let mended = Self.summary(word, words, by: names) else {
      guard Vocabulary.isStage(word) else { return nil }
      let words = source[ScriptRange(stage, ahead.endOfPicking)]
      report(.stageBehindGroup(group, "group by \(names) (\(words))"))
      return Stop()
    }
    let whole = ScriptRange(group.start, end)
    // Another language's word for it is part of this.
    if diagnostics.last?.primary?.range.start == stageStart { diagnostics.removeLast() }
    cursor.move(to: ahead.cursor.index)
    report(.groupBeforeSummary(group, whole, mended))
    return Stop()
  }

  /// Where the stages end that pick rows, of those from a stage that has been taken.
  private var endOfPicking: Int {
    var ahead = self
    var end = cursor.previous.range.end
    while ahead.token.kind == .pipe {
      ahead.cursor.advance()
      guard ["sort", "filter", "limit", "skip", "top"].contains(ahead.word) else { break }
      let picks = ahead.word != "sort" && ahead.word != "filter"
      ahead.skipToStageEnd()
      if picks { end = ahead.cursor.previous.range.end }
    }
    return end
  }

  private static func summary(_ word: String, _ words: String, by names: String) -> String? {
    let rest = words.dropFirst(word.count).drop { $0 == " " }
    switch word {
    case "count", "size", "length":
      return ["", "()"].contains(rest) ? "count by \(names)" : nil
    case "summarize", "summarise", "aggregate", "agg":
      return rest.contains(" by ") ? nil : "summarize \(rest) by \(names)"
    case _ where OtherLanguageWords.aggregates[word] != nil:
      let value = rest.first == "(" ? String(rest) : "(\(rest))"
      let function = OtherLanguageWords.aggregates[word]?.rawValue ?? word
      return rest.isEmpty ? nil : "summarize \(function)\(value) by \(names)"
    default: return nil
    }
  }

  /// The words behind `search` or a source's `in`, as far as they are plain words: they stand in
  /// quotes. Behind `search` some of them may be meant to join others.
  mutating func unquotedWords(ofSearch isSearch: Bool) -> Stop? {
    var ahead = self
    var range: ScriptRange?
    var joining: String?
    while [.name, .number, .minus].contains(ahead.token.kind), !ahead.isAt(.in) {
      if isSearch, ["and", "or", "not"].contains(ahead.word) || ahead.atLoneMinus {
        joining = joining ?? ahead.text(ahead.token)
      }
      let place = ahead.cursor.advance().range
      range = range?.union(place) ?? place
    }
    guard let range, ahead.atStageEnd || ahead.isAt(.in) else { return nil }
    cursor.move(to: ahead.cursor.index)
    report(joining.map { .joinedWords($0, range) } ?? .unquotedText(source[range], range))
    return Stop()
  }

  /// Whether a minus stands before a word and not inside of one, by which others leave rows out.
  private var atLoneMinus: Bool {
    token.kind == .minus && token.range.start > cursor.previous.range.end
  }

  /// `show name > "x.csv"`, which has been read as a comparison, and `show name > x.csv` where no
  /// comparison may stand. Where one may, the fix is only offered.
  mutating func redirection(
    of expression: Expression, orBare: Bool = false, isCertain: Bool = true
  ) -> Stop? {
    guard case .comparison(.greater, _, _, let mark) = expression.kind,
      let index = cursor.tokens.firstIndex(where: { $0.range == mark })
    else { return nil }
    var back = self
    back.cursor.move(to: index)
    guard back.atRedirection || orBare && back.atBareRedirection, let stop = back.redirection(nil)
    else { return nil }
    self = back
    if !isCertain, let fault = diagnostics.popLast() {
      diagnostics.append(fault.with(fault.fix?.suggested))
    }
    return stop
  }
}

extension Diagnostic {
  fileprivate static func foreignCount(
    _ range: ScriptRange, _ mended: String, _ certainty: FixIt.Certainty = .certain
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "this is written `\(mended)` in cq", at: Label(range),
      fix: .replace(range, with: mended, certainty))
  }

  fileprivate static func joinedWords(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`search` looks for a text in quotes, in which `\(word)` is as written",
      at: Label(range),
      remarks: [
        .help("conditions are joined: `filter name contains \"dream\" or name contains \"inn\"`")
      ])
  }

  fileprivate static func foreignDistinct(_ call: String, _ words: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(call)` is written `distinct_count(...)` in cq",
      at: Label(words, "SQL says it so"), fix: .replace(words, with: "distinct_count("))
  }

  fileprivate static func groupBeforeSummary(
    _ range: ScriptRange, _ whole: ScriptRange, _ mended: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "this is written `\(mended)` in cq",
      at: Label(range, "others go on with the groups behind a |"),
      fix: .replace(whole, with: mended))
  }

  fileprivate static func stageBehindGroup(_ range: ScriptRange, _ inside: String) -> Diagnostic {
    Diagnostic(
      .missingOperand, "the stages for each group stand in brackets", at: Label(range),
      remarks: [.help("`\(inside)` does it in each group")])
  }
}
