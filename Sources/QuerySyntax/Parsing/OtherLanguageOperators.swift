// SPDX-License-Identifier: MIT

import Diagnostics

// Operators as other languages write them between two values.
extension Parser {
  /// Whether a name stands before the cursor with which the brackets of a call begin.
  var isBehindArgument: Bool {
    let before = cursor.tokens[..<cursor.index].suffix(2).map(\.kind)
    return before == [.openParenthesis, .name]
  }

  /// What an operator of another language asks.
  private enum Test: Equatable {
    case comparison(ComparisonOperator)
    case text(TextOperator)
    case membership
  }

  /// An operator of another language at the cursor, in the words of this one.
  private struct OtherLanguageOperator {
    let words: String
    let test: Test
    let negated: Bool
    let range: ScriptRange
    let count: Int
  }

  /// A test whose operator is another language's; nil where none stands at the cursor.
  mutating func foreignTest(_ left: Expression) throws(Stop) -> Expression? {
    if let mark = ambiguousMark { return try ambiguousTest(left, mark) }
    guard let found = foreignOperator else { return nil }
    for _ in 0..<found.count { cursor.advance() }
    // A set that is written as a call is mended with the operator before it.
    let reported = diagnostics.count
    if found.test != .membership || found.count > 1 || !atForeignSet {
      let written = source[found.range]
      let isSimilar = OtherLanguageWords.similarOperators.contains {
        written.lowercased().hasSuffix($0)
      }
      report(.foreignMark(written, found.range, found.words, isSimilar ? .suggested : .certain))
    }
    switch found.test {
    case .membership:
      let test = try membership(left, negated: found.negated)
      // With another operator, that one is written in its place.
      if case .missing = test.kind, diagnostics.count > reported + 1 {
        diagnostics.remove(at: reported)
      }
      return test
    case .comparison(let mark):
      let operand = try operand(after: found.range, from: left)
      let whole = left.range.union(operand.expression.range)
      return Expression(kind: .comparison(mark, left, operand, at: found.range), range: whole)
    case .text(let mark):
      let operand = try operand(after: found.range, from: left)
      return Expression(
        kind: .textTest(mark, left, operand, negated: found.negated, at: found.range),
        range: left.range.union(operand.expression.range))
    }
  }

  private var foreignOperator: OtherLanguageOperator? {
    if let (words, count) = phrase(at: 0), let test = Self.test(words.withoutNot),
      startsValue(cursor.peek(count)) || test == .membership
    {
      return OtherLanguageOperator(
        words: words, test: test, negated: words != words.withoutNot,
        range: token.range.union(cursor.peek(count - 1).range), count: count)
    }
    let isBang = token.kind == .foreign && text(token) == "!"
    guard isBang || isAt(.not), let (word, count) = operatorWord(at: 1) else { return nil }
    let isForeign = OtherLanguageWords.operators[word] != nil
    let plain = OtherLanguageWords.operators[word] ?? word
    guard isForeign || isBang, let test = Self.test(plain),
      startsValue(cursor.peek(1 + count)) || plain == "in"
    else { return nil }
    if case .comparison = test { return nil }
    return OtherLanguageOperator(
      words: "not \(plain)", test: test, negated: true,
      range: token.range.union(cursor.peek(count).range), count: 1 + count)
  }

  /// An operator of another language that is a word, a mark or several words, in the words of this
  /// one, with the number of its tokens.
  private func phrase(at distance: Int) -> (String, Int)? {
    let kinds: [Token.Kind] = [.name, .foreign, .minus]
    let first = cursor.peek(distance)
    guard kinds.contains(first.kind),
      OtherLanguageWords.operatorBeginnings.contains(text(first).lowercased())
    else { return nil }
    for count in (1...OtherLanguageWords.longestOperator).reversed() {
      let last = cursor.peek(distance + count - 1)
      guard kinds.contains(last.kind), last.range.end >= first.range.end else { continue }
      if let plain = OtherLanguageWords.operators[words(at: distance, count)] {
        return (plain, count)
      }
    }
    return nil
  }

  /// The words of so many tokens, with one space where there is any between them.
  private func words(at distance: Int, _ count: Int) -> String {
    let tokens = (distance..<distance + count).map { cursor.peek($0) }
    return zip(tokens, tokens.dropFirst()).reduce(into: text(tokens[0])) { words, pair in
      words += (pair.0.range.end < pair.1.range.start ? " " : "") + text(pair.1)
    }.lowercased()
  }

