// SPDX-License-Identifier: MIT

import Diagnostics

/// A statement of a script with its faults, and whether it may be another language's.
struct FaultyStatement {
  /// What the statements of a script share.
  struct Known {
    /// The names of sources, and those that the script gives, which may begin a query.
    let sources: [String]
    let ground: CommonGround
    let mendedTexts: MendedTexts
  }

  /// Which faults of the script those are whose fixes would be made.
  let places: [Int]
  let hasFaults: Bool
  /// Where it stands, up to the next one.
  let range: ScriptRange
  private let statement: Statement
  private let text: String
  private let tokens: ArraySlice<Token>
  /// The tokens as they are written, in small letters.
  private let words: [String]
  private let known: Known
  /// The stages and the head of it that are written in words of another language, as they are
  /// written.
  private let otherStages: [String]
  /// Whether there is more than those that is written otherwise.
  private let hasFaultsInside: Bool

  init(
    source: ScriptText, statement: Statement, end: Int, places: [Int], faults: [Diagnostic],
    tokens: ArraySlice<Token>, known: Known
  ) {
    self.places = places
    self.statement = statement
    hasFaults = !faults.isEmpty
    range = ScriptRange(statement.range.start, max(end, statement.range.start))
    text = source[range]
    self.tokens = tokens
    self.known = known
    let words = tokens.map { source[$0.range].lowercased() }
    let found = FaultPlaces(start: statement.range.start, tokens: tokens, words: words)
    let faulty = faults.map(found.place)
    self.words = words
    otherStages = faulty.compactMap { if case .beginning(let word) = $0 { word } else { nil } }
    hasFaultsInside = faulty.contains { if case .inside = $0 { true } else { false } }
  }

  /// Whether it may mean something else in another language.
  var isDoubtful: Bool {
    guard hasFaults else { return false }
    if CommonGround.stages(of: statement).contains(where: \.asksTextsAlone) { return true }
    return !otherStages.isEmpty && !isCommonGround
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
      return !otherStages.isEmpty || !before.otherStages.isEmpty
    case .unreadable:
      // `select` may belong to the `from` above it, and the `from` below it to the next query.
      let lastWord = tokens.last { $0.kind == .name }?.range.start ?? 0
      return first.stages.isEmpty && words.first == "select"
        && tokens.contains { $0.kind == .newline && $0.range.end < lastWord }
    default: return false
    }
  }

  /// Whether the statement means with every fix made what it meant before.
  private var isCommonGround: Bool {
    guard otherStages.allSatisfy(CommonGround.includes(stageWord:)), !hasTextsOfOthers,
      isSQL
        ? !hasNamesInQuotes && !hasOwnMarks
        : !hasFaultsInside || otherStages.allSatisfy(Vocabulary.isStage),
      let mended = Parser.mended(
        text, sources: known.sources, doubts: false, inside: known.mendedTexts),
      mended.certainty != .suggested
    else { return false }
    let read = Parser.read(ScriptText(name: "", mended.text), maximumFaults: 1).tree.statements
    return read.count == 1
      && read.flatMap(CommonGround.stages).allSatisfy { known.ground.includes($0, of: language) }
  }

  private var isSQL: Bool {
    let first = words.first == "let" ? words.dropFirst(3).first : words.first
    return first == "select"
  }

  private var language: CommonGround.Language {
    if isSQL { return .sql }
    let isNamed = otherStages.contains(CommonGround.head) && tokens.contains { $0.kind == .pipe }
    return isNamed ? .named : .any
  }

  /// Whether marks are read otherwise than in SQL: `&` and `||` are no connectives in it, and a key
  /// with a minus before it is a number, also of a text.
  private var hasOwnMarks: Bool {
    let isTurned = words.indices.dropLast(2).contains { index in
      [",", "by"].contains(words[index]) && words[index + 1] == "-"
        && words[index + 2].first?.isNumber == false
    }
    return isTurned
      || tokens.contains { $0.kind == .foreign } && words.contains { Self.marks.contains($0) }
  }

  private static let marks: Set<String> = ["&", "&&", "||", "!", "~", "=~", "!~", "==="]

  /// Whether a text may say something else: a backslash is a plain sign in many languages, quotes
  /// within quotes are written in several ways, and a letter before them belongs to the text.
  private var hasTextsOfOthers: Bool {
    let isEscaped = zip(tokens, words).contains { token, word in
      token.kind == .text && word.dropFirst().dropLast().contains(where: "\\'\"`".contains)
        || token.kind == .invalid && word.contains("'")
    }
    return isEscaped
      || zip(tokens, tokens.dropFirst()).contains { token, next in
        token.kind == .name && next.kind == .text && token.range.end == next.range.start
      }
  }

  /// Whether SQL's double quotes, which stand around names, are read as those of texts.
  private var hasNamesInQuotes: Bool {
    zip(words, words.dropFirst()).contains { before, word in
      word.first == "\"" && !["from", "join"].contains(before)
    }
  }
}

extension Stage {
  /// Whether a text is a key of it, or nothing but texts is compared in it or given to a function:
  /// others have names in quotes.
  fileprivate var asksTextsAlone: Bool {
    (sortKeys ?? []).contains { $0.expression.isText }
      || expressions.contains(where: \.asksTextsAlone)
  }
}

extension Expression {
  fileprivate var asksTextsAlone: Bool {
    if case .list = kind { return false }
    let inner = kind.children
    return !inner.isEmpty && inner.allSatisfy(\.isText) || inner.contains(where: \.asksTextsAlone)
  }
}
