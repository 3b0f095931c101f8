// SPDX-License-Identifier: MIT

import Diagnostics

// What other languages say in several words. It is read as it is meant, so that it is one fault and
// the rest of the pipeline is judged too.
extension Parser {
  /// Whether a comparison is compared again in a query, which SQL computes.
  private func chains(_ query: String) -> Bool {
    query.utf8.count { "<>=".utf8.contains($0) } > 1
      && Self.read(ScriptText(name: "", query), maximumFaults: Self.maximumFaults)
        .diagnostics.contains { $0.code == .chainedComparison }
  }

  /// `select COLUMNS from SOURCE ...`, as SQL begins: one fault, whose fix is the whole query in
  /// the words of this language. Nil when no `from` follows.
  mutating func foreignSelect() -> Stop? {
    let select = token.range
    let place: FixIt.Certainty = isInsideForeignStatement ? .suggested : .certain
    guard let tokens = takeSelect() else { return nil }
    let whole = range(from: select.start)
    let fix = OtherLanguageSelect.pipeline(tokens[...], in: source).flatMap { select in
      mended(select.text, translatesCalls: true).flatMap { mended in
        let certainty = chains(select.text) ? FixIt.Certainty.suggested : select.certainty
        return OtherLanguageLayout(whole, in: source)
          .fix(mended.text, mended.certainty.with(certainty).with(place))
      }
    }
    // What the lexer has met in it is mended with it, or not at all.
    diagnostics = diagnostics.compactMap { fault in
      guard let place = fault.primary?.range, whole.start <= place.start, place.end <= whole.end
      else { return fault }
      let isComment = ["--", "/*"].contains(source[place])
      return fix != nil || isComment ? nil : fault.with(fault.fix?.suggested)
    }
    report(.foreignSelect(select, fix: fix))
    return Stop()
  }

  /// `-rooms` for `rooms desc`. The minus parts it from what stands before it, and a field that is
  /// called as a quantifier needs backticks where another word follows.
  /// `top` takes the largest, which is the smallest of what has no minus.
  mutating func reportMinus(_ range: ScriptRange, _ name: String, ofTop isOfTop: Bool) {
    let isApart = range.start == 0 || " \t\r\n,".utf8.contains(source.bytes[range.start - 1])
    let isWord = Vocabulary.reserved.contains(name.lowercased())
    let written = isWord ? Lexer.backquoted(name) : name
    report(
      .foreignMinus(
        range, name, (isApart ? "" : " ") + "\(written) \(isOfTop ? "asc" : "desc")",
        ofTop: isOfTop))
  }

  /// Whether `left join` or another kind of join comes, in the order of SQL's words.
  var atForeignJoin: Bool {
    guard Self.joinKinds.contains(word) else { return false }
    return isAt(.join, ahead: 1) || (word(at: 1) == "outer" && isAt(.join, ahead: 2))
  }

  private static let joinKinds = [
    "left", "inner", "right", "full", "cross", "outer", "natural", "anti", "semi",
  ]

  /// SQL's words of a join; whether the left rows are kept.
  mutating func foreignJoin() throws(Stop) -> Bool {
    let pipe = takeMissingPipe()
    let kind = word
    var words = token.range
    while !isAt(.join) { cursor.advance() }
    words = words.union(cursor.advance().range)
    if kind == "cross" { try crossJoin(words, pipe: pipe ? "| " : "") }
    let mended = ["left": "join left", "inner": "join"][kind]
    report(
      .foreignJoin(
        source[words], words, mended.map { pipe ? "| \($0)" : $0 },
        help: OtherLanguageWords.joins[kind] ?? ""))
    if mended == nil { throw Stop() }
    return kind == "left"
  }

  /// Whether SQL's `case` begins here: a field of that name is followed by no value.
  var atForeignCase: Bool {
    guard word == "case" else { return false }
    let next = cursor.peek(1)
    return word(at: 1) == "when"
      || (Self.isName(next.kind) || [.number, .text, .parameter].contains(next.kind))
        && startsValue(next)
  }

  /// `case [VALUE] when ... then ... [else ...] end`.
  mutating func foreignCase() throws(Stop) -> Expression {
    let keyword = cursor.advance().range
    let subject = word == "when" ? nil : try coalescing()
    var opening = keyword.union(subject?.range ?? keyword)
    let comparison = subject.map { " \(source[$0.range]) =" } ?? ""
    var edits: [FixIt.Edit] = []
    guard word == "when" else { throw fail(.missingInCase("when", missingPlace)) }
    while word == "when" {
      let word = edits.isEmpty ? "if" : "else if"
      let place = edits.isEmpty ? opening.union(token.range) : token.range
      edits.append(FixIt.Edit(place, word + comparison))
      cursor.advance()
      _ = try expression()
      guard take(.then) else { throw fail(.missingInCase("then", missingPlace)) }
      _ = try expression()
    }
    let hasElse = take(.else)
    if hasElse { _ = try expression() }
    guard word == "end" else { throw fail(.missingInCase("end", missingPlace)) }
    let last = ScriptRange(cursor.previous.range.end, token.range.end)
    cursor.advance()
    opening = keyword.union(last)
    let place = OtherLanguagePlace(opening, in: source)
    let isOpen = place.fitted("if ") == "if "
    if let first = edits.first, !isOpen {
      edits[0] = FixIt.Edit(first.range, "(" + first.replacement)
    }
    edits.append(FixIt.Edit(last, (hasElse ? "" : " else null") + (isOpen ? "" : ")")))
    report(.foreignCase(keyword, fix: FixIt(edits)))
    return Expression(kind: .missing, range: opening)
  }

