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
  /// The names of sources, and those that the script gives, which may begin a query.
  private let sources: [String]
  private let ground: CommonGround

  init(_ parsed: Parsed<Script>, of source: ScriptText, sources: [String]) {
    self.source = source
    self.sources =
      sources
      + zip(parsed.tokens, parsed.tokens.dropFirst()).filter {
        $0.kind == .name && ["=", "<-", ":="].contains(source[$1.range])
      }.map { source[$0.0.range] }
    ground = CommonGround(beside: DefinedWords(parsed.tokens, in: source).functions)
    statements = parsed.tree.statements
    tokens = parsed.tokens
  }

  /// The faults of the script, with fixes that are offered where they are no more than likely.
  func judged(_ faults: [Diagnostic]) -> [Diagnostic] {
    guard faults.contains(where: { $0.automaticFix != nil }) else { return faults }
    let parts = statements.indices.map { StatementPart($0, of: self, faults) }
    let doubted = parts.indices.filter { index in
      let goesOn = index > 0 && parts[index].goesOn(from: parts[index - 1])
      let isGoneOnFrom = index + 1 < parts.count && parts[index + 1].goesOn(from: parts[index])
      return goesOn || isGoneOnFrom || parts[index].isDoubtful
    }
    guard !doubted.isEmpty else { return faults }
    return faults.map { fault in
      guard let start = fault.primary?.range.start,
        doubted.contains(where: { parts[$0].range.contains(start) })
      else { return fault }
      return fault.with(fault.fix?.suggested)
    }
  }

  /// A statement with its faults.
  struct StatementPart {
    let source: ScriptText
    let statement: Statement
    /// Up to the next statement.
    let range: Range<Int>
    let faults: [Diagnostic]
    let tokens: [Token]
    let sources: [String]
    let ground: CommonGround

    init(_ index: Int, of script: DoubtfulFixes, _ faults: [Diagnostic]) {
      let statements = script.statements
      source = script.source
      statement = statements[index]
      let next = index + 1 < statements.count ? statements[index + 1].range.start : nil
      let start = index == 0 ? 0 : statement.range.start
      let range = start..<max(start, next ?? source.bytes.count + 1)
      self.range = range
      self.faults = faults.filter {
        $0.automaticFix != nil && range.contains($0.primary?.range.start ?? -1)
      }
      tokens = script.tokens.filter { range.contains($0.range.start) }
      sources = script.sources
      ground = script.ground
    }
  }
}

extension DoubtfulFixes.StatementPart {
  var isDoubtful: Bool {
    guard !faults.isEmpty else { return false }
    if CommonGround.stages(of: statement).contains(where: \.asksTextsAlone) { return true }
    return hasOtherStages && !isCommonGround
  }

  /// Whether it is a stage of another language on a line of its own below a query: each line is a
  /// query here, and one of several lines there.
  func goesOn(from before: Self) -> Bool {
    guard case .pipeline(let pipeline) = statement, case .current = pipeline.head,
      case .pipeline = before.statement,
      !before.tokens.contains(where: { $0.kind == .semicolon })
    else { return false }
    return hasOtherStages || before.hasOtherStages
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

  /// Whether a stage begins at a place: behind a mark between stages, or with a word for one.
  private func beginsStage(_ place: Int) -> Bool {
    guard let index = tokens.firstIndex(where: { $0.range.start == place }) else { return false }
    if OtherLanguageWords.stages[source[tokens[index].range].lowercased()] != nil { return true }
    guard index > 0 else { return false }
    let before = tokens[index - 1]
    return before.kind == .pipe || OtherLanguageWords.pipes.contains(source[before.range])
  }

  /// Whether the statement means with every fix made what it meant before.
  private var isCommonGround: Bool {
    let end = min(range.upperBound, source.bytes.count)
    let text = source[ScriptRange(statement.range.start, end)]
    guard let mended = Parser.mended(text, sources: sources, doubts: false) else { return false }
    let read = Parser.read(ScriptText(name: "", mended.text), maximumFaults: 1)
    let stages = read.tree.statements.flatMap(CommonGround.stages)
    return read.tree.statements.count == 1 && !namesInQuotes
      && stages.allSatisfy(ground.includes)
      && !(mayDescend && stages.contains(where: \.lacksDirection))
  }

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

  /// Whether an order that is not written begins with the largest, as it does in KQL. There a query
  /// begins with the name of its table.
  private var mayDescend: Bool {
    let words = words
    let isNamed = words.first.map {
      $0 != "from" && !Vocabulary.isStage($0) && OtherLanguageWords.stages[$0] == nil
    }
    let isKQL =
      isNamed ?? false || words.contains { $0.hasPrefix("project") || $0.hasPrefix("mv") }
    return isKQL
      && zip(words, words.dropFirst()).contains { ["order", "sort"].contains($0) && $1 == "by" }
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