  /// An operator behind a negation, with the number of its tokens.
  private func operatorWord(at distance: Int) -> (String, Int)? {
    let first = word(at: distance)
    let long = "\(first) \(word(at: distance + 1))"
    if ["starts with", "ends with"].contains(long) { return (long, 2) }
    if let (_, count) = phrase(at: distance) {
      return (words(at: distance, count), count)
    }
    return ["contains", "in", "like", "matches"].contains(first) ? (first, 1) : nil
  }

  /// Whether `isn't` stands at the cursor, which the lexer has cut in two.
  var atContraction: Bool {
    token.kind == .foreign && cursor.peek(1).kind == .foreign
      && cursor.peek(1).range.start == token.range.end
      && ["isn", "aren", "wasn", "weren"].contains(text(token).lowercased())
  }

  private static func test(_ plain: String) -> Test? {
    if plain == "in" { return .membership }
    if let mark = TextOperator(rawValue: plain) { return .text(mark) }
    return ComparisonOperator(rawValue: plain).map { .comparison($0) }
  }

  /// The operator at the cursor when it means one thing here and another there.
  private var ambiguousMark: (operators: [String], users: String, negated: Bool)? {
    let next = cursor.peek(1)
    let isNot = isAt(.not) || token.kind == .foreign && text(token) == "!"
    if isNot, next.kind == .name, cursor.peek(2).kind == .text {
      return OtherLanguageWords.ambiguous[text(next).lowercased()].map {
        ($0.operators, $0.users, true)
      }
    }
    let mark = self.ambiguousMark(before: next)
    return mark.map { ($0.operators, $0.users, false) }
  }

  private func ambiguousMark(before next: Token) -> (operators: [String], users: String)? {
    if token.kind == .foreign {
      // Nothing but a pattern is written between slashes.
      return next.kind == .regularExpression ? nil : OtherLanguageWords.ambiguous[text(token)]
    }
    return token.kind == .name && next.kind == .text ? OtherLanguageWords.ambiguous[word] : nil
  }

  private mutating func ambiguousTest(
    _ left: Expression, _ mark: (operators: [String], users: String, negated: Bool)
  ) throws(Stop) -> Expression {
    var place = cursor.advance().range
    if mark.negated { place = place.union(cursor.advance().range) }
    // What is missing behind it is less than that it is none.
    let operand =
      atOperandEnd(token) ? nil : try operand(after: place, from: left).expression
    let (subject, value) = (source[left.range], operand.map { source[$0.range] } ?? "\"dream\"")
    let inner = value.dropFirst().dropLast()
    let ways = mark.operators.map { word -> String in
      let word = mark.negated ? "not \(word)" : word
      guard operand?.isQuoted ?? true, word.contains("matches"), !inner.contains("/") else {
        return "`\(subject) \(word) \(value)`"
      }
      return word.hasSuffix("matches word")
        ? "`\(subject) \(word.dropLast(" word".count)) /\\b\(inner)\\b/i`"
        : "`\(subject) \(word) /\(inner)/i`"
    }
    report(.ambiguousOperator(source[place], place, ways, users: mark.users))
    return Expression(kind: .missing, range: range(from: left.range.start))
  }

  /// `name || "!"`, which is SQL for texts put together, or `name & "!"`; the cursor stands at the
  /// first of the marks.
  mutating func joinedTexts(_ first: Expression) throws(Stop) -> Expression {
    let mark = token.range
    var texts = [first]
    while token.kind == .foreign, text(token) == source[mark] {
      cursor.advance()
      texts.append(try coalescing())
    }
    let whole = range(from: first.range.start)
    report(.foreignJoining(mark, whole, texts, source))
    if let comparison = takeComparison() {
      _ = try operand(after: comparison.range, from: first)
    }
    return Expression(kind: .missing, range: range(from: first.range.start))
  }

  /// `name || address`, where both may be conditions or texts.
  mutating func ambiguousBars(_ place: ScriptRange, between terms: [Expression]) -> Expression {
    let conditions = terms.map { source[$0.range] }.joined(separator: " or ")
    let texts = OtherLanguageCall.template(of: terms, in: source) ?? "f\"{A}{B}\""
    report(
      .ambiguousOperator(
        "||", place, ["`\(conditions)`", "`\(texts)`"],
        users: "SQL puts texts together so, others join conditions"))
    return Expression(kind: .missing, range: range(from: terms[0].range.start))
  }

