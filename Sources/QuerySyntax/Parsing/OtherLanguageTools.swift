// SPDX-License-Identifier: MIT

import Diagnostics

// Stages as the tools of a shell and other languages have them, with operands of their own. Each is
// one fault, whose fix is the whole stage in the words of this language.
extension Parser {
  /// Reports the stage at the cursor if another tool has it so.
  mutating func foreignTool() -> Stop? {
    switch word {
    case _ where hyphenatedWord != nil: reportHyphenated()
    case "head" where operands.first.map { $0.kind == .minus } ?? true:
      reportHead()
    case "wc":
      reportTool(
        "shells say wc", as: isWithoutOptions(besides: ["l"]) ? "count" : nil,
        help: "`count` counts rows")
    case "uniq" where operands.first?.kind == .minus:
      reportTool(
        "shells say uniq", as: nil,
        help: "`count by name` counts the rows of each value, `distinct name` lists values")
    case "grep":
      let search = searchOfTool()
      reportTool(
        "shells say grep", as: search?.text, search?.certainty ?? .suggested,
        help: "`search \"dream\"` looks in all texts, `filter name matches /dr/` for a pattern")
    case "write" where cursor.peek(1).kind == .text,
      "export" where cursor.peek(1).kind == .text, "tee" where cursor.peek(1).kind == .text:
      reportTool("others say \(word)", as: "save \(wordsOfOperands)")
    case "insert" where word(at: 1) == "into":
      reportTool(
        "SQL says insert into", as: nil,
        help: "catalogues are only read; `save \"hotels.csv\"` writes a result into a file")
    case "value_counts" where !Self.isName(cursor.peek(1).kind):
      reportTool(
        "pandas says value_counts", as: nil,
        help: "`count by FIELD` counts the rows of each value")
    case "set", "let":
      guard Self.isName(cursor.peek(1).kind), cursor.peek(2).kind == .equal else { return nil }
      reportTool("others say \(word)", as: "extend \(wordsOfOperands)")
    case "sort" where cursor.peek(1).kind == .minus && isOption:
      reportSort()
    case "map": reportMap()
    case "bottom", "nlargest", "nsmallest", "top_n", "slice_max", "slice_min": reportExtremes()
    // The tables of others' words are not made for a stage of our own.
    case _ where Vocabulary.isStage(word): return nil
    case _ where writtenFormat != nil: reportFormat()
    case _ where OtherLanguageWords.descriptions.contains(word) && isStageEnd(cursor.peek(1)):
      reportDescription()
    case _ where OtherLanguageWords.aggregates[word] != nil: reportAggregate()
    default:
      guard let tool = OtherLanguageWords.tools[word] else { return nil }
      reportTool(tool.users, as: nil, help: tool.help)
    }
    return Stop()
  }

  /// `mutate(x = 1)` and `arrange(desc(stars), name)`, where others have what a stage works
  /// on in brackets. In `filter(a, b)` both conditions hold; `summarize(avg(a))` is no fault.
  mutating func stageInBrackets() -> Stop? {
    guard opensAtOnce(token), Self.inBrackets.contains(word) else { return nil }
    let operands = operands
    guard let opening = operands.first, let closing = operands.last, operands.count > 2,
      closing.kind == .closeParenthesis
    else { return nil }
    var depth = 0
    var commas = [opening.range.end]
    for token in operands {
      if token.kind == .openParenthesis { depth += 1 }
      if token.kind == .closeParenthesis { depth -= 1 }
      if depth == 0, token.range != closing.range { return nil }
      if depth == 1, token.kind == .comma { commas.append(token.range.end) }
    }
    let inner = Array(operands.dropFirst().dropLast())
    if isRead(as: word), !isNaming(inner) { return nil }
    let isCondition = ["filter", "where"].contains(word)
    if word == "select", let drop = droppedColumn(inner) { return drop }
    if word == "select", inner.contains(where: { $0.kind == .pipe }) {
      reportTool(
        "jq keeps rows so", as: nil,
        help: "for example `filter name starts with \"The\"`, `filter stars > 3`")
      return Stop()
    }
    // jq's `select(...)` keeps rows, with a dot before each field.
    guard commas.count > 1 || !isCondition && (word != "select" || isName(inner)) else {
      return nil
    }
    let columns = source[ScriptRange(opening.range.end, closing.range.start)]
    let ends = commas.dropFirst().map { $0 - 1 } + [closing.range.start]
    let terms = zip(commas, ends).map { start, end in
      "(\(source[ScriptRange(start, end)].drop { $0 == " " }))"
    }
    let stage = "\(word) \(isCondition ? terms.joined(separator: " and ") : columns)"
    guard let mended = self.mended("from it | \(stage)"), mended.certainty == .certain else {
      return nil
    }
    reportTool(
      "others put this into brackets", as: String(mended.text.dropFirst("from it | ".utf8.count)))
    return Stop()
  }

