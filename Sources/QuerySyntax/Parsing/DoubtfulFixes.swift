// SPDX-License-Identifier: MIT

import Diagnostics

/// Which fixes of a script are no more than likely, because more of a statement may be another
/// language's than the words that are mended.
///
/// A word that is spelled otherwise here is certain wherever it stands. Where the stages are
/// another language's, so may be what is written alike in both: the whole statement is then judged
/// as it is with every fix made, and its fixes are certain only where all that it says is
/// `CommonGround`.
struct DoubtfulFixes {
  private let source: ScriptText
  private let statements: [Statement]
  private let tokens: [Token]
  private let known: Known

  /// What the statements of a script share.
  struct Known {
    /// The names of sources, and those that the script gives, which may begin a query.
    let sources: [String]
    let ground: CommonGround
  }

  init(_ parsed: Parsed<Script>, of source: ScriptText, sources: [String]) {
    self.source = source
    statements = parsed.tree.statements
    tokens = parsed.tokens
    let given = zip(tokens, tokens.dropFirst()).filter {
      $0.kind == .name && ["=", "<-", ":="].contains(source[$1.range])
    }
    let functions = DefinedWords(tokens, in: source).functions
    known = Known(
      sources: sources + Set(given.map { source[$0.0.range] }),
      ground: CommonGround(beside: functions))
  }

  /// The faults of the script, with fixes that are offered where they are no more than likely.
  func judged(_ faults: [Diagnostic]) -> [Diagnostic] {
    guard faults.contains(where: { $0.automaticFix != nil }) else { return faults }
    let parts = self.parts(faults)
    var judged = faults
    for (index, part) in parts.enumerated() where !part.faults.isEmpty {
      let goesOn = index > 0 && part.goesOn(from: parts[index - 1])
      let isGoneOnFrom = index + 1 < parts.count && parts[index + 1].goesOn(from: part)
      guard goesOn || isGoneOnFrom || part.isDoubtful else { continue }
      for place in part.places { judged[place] = faults[place].with(faults[place].fix?.suggested) }
    }
    return judged
  }

  /// The statements, each with the faults and tokens up to the next one.
  private func parts(_ faults: [Diagnostic]) -> [StatementPart] {
    let order = faults.indices.filter {
      faults[$0].automaticFix != nil && faults[$0].primary != nil
    }
    .sorted { faults[$0].start < faults[$1].start }
    var (fault, token) = (0, 0)
    return statements.indices.map { index in
      let isLast = index + 1 == statements.count
      let end = isLast ? source.bytes.count + 1 : statements[index + 1].range.start
      let (firstFault, firstToken) = (fault, token)
      while fault < order.count, faults[order[fault]].start < end { fault += 1 }
      while token < tokens.count, tokens[token].range.start < end { token += 1 }
      let places = Array(order[firstFault..<fault])
      return StatementPart(
        source: source, statement: statements[index], end: min(end, source.bytes.count),
        places: places, faults: places.map { faults[$0] }, tokens: tokens[firstToken..<token],
        known: known)
    }
  }

  /// A statement with its faults.
  struct StatementPart {
    let source: ScriptText
    let statement: Statement
    /// Where the next statement begins.
    let end: Int
    /// Which faults of the script those are whose fixes would be made.
    let places: [Int]
    let faults: [Diagnostic]
    let tokens: ArraySlice<Token>
    let known: Known
  }
}

extension Diagnostic {
  /// Where it is; a fault without a place is before all.
  fileprivate var start: Int { primary?.range.start ?? -1 }
}

extension DoubtfulFixes.StatementPart {
  var isDoubtful: Bool {
    guard !faults.isEmpty else { return false }
    if CommonGround.stages(of: statement).contains(where: \.asksTextsAlone) { return true }
    // KQL asks so how a word of the text begins or ends.
    if words.contains(where: { ["hasprefix", "hassuffix"].contains($0) }) { return true }
    return hasOtherStages && !isCommonGround
  }

  /// Whether it is a stage of another language on a line of its own below a query: each line is a
  /// query here, and one of several lines there.
  func goesOn(from before: Self) -> Bool {
    guard case .pipeline(let first) = before.statement,
      !before.tokens.contains(where: { $0.kind == .semicolon })
    else { return false }
    switch statement {
    case .pipeline(let pipeline):
      guard case .current = pipeline.head else { return false }
      return hasOtherStages || before.hasOtherStages
    case .unreadable:
      // `select` may belong to the `from` above it, and the `from` below it to the next query.
      return first.stages.isEmpty && words.first == "select"
        && tokens.contains { $0.kind == .newline && $0.range.end < lastWord }
    default: return false
    }
  }

