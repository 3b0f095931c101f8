// SPDX-License-Identifier: MIT

import Diagnostics

// Joins as other languages write them: their kind, their sides, and fields that both have.
extension Parser {
  /// What is wrong with a join that another language wrote, whose fix is the whole join; nil for
  /// other joins. What is a join of this language as it stands is never one, unless it names the
  /// sides.
  mutating func joinOfOthers() -> Stop? {
    guard isAt(.join), !atForeignJoin else { return nil }
    let start = token.range
    var ahead = self
    ahead.skipToStageEnd()
    let tokens = cursor.tokens[(cursor.index + 1)..<ahead.cursor.index]
    let namesSides = namesSides(tokens)
    guard let last = tokens.last,
      let joined = OtherLanguageJoin(tokens, in: source, knowsSides: namesSides)
    else { return nil }
    guard let text = joined.text,
      text.words != ([token] + tokens).map({ source[$0.range].lowercased() }),
      namesSides || !isJoin(to: ahead.cursor.index), let mended = self.mended("from it | \(text)")
    else { return nil }
    let pipe = takeMissingPipe() ? "| " : ""
    let named = joined.alias.map { uses(ofAlias: $0, behind: ahead.cursor.index - 1) } ?? []
    cursor.move(to: ahead.cursor.index)
    let stage = String(mended.text.dropFirst("from it | ".utf8.count))
    let whole = start.union(last.range)
    let edits =
      [FixIt.Edit(whole, pipe + stage)] + named.map { FixIt.Edit($0, "\(joined.qualifier).") }
    report(.joinOfOthers(whole, stage, pipe, fix: FixIt(edits, mended.certainty)))
    return Stop()
  }

  /// Whether tokens have KQL's names for the sides of a join, which the script gives no values.
  private func namesSides(_ tokens: ArraySlice<Token>) -> Bool {
    let isNamed = tokens.contains {
      $0.kind == .parameter && ["$left", "$right"].contains(text($0).lowercased())
    }
    return isNamed && !defined.hasSides
  }

  /// Whether the stage at the cursor is a join of this language up to a place.
  private func isJoin(to end: Int) -> Bool {
    var trial = self
    trial.cursor.advance()
    guard (try? trial.join()) != nil else { return false }
    return trial.cursor.index == end && trial.diagnostics.count == diagnostics.count
  }

  /// `cross join SOURCE`, which pairs all rows; the cursor stands at the source.
  mutating func crossJoin(_ words: ScriptRange, pipe: String) throws(Stop) {
    let name = try sourceName(after: "cross join")
    guard atStageEnd else { throw fail(.crossJoinOn(token.range)) }
    let end = ScriptRange(name.range.end, name.range.end)
    report(
      .crossJoin(
        words,
        fix: FixIt([FixIt.Edit(words, "\(pipe)join"), FixIt.Edit(end, " on true")])))
    throw Stop()
  }
}

/// The parts of a join that another language wrote.
private struct OtherLanguageJoin {
  private let head: String
  /// What the joined rows are called in it, and how here.
  private(set) var alias: String?
  let qualifier: String
  private let condition: String?

  /// The join in the words of this language; nil where its condition cannot be said.
  var text: String? { condition.map { "\(head) on \($0)" } }

  /// Reads the tokens behind `join`; nil where they are no join of another language.
  init?(_ tokens: ArraySlice<Token>, in source: ScriptText, knowsSides: Bool) {
    var rest = tokens[...]
    var keepsLeft = false
    let word = { (token: Token?) in token.map { source[$0.range].lowercased() } ?? "" }
    if word(rest.first) == "left", rest.count > 1, word(rest.dropFirst().first) != "on" {
      keepsLeft = true
      rest = rest.dropFirst()
    }
    while ["kind", "side", "how", "type"].contains(word(rest.first)),
      let mark = rest.dropFirst().first, [.equal, .colon].contains(mark.kind)
    {
      let kind = word(rest.dropFirst(2).first).filter { $0 != "\"" && $0 != "'" }
      guard let keeps = OtherLanguageWords.joinKinds[kind] else { return nil }
      keepsLeft = keepsLeft || keeps
      rest = rest.dropFirst(3)
    }
    // PRQL gives the joined rows a name so.
    if rest.count > 2, rest.dropFirst().first?.kind == .equal {
      alias = word(rest.first)
      rest = rest.dropFirst(2)
    }
    let isBracketed =
      rest.first?.kind == .openParenthesis && rest.dropFirst(2).first?.kind == .closeParenthesis
    if isBracketed { rest = rest.dropFirst() }
    guard let name = rest.first, name.kind == .name || name.kind == .quotedName else { return nil }
    let written = source[name.range]
    rest = rest.dropFirst()
    if isBracketed { rest = rest.dropFirst() }
    if rest.first?.kind == .comma { rest = rest.dropFirst() }
    qualifier = written
    head = "join \(keepsLeft ? "left " : "")\(written)"
    var sides = knowsSides ? ["$left": "", "$right": "\(written)."] : [:]
    // Behind `on` these may be fields.
    if rest.first?.kind == .openParenthesis {
      sides["this"] = ""
      sides["that"] = "\(written)."
    }
    if let alias { sides[alias] = "\(written)." }
    condition = Self.condition(rest, of: written, sides, in: source)
  }