  /// Whether tokens begin with a name that others give what follows: here it compares.
  private func isNaming(_ tokens: [Token]) -> Bool {
    tokens.count > 1 && Self.isName(tokens[0].kind)
      && [.equal, .doubleEqual].contains(tokens[1].kind)
  }

  private func isName(_ tokens: [Token]) -> Bool {
    tokens.count == 1 && Self.isName(tokens[0].kind)
  }

  /// `select(-name)` and `select(!name)`, where a column is left out.
  private mutating func droppedColumn(_ tokens: [Token]) -> Stop? {
    guard tokens.count == 2, tokens[0].kind == .minus || text(tokens[0]) == "!",
      Self.isName(tokens[1].kind)
    else { return nil }
    reportTool(
      "dplyr leaves out a column so", as: "drop \(source[tokens[1].range])",
      tokens[0].kind == .minus ? .certain : .suggested)
    return Stop()
  }

  /// Stages that other languages write as calls.
  private static let inBrackets: Set<String> = [
    "filter", "where", "select", "show", "mutate", "extend", "assign", "derive", "arrange", "sort",
    "distinct", "rename", "drop", "summarize", "summarise", "aggregate", "agg", "sort_by",
    "order_by", "orderby", "limit", "head", "take", "skip", "project", "pick", "pluck", "count",
  ]

  /// Reports the stage that began at the word before the operands that were taken.
  mutating func reportTool(
    _ users: String, as mended: String?, _ certainty: FixIt.Certainty = .certain,
    otherwise message: String? = nil, help: String? = nil, upTo end: Int? = nil
  ) {
    let word = token
    let written = text(word)
    skipToStageEnd()
    while let end, cursor.previous.range.end < end, !atStatementEnd { cursor.advance() }
    report(
      .foreignTool(
        word.range.union(cursor.previous.range), mended, certainty, users: users,
        otherwise: message ?? "cq has no stage `\(written)`", help: help, pipe: takeMissingPipe()))
  }

  /// Reports `sort -r FIELD`, which turns an order round, and other options, which none has here.
  private mutating func reportSort() {
    let operands = Array(operands)
    let option = text(operands[1])
    let key = source[Self.range(operands[2...])]
    let isField = operands.count == 3 && Self.isName(operands[2].kind)
    let field = isField ? key : "FIELD"
    let isReversed = isField && ["r", "nr", "rn"].contains(option)
    reportTool(
      "shells say sort -\(option)", as: isReversed ? "sort by \(key) desc" : nil,
      // `-r` alone goes by the characters.
      option == "r" ? .suggested : .certain,
      otherwise: "`sort` takes no options; the order is `sort by \(field)`")
  }

  /// The tokens of the stage behind its first word.
  var operands: ArraySlice<Token> {
    var ahead = self
    ahead.skipToStageEnd()
    return cursor.tokens[min(cursor.index + 1, ahead.cursor.index)..<ahead.cursor.index]
  }

  var wordsOfOperands: String { source[Self.range(operands)] }

