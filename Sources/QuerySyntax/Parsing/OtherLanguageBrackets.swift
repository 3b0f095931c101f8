// SPDX-License-Identifier: MIT

import Diagnostics

// Lists that other languages put into brackets: names, keys, aggregates and what is computed.
extension Parser {
  /// What is wrong with a stage of which the list stands in brackets, as in `show [name, stars]`,
  /// `sort {-stars}` and `agg({"stars": "mean"})`; the fix is the whole stage.
  mutating func listInBrackets() -> Stop? {
    let operands = operands
    let stage = canonicalStage(word) ?? word
    // jq's `select(...)` keeps rows.
    guard operands.contains(where: { $0.kind.nesting == 1 }),
      Self.listed.contains(stage), word != "select" || !opensAtOnce(token),
      let first = operands.first, let last = operands.last
    else { return nil }
    let edits = OtherLanguageList(operands, of: stage, in: source).edits
    guard !edits.isEmpty, !isRead(as: stage) else { return nil }
    var text = ""
    var end = first.range.start
    for edit in edits {
      text += source[ScriptRange(end, edit.range.start)] + edit.replacement
      end = edit.range.end
    }
    text += source[ScriptRange(end, last.range.end)]
    let plain = text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
    // What is done with the groups may stand behind a `|`.
    let rest = stage == "group" ? restBehind(last.range.end) : ""
    guard let mended = self.mended("from it | \(word) \(String(plain))\(rest)") else { return nil }
    reportTool(
      "others put a list into brackets", as: String(mended.text.dropFirst("from it | ".utf8.count)),
      mended.certainty, upTo: rest.isEmpty ? nil : last.range.end + rest.utf8.count)
    return Stop()
  }

  /// Whether the stage at the cursor can be read as it stands: a bracket may hold a value.
  func isRead(as stage: String) -> Bool {
    guard word == stage, Vocabulary.isStage(stage) else { return false }
    var ahead = self
    ahead.cursor.advance()
    return (try? ahead.kind(of: stage, written: stage)) != nil && ahead.atStageEnd
      && ahead.diagnostics.count == diagnostics.count
  }

  /// The stages behind a place of the statement.
  private func restBehind(_ place: Int) -> String {
    var ahead = self
    while !ahead.atStatementEnd { ahead.cursor.advance() }
    return source[ScriptRange(place, max(place, ahead.cursor.previous.range.end))]
  }

  /// Stages that work on a list of names or of what is computed.
  private static let listed: Set<String> = [
    "show", "drop", "distinct", "sort", "count", "summarize", "extend", "group", "rename",
    "expand", "top",
  ]
}

/// The brackets and quotes that a list of another language has around its names.
private struct OtherLanguageList {
  private let tokens: [Token]
  private let stage: String
  private let source: ScriptText
  private(set) var edits: [FixIt.Edit] = []

  init(_ tokens: ArraySlice<Token>, of stage: String, in source: ScriptText) {
    self.tokens = Array(tokens)
    self.stage = stage
    self.source = source
    var index = 0
    var isAtTerm = true
    while index < self.tokens.count {
      let token = self.tokens[index]
      if isAtTerm, let end = partner(of: index), isList(index, end) {
        take(index, end)
        index = end
      } else if isAtTerm, let end = pair(at: index) {
        index = end
      }
      isAtTerm = token.kind == .comma || word(token) == "by"
      index += 1
    }
  }

  private func word(_ token: Token) -> String { source[token.range].lowercased() }

  /// The place of the bracket that closes the one at a place; nil where none opens there.
  private func partner(of start: Int) -> Int? {
    guard tokens[start].kind.nesting == 1 else { return nil }
    var depth = 0
    return tokens.indices[start...].first { place in
      depth += tokens[place].kind.nesting
      return depth == 0
    }
  }

  /// Whether brackets hold a list, and no value or the stages of a group.
  private func isList(_ start: Int, _ end: Int) -> Bool {
    let next = end + 1 < tokens.count ? tokens[end + 1] : nil
    let isWhole =
      next.map {
        $0.kind == .comma || $0.kind == .openParenthesis
          || ["by", "asc", "desc"].contains(word($0))
      } ?? true
    guard isWhole, end > start + 1 else { return false }
    guard tokens[start].kind == .openParenthesis else { return true }
    if tokens[(start + 1)..<end].contains(where: { $0.kind == .pipe }) { return false }
    // A key may be computed in brackets.
    let isFirst = start == 0 || start == 1 && word(tokens[0]) == "by"
    return isFirst && stage != "group"
      && (stage != "sort" && stage != "top" || terms(start, end).count > 1
        || word(tokens[start + 1]) == "by")
  }