  /// What stands behind the source, without the word before it.
  private static func condition(
    _ tokens: ArraySlice<Token>, of qualifier: String, _ sides: [String: String],
    in source: ScriptText
  ) -> String? {
    guard let first = tokens.first else { return nil }
    var rest = tokens
    let word = source[first.range].lowercased()
    let isBare = first.kind == .openParenthesis
    guard isBare || ["on", "by", "using"].contains(word) else { return nil }
    if !isBare { rest = rest.dropFirst() }
    let marks: [Token.Kind] = [.equal, .colon]
    // Behind `on` one name may be a condition.
    var areNames = ["by", "using"].contains(word)
    if rest.first.map({ marks.contains($0.kind) }) ?? false {
      areNames = true
      rest = rest.dropFirst()
    }
    let calls: Set = ["c", "join_by", "list"]
    let isCall = rest.first.map { calls.contains(source[$0.range].lowercased()) } ?? false
    if isCall, rest.dropFirst().first?.kind == .openParenthesis { rest = rest.dropFirst() }
    if let opening = rest.first, isInBrackets(rest) {
      areNames = areNames || opening.kind != .openParenthesis
      rest = rest.dropFirst().dropLast()
    }
    var conditions: [String] = []
    for term in terms(rest) {
      guard
        let text = names(term, of: qualifier, areNames, in: source)
          ?? comparison(term, sides, in: source)
      else { return nil }
      conditions.append(text)
    }
    return conditions.isEmpty ? nil : conditions.joined(separator: " and ")
  }

  /// Whether the first token is a bracket that the last one closes.
  private static func isInBrackets(_ tokens: ArraySlice<Token>) -> Bool {
    var depth = 0
    return tokens.firstIndex { token in
      depth += token.kind.nesting
      return depth <= 0
    }.map { $0 > tokens.startIndex && $0 == tokens.endIndex - 1 } ?? false
  }

  /// What stands between the commas that are in no brackets.
  private static func terms(_ tokens: ArraySlice<Token>) -> [ArraySlice<Token>] {
    var depth = 0
    return tokens.split { token in
      depth += token.kind.nesting
      return depth == 0 && token.kind == .comma
    }
  }

  /// A comparison of two fields that are named without their sides, or of one that both have.
  private static func names(
    _ tokens: ArraySlice<Token>, of qualifier: String, _ areNames: Bool, in source: ScriptText
  ) -> String? {
    let isShort = tokens.first?.kind == .doubleEqual
    let tokens = isShort ? tokens.dropFirst() : tokens
    guard areNames || isShort, let first = tokens.first, let last = tokens.last else { return nil }
    let name = { (token: Token) -> String? in
      switch token.kind {
      case .name, .quotedName: source[token.range]
      case .text: String(source[token.range].dropFirst().dropLast()).asName
      default: nil
      }
    }
    let mark = tokens.dropFirst().first?.kind
    guard tokens.count == 1 || tokens.count == 3 && [.equal, .doubleEqual].contains(mark) else {
      return nil
    }
    return name(first).flatMap { left in name(last).map { "\(left) = \(qualifier).\($0)" } }
  }

  /// A condition of fields that are named with their sides.
  private static func comparison(
    _ tokens: ArraySlice<Token>, _ sides: [String: String], in source: ScriptText
  ) -> String? {
    guard let first = tokens.first, let last = tokens.last else { return nil }
    var text = ""
    var end = first.range.start
    for (side, dot) in zip(tokens, tokens.dropFirst()) where dot.kind == .dot {
      guard let prefix = sides[source[side.range].lowercased()] else { continue }
      text += source[ScriptRange(end, side.range.start)] + prefix
      end = dot.range.end
    }
    return text + source[ScriptRange(end, last.range.end)]
  }
}

extension Diagnostic {
  fileprivate static func joinOfOthers(
    _ range: ScriptRange, _ mended: String, _ pipe: String, fix: FixIt
  ) -> Diagnostic {
    Diagnostic(
      .foreignWord, "this is written `\(mended)` in cq" + pipe.pipeWords, at: Label(range),
      remarks: [
        .help("a field of the joined source has its name before it, as in `shopreme.name`")
      ],
      fix: fix)
  }

  fileprivate static func crossJoin(_ range: ScriptRange, fix: FixIt) -> Diagnostic {
    Diagnostic(
      .foreignWord, "each row is paired with each by `join ... on true` in cq",
      at: Label(range, "SQL says it so"), fix: fix)
  }

  fileprivate static func crossJoinOn(_ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "a `cross join` has no condition", at: Label(range),
      remarks: [.help("`join ... on true` pairs each row with each, `join ... on` those that fit")])
  }
}

extension String {
  /// The words and marks of a text, which space, comments and case do not change.
  fileprivate var words: [String] {
    let source = ScriptText(name: "", self)
    return Lexer.tokens(of: source).tokens.filter { $0.kind != .newline && $0.kind != .end }
      .map { source[$0.range].lowercased() }
  }

  /// What is said where a `|` is missing too.
  fileprivate var pipeWords: String { isEmpty ? "" : ", and a `|` stands before it" }
}