  /// The format that a stage such as `to_csv`, `format json` or `into csv` names; nil for others.
  private var writtenFormat: (name: String, length: Int)? {
    switch word {
    case "as", "format", "output", "into", "render", "print":
      if let format = Self.format(self.word(at: 1)) { return (format, 1) }
    default: break
    }
    guard let mark = word.firstIndex(of: "_"),
      ["to", "write", "as"].contains(word[..<mark]),
      let format = Self.format(String(word[word.index(after: mark)...]))
    else { return nil }
    return (format, 0)
  }

  /// What a format is called here; nil for no format.
  private static func format(_ name: String) -> String? {
    Vocabulary.formats.contains(name) ? name : OtherLanguageWords.formats[name]
  }

  /// `to_csv()`, and `to_csv("x.csv")`, which writes a file.
  private mutating func reportFormat() {
    guard let format = writtenFormat else { return }
    let operands = Array(operands.dropFirst(format.length))
    let texts = operands.filter { $0.kind == .text }
    let isPlain = operands.allSatisfy {
      [.openParenthesis, .closeParenthesis, .text].contains($0.kind)
    }
    guard isPlain, texts.count < 2 else {
      return reportTool(
        "others say \(word)", as: nil,
        help: "`to \(format.name)` shows a result so, `save \"FILE\"` writes it into a file")
    }
    let file = texts.first.map { source[$0.range] }
    let form = file.map { path in
      path.dropLast().hasSuffix(".\(format.name)") ? "" : " as \(format.name)"
    }
    reportTool(
      "others say \(word)",
      as: file.map { "save \($0)\(form ?? "")" } ?? "to \(format.name)")
  }

  /// `bottom 3 by rooms` and `nlargest(3, "rooms")`.
  private mutating func reportExtremes() {
    let isLeast = ["bottom", "nsmallest", "slice_min"].contains(word)
    let parts = operands.filter {
      ![.openParenthesis, .closeParenthesis, .comma].contains($0.kind)
        && source[$0.range].lowercased() != "by"
    }
    let count = parts.first { $0.kind == .number }.map { text($0) }
    let keys = parts.filter { $0.kind == .text || $0.kind == .name }
    guard let count, parts.count == 2, let key = keys.first else {
      let order = isLeast ? " asc" : ""
      return reportTool(
        "others say \(word)", as: nil,
        help: "for example `top \(count ?? "3") by rooms\(order)`: "
          + (isLeast ? "the least are the first in that order" : "the largest come first"))
    }
    let name =
      key.kind == .text ? String(text(key).dropFirst().dropLast()).asName : source[key.range]
    reportTool(
      "others say \(word)", as: "top \(count) by \(name)\(isLeast ? " asc" : "")",
      // dplyr keeps all rows that are as large as the last one.
      word.contains("_") ? .suggested : .certain)
  }

  /// `from hotels | schema`, which asks for the fields of a source and not for rows.
  private mutating func reportDescription() {
    let tokens = cursor.tokens[..<cursor.index].suffix(3)
    let head = tokens.first.map { source[$0.range].lowercased() }
    guard tokens.count == 3, head == "from", let start = tokens.first?.range,
      let name = tokens.dropFirst().first, Self.isName(name.kind)
    else {
      return reportTool(
        "others say \(word)", as: nil, help: "`describe hotels` tells the fields of a source")
    }
    let isSame = ["schema", "getschema", "columns", "fields"].contains(word)
    let (written, mended) = (text(token), "describe \(source[name.range])")
    skipToStageEnd()
    report(
      .foreignDescription(
        written, start.union(cursor.previous.range), mended, isSame ? .certain : .suggested))
  }

  /// Whether the operands begin with an option of a shell, and go on.
  private var isOption: Bool {
    let operands = Array(operands)
    guard operands.count > 1, operands[0].range.end == operands[1].range.start,
      text(operands[1]).allSatisfy("nrkuf".contains)
    else { return false }
    return operands.count == 2
      || operands[1].range.end < operands[2].range.start
        && (Self.isName(operands[2].kind) || operands[2].kind == .number)
  }