  /// `is` before what is no null: `is 3`, `is not in (3, 4)`. The cursor stands behind `is` and
  /// `not`.
  mutating func foreignIs(
    _ left: Expression, from mark: ScriptRange, negated: Bool
  ) throws(Stop) -> Expression? {
    if isAt(.in) || TextOperator(rawValue: word) != nil
      || ["starts", "ends"].contains(word) && isAt(.with, ahead: 1)
    {
      let words = mark.union(token.range)
      let plain = text(token).lowercased()
      report(.foreignMark(source[words], words, negated ? "not \(plain)" : plain))
      if take(.in) { return try membership(left, negated: negated) }
      guard let test = try takeTextOperator() else { return nil }
      let operand = try operand(after: test.range, from: left)
      return Expression(
        kind: .textTest(test.operator, left, operand, negated: negated, at: test.range),
        range: left.range.union(operand.expression.range))
    }
    if isAt(.between), !negated {
      let words = mark.union(token.range)
      report(.foreignMark(source[words], words, "between"))
      return try between(left)
    }
    let kinds: [Token.Kind] = [.number, .text, .money, .date, .parameter]
    guard kinds.contains(token.kind) || ["true", "false"].contains(word) else { return nil }
    let words = ScriptRange(mark.start, cursor.previous.range.end)
    report(.foreignMark(source[words], words, negated ? "!=" : "="))
    let operand = try operand(after: words, from: left)
    return Expression(
      kind: .comparison(negated ? .notEqual : .equal, left, operand, at: words),
      range: left.range.union(operand.expression.range))
  }

  /// `in` before what is no set: values without brackets, or a field that holds the value.
  mutating func foreignMembership(
    _ left: Expression, _ low: Expression, negated: Bool
  ) throws(Stop) -> Expression {
    if left.isLiteral, !left.isQuoted, low.isPath {
      let whole = left.range.union(low.range)
      report(.numberInField(whole, source[low.range], source[left.range], negated: negated))
      return Expression(kind: .missing, range: whole)
    }
    if left.isLiteral, !low.isLiteral {
      let whole = left.range.union(low.range)
      let words = negated ? "not contains" : "contains"
      let tests = low.sum.map { "\(source[$0.range]) \(words) \(source[left.range])" }
      let all = tests.joined(separator: negated ? " and " : " or ")
      report(.valueInField(whole, tests.count == 1 ? all : "(\(all))"))
      return Expression(kind: .missing, range: whole)
    }
    guard low.isLiteral else { throw fail(.noSet(source[low.range], low.range)) }
    var end = low.range
    while token.kind == .comma, startsValue(cursor.peek(1)), !Self.isName(cursor.peek(1).kind) {
      cursor.advance()
      end = try element(after: cursor.previous.range, of: left).expression.range
    }
    let values = low.range.union(end)
    if low.isQuoted, end == low.range {
      report(.textForSet(values, source[left.range], source[values], negated: negated))
    } else {
      // Without a space behind it the comma may be that of decimals.
      let isCertain = low.isQuoted || end == low.range || source[values].contains(" ")
      let list = end == low.range ? source[left.range] : nil
      report(.bareSet(values, source[values], isCertain ? .certain : .suggested, ofList: list))
    }
    return Expression(kind: .missing, range: left.range.union(values))
  }
}

// Choices between two values.
extension Parser {
  /// `a ? b : c` behind its condition, or `b if a else c` behind its first value; nil where neither
  /// comes.
  mutating func foreignChoice(_ first: Expression) throws(Stop) -> Expression? {
    if token.kind == .invalid, text(token) == "?" { return questionMark(first) }
    guard isAt(.if), startsValue(cursor.peek(1)) || isAt(.not, ahead: 1) else { return nil }
    var trial = self
    trial.cursor.advance()
    guard let condition = try? trial.expression(), trial.take(.else),
      let other = try? trial.expression(), trial.diagnostics.count == diagnostics.count
    else { return nil }
    self = trial
    let whole = first.range.union(other.range)
    report(
      .foreignChoice(
        whole, "Python says it so",
        fix: .replace(
          whole,
          with: "if \(source[condition.range]) then \(source[first.range])"
            + " else \(source[other.range])")))
    return Expression(kind: .missing, range: whole)
  }

  private mutating func questionMark(_ condition: Expression) -> Expression? {
    var trial = self
    let mark = trial.cursor.advance().range
    guard (try? trial.expression()) != nil, trial.token.kind == .colon else { return nil }
    let colon = trial.cursor.advance().range
    guard let no = try? trial.expression() else { return nil }
    self = trial
    // The lexer has met a mark that it does not know.
    diagnostics.removeAll { $0.primary?.range == mark }
    let start = ScriptRange(condition.range.start, condition.range.start)
    report(
      .foreignChoice(
        mark, "C and JavaScript write a question mark",
        fix: FixIt([
          FixIt.Edit(start, "if "), FixIt.Edit(mark, spaced("then", at: mark)),
          FixIt.Edit(colon, spaced("else", at: colon)),
        ])))
    return Expression(kind: .missing, range: condition.range.union(no.range))
  }