  /// The elements between two brackets.
  private func terms(_ start: Int, _ end: Int) -> [Range<Int>] {
    var terms: [Range<Int>] = []
    var first = start + 1
    var depth = 0
    for place in (start + 1)...end {
      let kind = tokens[place].kind
      if place == end || depth == 0 && kind == .comma {
        if first < place { terms.append(first..<place) }
        first = place + 1
      }
      depth += kind.nesting
    }
    return terms
  }

  /// Takes away the brackets at two places, and the quotes of the names in them.
  private mutating func take(_ start: Int, _ end: Int) {
    edits.append(FixIt.Edit(tokens[start].range, ""))
    for term in terms(start, end) {
      if let inner = partner(of: term.lowerBound), inner == term.upperBound - 1 {
        take(term.lowerBound, inner)
      } else if pair(at: term.lowerBound) == nil {
        takeTerm(term)
      }
    }
    edits.append(FixIt.Edit(tokens[end].range, ""))
  }

  private mutating func takeTerm(_ term: Range<Int>) {
    let first = tokens[term.lowerBound]
    if stage == "sort", term.count > 2, tokens[term.lowerBound + 1].kind == .equal {
      return takeArgument(term)
    }
    if term.count == 1, first.kind == .text {
      edits.append(FixIt.Edit(first.range, name(first)))
    } else if first.kind == .plus, term.count == 2 {
      edits.append(FixIt.Edit(first.range, ""))
    } else if let last = tokens[term].last, word(last) == "this", term.count > 1,
      word(tokens[term.upperBound - 2]) == "count"
    {
      let start = tokens[term.upperBound - 2].range.end
      edits.append(FixIt.Edit(ScriptRange(start, last.range.end), "()"))
    }
  }

  /// Takes `by="rooms"` and `ascending=False` of pandas.
  private mutating func takeArgument(_ term: Range<Int>) {
    let first = tokens[term.lowerBound]
    let value = term.lowerBound + 2
    switch word(first) {
    case "by":
      edits.append(FixIt.Edit(first.range.union(tokens[term.lowerBound + 1].range), ""))
      if let end = partner(of: value), end == term.upperBound - 1 {
        take(value, end)
      } else {
        takeTerm(value..<term.upperBound)
      }
    case "ascending" where term.count == 3 && term.lowerBound > 0:
      let words = tokens[term.lowerBound - 1].range.union(tokens[value].range)
      edits.append(FixIt.Edit(words, word(tokens[value]) == "false" ? " desc" : ""))
    default: break
    }
  }

  /// Takes `"stars": "mean"` and `n = ("stars", "mean")`, a field with its aggregate; gives where
  /// that ends.
  private mutating func pair(at start: Int) -> Int? {
    guard start + 2 < tokens.count else { return nil }
    let (field, mark) = (tokens[start], tokens[start + 1])
    if mark.kind == .colon, field.kind == .text || field.kind == .name,
      tokens[start + 2].kind == .text
    {
      let range = field.range.union(tokens[start + 2].range)
      let other = name(tokens[start + 2])
      edits.append(
        FixIt.Edit(
          range,
          stage == "rename" ? "\(name(field)) as \(other)" : "\(function(other))(\(name(field)))"))
      return start + 2
    }
    guard stage == "summarize", mark.kind == .equal,
      tokens[start + 2].kind == .openParenthesis, let end = partner(of: start + 2),
      end == start + 6, tokens[start + 3].kind == .text, tokens[start + 5].kind == .text
    else { return nil }
    let range = tokens[start + 2].range.union(tokens[end].range)
    edits.append(
      FixIt.Edit(range, "\(function(name(tokens[start + 5])))(\(name(tokens[start + 3])))"))
    return end
  }

  private func name(_ token: Token) -> String {
    let written = source[token.range]
    return token.kind == .text ? String(written.dropFirst().dropLast()).asName : written
  }

  private func function(_ word: String) -> String {
    OtherLanguageWords.aggregates[word.lowercased()]?.rawValue ?? word
  }
}