  /// Shells take 10 rows where no number is written, R 6 and pandas 5.
  private mutating func reportHead() {
    reportTool(
      "shells say head", as: countOfTool().map { "limit \($0)" },
      operands.isEmpty ? .suggested : .certain, help: "`limit 10` takes the first rows")
  }

  /// How many rows `head` takes; nil where it is told to leave some out.
  private func countOfTool() -> String? {
    var operands = operands[...]
    if operands.isEmpty { return "10" }
    if operands.first?.kind == .minus { operands = operands.dropFirst() }
    if operands.first.map(text) == "n" { operands = operands.dropFirst() }
    guard operands.count == 1, operands.first?.kind == .number else { return nil }
    return operands.first.map(text)
  }

  /// Whether nothing follows but options of one letter that do not change what is meant.
  private func isWithoutOptions(besides letters: [String]) -> Bool {
    let operands = Array(operands)
    return operands.isEmpty
      || operands.count == 2 && operands[0].kind == .minus && letters.contains(text(operands[1]))
  }

  /// What `grep` looks for as the words of a search; nil for a pattern, and for an option that
  /// turns what it looks for round.
  /// `search` finds each word of a text, in any case; grep a line that holds the pattern as it is.
  private func searchOfTool() -> (text: String, certainty: FixIt.Certainty)? {
    var operands = operands
    var ignoresCase = false
    while operands.first?.kind == .minus {
      guard operands.dropFirst().first.map(text) == "i" else { return nil }
      ignoresCase = true
      operands = operands.dropFirst(2)
    }
    guard operands.count == 1, let only = operands.first else { return nil }
    let written = source[only.range]
    let word = only.kind == .text ? String(written.dropFirst().dropLast()) : written
    guard !word.isEmpty, word.allSatisfy({ $0.isLetter || $0.isNumber || $0 == " " }) else {
      return nil
    }
    return ("search \"\(word)\"", ignoresCase && !word.contains(" ") ? .certain : .suggested)
  }

  /// `map FIELD` chooses columns, `map NAME = VALUE` computes one.
  private mutating func reportMap() {
    let operands = operands
    let isComputing = operands.dropFirst().first?.kind == .equal
    let areNames = operands.allSatisfy { Self.isName($0.kind) || $0.kind == .comma }
    guard isComputing || areNames, let first = operands.first, let last = operands.last else {
      return reportTool(
        "jq and others say map", as: nil,
        help: "`show` chooses columns, `extend free = rooms > 0` computes one")
    }
    let rest = source[first.range.union(last.range)]
    reportTool("jq and others say map", as: "\(isComputing ? "extend" : "show") \(rest)")
  }

  /// `mean stars by name` is a summary.
  private mutating func reportAggregate() {
    let operands = operands
    let function = OtherLanguageWords.aggregates[word]?.rawValue ?? word
    let by = operands.firstIndex { source[$0.range].lowercased() == "by" } ?? operands.endIndex
    let keys = operands[by...].isEmpty ? "" : " " + source[Self.range(operands[by...])]
    let value = operands[..<by]
    guard !value.isEmpty else {
      return reportTool(
        "others have a stage for it", as: nil,
        help: "an aggregate is computed by `summarize`, as in `summarize \(function)(stars)`")
    }
    let isCall = value.first?.kind == .openParenthesis
    let calls = isCall ? [source[Self.range(value)]] : arguments(value).map { "(\($0))" }
    let mended = calls.map { "\(function)\($0)" }.joined(separator: ", ")
    reportTool("others have a stage for it", as: "summarize \(mended)\(keys)")
  }

  private func arguments(_ tokens: ArraySlice<Token>) -> [String] {
    tokens.split { $0.kind == .comma }.map { source[Self.range($0)] }
  }

  private static func range(_ tokens: ArraySlice<Token>) -> ScriptRange {
    guard let first = tokens.first, let last = tokens.last else { return ScriptRange(0, 0) }
    return first.range.union(last.range)
  }
}