  /// Whether a stage or the head of it is written in the words of another language.
  var hasOtherStages: Bool {
    faults.contains { fault in
      guard let place = fault.primary?.range else { return false }
      if place.start == statement.range.start {
        let edit = fault.fix?.edits.first
        return fault.code == .foreignWord || edit?.replacement.hasPrefix("from ") ?? false
      }
      return fault.code == .foreignWord && beginsStage(place.start)
    }
  }

  /// Whether a stage begins at a place: with a mark between stages or behind one, or with a word
  /// for one.
  private func beginsStage(_ place: Int) -> Bool {
    guard let index = tokens.firstIndex(where: { $0.range.start == place }) else { return false }
    let word = source[tokens[index].range].lowercased()
    if OtherLanguageWords.stages[word] != nil || OtherLanguageWords.pipes.contains(word) {
      return true
    }
    guard index > tokens.startIndex else { return false }
    let before = tokens[index - 1]
    return before.kind == .pipe || OtherLanguageWords.pipes.contains(source[before.range])
  }

  /// Whether the statement means with every fix made what it meant before.
  private var isCommonGround: Bool {
    let text = source[ScriptRange(statement.range.start, max(end, statement.range.start))]
    guard let mended = Parser.mended(text, sources: known.sources, doubts: false) else {
      return false
    }
    let read = Parser.read(ScriptText(name: "", mended.text), maximumFaults: 1)
    let stages = read.tree.statements.flatMap(CommonGround.stages)
    return read.tree.statements.count == 1 && !namesInQuotes && !joinsOnce && !hasOwnMeaning
      && stages.allSatisfy(known.ground.includes)
      && !(mayDescend && stages.contains(where: \.lacksDirection))
  }

  private var lastWord: Int { tokens.last { $0.kind == .name }?.range.start ?? 0 }

  private var words: [String] { tokens.map { source[$0.range].lowercased() } }

  /// Whether SQL's double quotes, which stand around names, are read as those of texts.
  private var namesInQuotes: Bool {
    let isSQL = words.first == "select" || words.contains("from") && words.first != "from"
    return isSQL
      && zip(tokens.dropFirst(), words).contains { token, before in
        token.kind == .text && source[token.range].first == "\""
          && !["from", "join"].contains(before)
      }
  }

  /// Whether an order that is not written begins with the largest, as it does in KQL.
  private var mayDescend: Bool {
    let words = words
    return isKQL
      && zip(words, words.dropFirst()).contains { ["order", "sort"].contains($0) && $1 == "by" }
  }

  /// Whether a join without a kind takes one row of each key of the left side, as it does in KQL.
  private var joinsOnce: Bool { isKQL && words.contains("join") && !words.contains("kind") }

  /// Whether it may be KQL: there a query begins with the name of its table.
  private var isKQL: Bool {
    let words = words
    let isNamed = words.first.map {
      $0 != "from" && $0 != "select" && !Vocabulary.isStage($0)
        && OtherLanguageWords.stages[$0] == nil
    }
    return isNamed ?? false || words.contains { $0.hasPrefix("project") || $0.hasPrefix("mv") }
  }

  /// Whether a word means something else in one language: `top 2 stars` takes the commonest values
  /// in Splunk, `stats` by a field leaves out rows without it, `search` finds whole words; a number
  /// of R's is unknown for a column in which one is missing; in jq null is less than all values.
  private var hasOwnMeaning: Bool {
    let words = words
    let isR =
      words.contains("%>%")
      || zip(words, words.dropFirst()).contains { word, next in
        ["summarise", "summarize"].contains(word) && next == "("
      }
    let isRanking = words.indices.dropLast(2).contains { index in
      words[index] == "top" && words.first != "select" && words[index + 1].allSatisfy(\.isNumber)
        && !["by", "|"].contains(words[index + 2])
    }
    let isJQ = words.contains("select") && tokens.contains { $0.kind == .dot }
    return isRanking || isJQ && words.contains { ["<", "<="].contains($0) }
      || words.contains("stats") && words.contains("by") || words.contains("search")
      || isR && words.contains { ["mean", "avg", "sum", "min", "max"].contains($0) }
  }
}

extension Stage {
  /// Whether a text is a key of it, or nothing but texts is compared in it or given to a function:
  /// others have names in quotes.
  fileprivate var asksTextsAlone: Bool {
    (sortKeys ?? []).contains { $0.expression.isText }
      || expressions.contains(where: \.asksTextsAlone)
  }

  fileprivate var lacksDirection: Bool {
    if case .sort(let keys) = kind { keys.contains { $0.direction == nil } } else { false }
  }
}

extension Expression {
  fileprivate var isText: Bool { if case .text = kind { true } else { false } }

  fileprivate var asksTextsAlone: Bool {
    if case .list = kind { return false }
    let inner = kind.children
    return !inner.isEmpty && inner.allSatisfy(\.isText) || inner.contains(where: \.asksTextsAlone)
  }
}