  /// Whether `=~`, `~=` or `!~` comes with a pattern between slashes on its right.
  var atForeignMatch: Bool {
    token.kind == .foreign && OtherLanguageWords.matches.contains(text(token))
      && cursor.peek(1).kind == .regularExpression
  }

  /// The words for the mark at the cursor, which looks for a pattern.
  mutating func takeForeignMatch() -> ScriptRange {
    let words = text(token) == "!~" ? "not matches" : "matches"
    report(.foreignMark(text(token), token.range, words))
    return cursor.advance().range
  }

  /// `limit 5 offset 10`, where SQL leaves out first what stands last.
  mutating func foreignOffset(_ limit: ScriptRange, _ kept: Count) throws(Stop) {
    if token.kind == .range, case .number(let first) = kept.kind, first > 0,
      let last = Int(text(cursor.peek(1))), last >= first, isStageEnd(cursor.peek(2))
    {
      cursor.advance()
      cursor.advance()
      report(
        .foreignRange(
          range(from: limit.start), "skip \(first - 1) | limit \(last - first + 1)"))
      throw Stop()
    }
    guard word == "offset", cursor.peek(1).kind == .number else { return }
    cursor.advance()
    let skipped = text(cursor.advance())
    let mended = "skip \(skipped) | limit \(source[kept.range])"
    // A missing `|` before the whole is said with it.
    let lacksPipe = diagnostics.last?.primary?.range == limit
    if lacksPipe { diagnostics.removeLast() }
    report(.foreignOffset(range(from: limit.start), mended, pipe: lacksPipe))
    throw Stop()
  }

  /// `VALUE as NAME`, where a computed column has its name first; nil when no `as` follows.
  mutating func foreignAlias(of value: Expression) throws(Stop) -> Assignment? {
    guard isAt(.as), Self.isName(cursor.peek(1).kind) else { return nil }
    cursor.advance()
    let name = try name()
    report(
      .foreignAlias(value.range.union(name.range), source[value.range], source[name.range]))
    return Assignment(name: name, value: value)
  }

  /// `VALUE not between LOW and HIGH`; the cursor stands at the `not`.
  mutating func foreignBetween(
    _ left: Expression, _ read: (inout Parser) throws(Stop) -> Expression
  ) throws(Stop) -> Expression {
    let not = cursor.advance().range
    let start = token.range.start
    let inner = try read(&self)
    let whole = left.range.union(inner.range)
    let rest = source[ScriptRange(start, inner.range.end)]
    let words = not.union(ScriptRange(start, start + "between".utf8.count))
    report(.foreignBetween(words, whole, source[left.range], rest))
    return Expression(kind: .not(inner), range: whole)
  }
}

extension Diagnostic {
  fileprivate static func foreignSelect(_ range: ScriptRange, fix: FixIt?) -> Diagnostic {
    let example = Remark.help("for example `from hotels | filter stars > 3 | show name`")
    return Diagnostic(
      .foreignWord, "a query begins with its source in cq", at: Label(range, "SQL begins so"),
      remarks: fix == nil ? [example] : [], fix: fix)
  }

  fileprivate static func foreignJoin(
    _ words: String, _ range: ScriptRange, _ mended: String?, help: String
  ) -> Diagnostic {
    guard let mended else {
      return Diagnostic(
        .foreignWord, "`\(words)` has no counterpart in cq", at: Label(range, "SQL joins so"),
        remarks: [.help(help)])
    }
    let plain = mended.drop { $0 == "|" || $0 == " " }
    let pipe = plain.count == mended.count ? "" : ", and a `|` stands before it"
    return Diagnostic(
      .foreignWord, "`\(words)` is written `\(plain)` in cq\(pipe)",
      at: Label(range, "SQL says it so"), fix: .replace(range, with: mended))
  }

  fileprivate static func foreignCase(_ range: ScriptRange, fix: FixIt) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`case` is written `if ... then ... else ...` in cq",
      at: Label(range, "SQL says case"),
      remarks: [.help("for example `if rooms > 3 then \"many\" else \"few\"`")], fix: fix)
  }

  fileprivate static func foreignOffset(
    _ range: ScriptRange, _ mended: String, pipe: Bool
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord,
      "`limit` with `offset` is written `\(mended)` in cq"
        + (pipe ? ", and a `|` stands before it" : ""),
      at: Label(range, "SQL skips first"),
      fix: .replace(range, with: pipe ? "| \(mended)" : mended))
  }

  /// `take 3..5`, which counts rows from 1.
  fileprivate static func foreignRange(_ range: ScriptRange, _ mended: String) -> Diagnostic {
    Diagnostic(
      .foreignWord, "this is written `\(mended)` in cq", at: Label(range, "PRQL says it so"),
      fix: .replace(range, with: mended))
  }

  fileprivate static func foreignAlias(
    _ range: ScriptRange, _ value: String, _ name: String
  ) -> Diagnostic {
    let mended = "\(name) = \(value)"
    return Diagnostic(
      .foreignWord, "`\(value) as \(name)` is written `\(mended)` in cq",
      at: Label(range, "SQL writes the name last"), fix: .replace(range, with: mended))
  }

  fileprivate static func foreignBetween(
    _ words: ScriptRange, _ whole: ScriptRange, _ left: String, _ rest: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`not between` is written `not (... between ... and ...)` in cq",
      at: Label(words, "SQL says it so"), fix: .replace(whole, with: "not (\(left) \(rest))"))
  }
}