// An id without its quotes.
extension Parser {
  /// Whether `show` is followed by what can only be an id that lacks its quotes: letters and digits
  /// that are neither a number nor a name of a column, up to `of` or to the end.
  var atUnquotedID: Bool {
    let first = cursor.peek(1)
    let length = unquotedLength
    let isFollowed = word(at: 1 + length) == "of"
    if Self.isName(first.kind) { return isFollowed }
    guard first.kind == .number || isMalformedNumber(first) else { return false }
    let ends: [Token.Kind] = [.end, .newline, .semicolon, .pipe]
    let isAtEnd = isFollowed || ends.contains(cursor.peek(1 + length).kind)
    return isAtEnd && (length > 1 || first.kind != .number)
  }

  private func isMalformedNumber(_ token: Token) -> Bool {
    token.kind == .invalid && source.bytes[token.range.start...].first.map(Self.isDigit) ?? false
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// How many tokens follow each other without a space, from the one after the cursor.
  private var unquotedLength: Int {
    let joined: [Token.Kind] = [.number, .invalid, .minus, .dot]
    var length = 1
    while cursor.peek(length).range.end == cursor.peek(length + 1).range.start,
      joined.contains(cursor.peek(length + 1).kind) || Self.isName(cursor.peek(length + 1).kind)
    { length += 1 }
    return length
  }

  /// Reports the id after `show`, in place of what is wrong with its pieces.
  mutating func unquotedID() -> Stop {
    let length = unquotedLength
    let range = cursor.peek(1).range.union(cursor.peek(length).range)
    diagnostics.removeAll {
      $0.primary.map { $0.range.start >= range.start && $0.range.end <= range.end } ?? false
    }
    let name = cursor.peek(length + 2)
    if source[name.range].lowercased() == source[range].lowercased() + "s" {
      report(.shownNoun(source[range], token.range.union(name.range), source[name.range]))
    } else {
      let isField = length == 1 && Self.isName(cursor.peek(1).kind)
      report(.unquotedID(source[range], of: isField ? source[name.range] : nil, range))
    }
    return Stop()
  }
}

extension Diagnostic {
  fileprivate static func foreignTool(
    _ range: ScriptRange, _ mended: String?, _ certainty: FixIt.Certainty, users: String,
    otherwise message: String, help: String?, pipe: Bool
  ) -> Diagnostic {
    guard let mended else {
      return Diagnostic(
        .foreignWord, message, at: Label(range, users),
        remarks: help.map { [.help($0)] } ?? [])
    }
    return Diagnostic(
      .foreignWord,
      "this is written `\(mended)` in cq" + (pipe ? ", and a `|` stands before it" : ""),
      at: Label(range, users), fix: .replace(range, with: pipe ? "| \(mended)" : mended, certainty))
  }

  fileprivate static func foreignDescription(
    _ written: String, _ range: ScriptRange, _ mended: String, _ certainty: FixIt.Certainty
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "`\(written)` is no stage; the fields are told by `\(mended)`",
      at: Label(range), fix: .replace(range, with: mended, certainty))
  }

  /// What stands before `of` may be a field as well when it is a name.
  fileprivate static func unquotedID(
    _ id: String, of source: String?, _ range: ScriptRange
  ) -> Diagnostic {
    let help = source.map { "a field is shown by `from \($0) | show \(id)`" }
    return Diagnostic(
      .unexpectedToken, "an id that is no number stands in quotes", at: Label(range),
      remarks: help.map { [.help($0)] } ?? [],
      fix: .replace(range, with: "\"\(id)\"", help == nil ? .certain : .suggested))
  }

  fileprivate static func shownNoun(
    _ noun: String, _ range: ScriptRange, _ source: String
  ) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`\(noun)` is no id; all items are shown by `from \(source)`",
      at: Label(range), remarks: [.help("one item: `show \"ID\" of \(source)`")],
      fix: .replace(range, with: "from \(source)"))
  }
}