  /// A word in the place of a mark, with space around it.
  func spaced(_ word: String, at mark: ScriptRange) -> String {
    let isSpace = { (place: Int) in
      !source.bytes.indices.contains(place) || " \t\r\n".utf8.contains(source.bytes[place])
    }
    return (isSpace(mark.start - 1) ? "" : " ") + word + (isSpace(mark.end) ? "" : " ")
  }
}

extension String {
  /// An operator without the negation before it.
  fileprivate var withoutNot: String { hasPrefix("not ") ? String(dropFirst(4)) : self }
}

extension Expression {
  /// Whether it is a single value that is written.
  package var isLiteral: Bool {
    switch kind {
    case .number, .quantity, .date, .text, .template: true
    case .negative(let inner): inner.isLiteral
    default: false
    }
  }

  /// The terms between which a `+` stands; itself alone where it is no sum.
  fileprivate var sum: [Expression] {
    guard case .arithmetic(.add, let first, let last, _) = kind else { return [self] }
    return first.sum + [last]
  }
}

extension Diagnostic {
  /// `h => h.stars > 3`, and `=>` between a condition and its value.
  static func foreignArrow(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`=>` is no operator of cq", at: Label(range, "others write functions so"),
      remarks: [
        .help("a condition is `filter stars > 3`, a choice `if stars > 3 then 1 else 2`")
      ])
  }

  fileprivate static func ambiguousOperator(
    _ mark: String, _ range: ScriptRange, _ ways: [String], users: String
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(mark)` can mean two things, and is no operator of cq",
      at: Label(range, users), remarks: [.help("write \(ways.joined(separator: ", or "))")])
  }

  /// Behind a value, a text may also be meant to stand in for one that is not there.
  fileprivate static func foreignJoining(
    _ mark: ScriptRange, _ whole: ScriptRange, _ texts: [Expression], _ source: ScriptText
  ) -> Diagnostic {
    let mended = OtherLanguageCall.template(of: texts, in: source)
    let isOther = source[mark] == "||" && texts.count == 2 && !texts[0].isQuoted
    let written = texts.map { source[$0.range] }
    return Diagnostic(
      .foreignWord, "texts are put together in `f\"...\"` in cq",
      at: Label(mark, source[mark] == "&" ? "Excel joins so" : "SQL joins so"),
      remarks: isOther
        ? [.help("for a value that is not there: `\(written[0]) ?? \(written[1])`")] : [],
      fix: mended.map { .replace(whole, with: $0, .suggested) })
  }

  fileprivate static func valueInField(_ range: ScriptRange, _ mended: String) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`in` asks for one of several values; this is written `\(mended)` in cq",
      at: Label(range, "Python says it so"), fix: .replace(range, with: mended))
  }

  /// `3 in stars`, where the field may be a number or a list of them.
  fileprivate static func numberInField(
    _ range: ScriptRange, _ field: String, _ value: String, negated: Bool
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`in` asks for one of several values in brackets", at: Label(range),
      remarks: [
        .help(
          "write `\(field) \(negated ? "!=" : "=") \(value)`, or of a list "
            + "`\(field) \(negated ? "not contains" : "contains") \(value)`")
      ])
  }

  fileprivate static func textForSet(
    _ range: ScriptRange, _ left: String, _ value: String, negated: Bool
  ) -> Diagnostic {
    let not = negated ? "not " : ""
    return Diagnostic(
      .unexpectedToken, "`in` asks for one of several values in brackets", at: Label(range),
      remarks: [
        .help(
          "the whole text: `\(left) \(negated ? "!=" : "=") \(value)`; a part of it: "
            + "`\(left) \(not)contains \(value)`")
      ])
  }

  fileprivate static func bareSet(
    _ range: ScriptRange, _ values: String, _ certainty: FixIt.Certainty, ofList list: String?
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "the values of a set stand in brackets: `in (\(values))`",
      at: Label(range),
      remarks: list.map { [.help("a list is asked by `\($0) contains \(values)`")] } ?? [],
      fix: .replace(range, with: "(\(values))", certainty))
  }

  fileprivate static func foreignChoice(
    _ range: ScriptRange, _ users: String, fix: FixIt
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "a choice is written `if ... then ... else ...` in cq",
      at: Label(range, users), fix: fix)
  }
}
