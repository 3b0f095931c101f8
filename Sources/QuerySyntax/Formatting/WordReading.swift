// SPDX-License-Identifier: MIT

import Diagnostics

/// A token of a statement with what the parser and the outline know of it.
struct StatementPart {
  let token: Token
  /// Whether it has been read as a name, not as a word of the language.
  let isName: Bool
  var comments: [WordComment] = []
}

/// Turns the tokens of a statement into words: their spelling, their spaces, their roles.
struct WordReading {
  private let parts: [StatementPart]
  private let source: ScriptText
  private var words: [FormattedWord] = []
  private var openings: [Opening] = []
  /// How many `between` at each depth of brackets still wait for their `and`.
  private var bounds = [0]
  /// Whether the next bracket at this depth holds stages, as after `group by`.
  private var isGroup = [false]
  /// The marks of types such as `List<Int>`.
  private let typeMarks: [Bool]

  private struct Opening {
    let index: Int
    let holdsStages: Bool
  }

  static func words(of parts: [StatementPart], in source: ScriptText) -> [FormattedWord] {
    var reading = WordReading(parts: Self.settled(parts, in: source), source: source)
    reading.run()
    return reading.words
  }

  private init(parts: [StatementPart], source: ScriptText) {
    self.parts = parts
    self.source = source
    typeMarks = TypeMarks.found(in: parts, source)
  }

  /// Comments stand behind the mark that separates, and before the `|` of the next stage: so a
  /// line can be broken at them.
  private static func settled(
    _ parts: [StatementPart], in source: ScriptText
  ) -> [StatementPart] {
    var parts = parts
    for index in parts.indices.dropFirst() {
      if parts[index].token.kind == .pipe {
        parts[index - 1].comments += parts[index].comments
        parts[index].comments = []
      } else if isSeparator(parts[index], in: source) {
        parts[index].comments = parts[index - 1].comments + parts[index].comments
        parts[index - 1].comments = []
      }
    }
    for part in parts.indices {
      for later in parts[part].comments.indices.dropFirst() {
        parts[part].comments[later].isTrailing = false
      }
    }
    return parts
  }

  private static func isSeparator(_ part: StatementPart, in source: ScriptText) -> Bool {
    switch part.token.kind {
    case .comma, .coalesce, .plus, .star, .slash: return true
    case .name where !part.isName:
      return Keyword.connectives.contains(source[part.token.range].lowercased())
    default: return false
    }
  }

  private mutating func run() {
    for index in parts.indices {
      let part = parts[index]
      let keyword = keyword(at: index)
      let text = Spelling.text(of: part, in: source)
      let isTight = index > 0 && isTight(index)
      words.append(
        FormattedWord(
          text: text, width: text.columns, role: .other, isTight: isTight,
          beginsStatement: TokenCursor.beginsStatement(
            parts[index...].prefix(5).map(\.token)[...], in: source),
          comments: part.comments))
      words[index].role = role(of: index, keyword)
    }
  }

  /// The word of the language at an index, in lower case; empty for all else.
  private func keyword(at index: Int) -> String {
    guard parts.indices.contains(index) else { return "" }
    let part = parts[index]
    guard part.token.kind == .name, !part.isName else { return "" }
    return source[part.token.range].lowercased()
  }

  private func kind(at index: Int) -> Token.Kind? {
    parts.indices.contains(index) ? parts[index].token.kind : nil
  }

  private mutating func role(of index: Int, _ keyword: String) -> FormattedWord.Role {
    switch parts[index].token.kind {
    case .name: return role(ofWord: keyword, at: index)
    case .pipe: return .pipe
    case .comma: return .comma
    case .coalesce: return .coalesce
    case .plus: return .additive
    case .minus: return endsOperand(index - 1) ? .additive : .other
    case .star, .slash: return .multiplicative
    case .openParenthesis, .openBracket:
      openings.append(Opening(index: index, holdsStages: isGroup[isGroup.count - 1]))
      isGroup[isGroup.count - 1] = false
      isGroup.append(false)
      bounds.append(0)
      return .other
    case .closeParenthesis, .closeBracket:
      close(at: index)
      return .closing
    default: return .other
    }
  }

  private mutating func role(ofWord word: String, at index: Int) -> FormattedWord.Role {
    switch word {
    case Keyword.or.rawValue: return .or
    case Keyword.and.rawValue:
      guard bounds[bounds.count - 1] > 0 else { return .and }
      bounds[bounds.count - 1] -= 1
      return .other
    case Keyword.between.rawValue: bounds[bounds.count - 1] += 1
    case Keyword.by.rawValue:
      if keyword(at: index - 1) == Keyword.group.rawValue { isGroup[isGroup.count - 1] = true }
      return .by
    case Keyword.from.rawValue where kind(at: index + 1) == .openParenthesis:
      isGroup[isGroup.count - 1] = true
    default: break
    }
    return .other
  }

  private mutating func close(at index: Int) {
    guard let opening = openings.popLast() else { return }
    words[opening.index].role = .opening(partner: index, holdsStages: opening.holdsStages)
    bounds.removeLast()
    isGroup.removeLast()
  }
}

// Spaces. They never change the meaning: where they would, the statement is left as it was.
extension WordReading {
  /// Whether no space stands before the word at an index.
  private func isTight(_ index: Int) -> Bool {
    let before = index - 1
    // The dot of `items .` stands for the whole file.
    if isWholeFile(index) || isWholeFile(before) { return false }
    if typeMarks[index] || (typeMarks[before] && kind(at: before) == .less) { return true }
    switch parts[before].token.kind {
    case .openParenthesis, .openBracket, .dot, .range: return true
    case .minus where !endsOperand(before - 1): return kind(at: index) != .minus
    default: break
    }
    switch parts[index].token.kind {
    case .comma, .semicolon, .closeParenthesis, .closeBracket, .dot, .range: return true
    case .percent: return isPercent(index)
    case .openParenthesis: return parts[before].isName && !isGroup[isGroup.count - 1]
    case .openBracket: return endsOperand(before)
    default: return source[parts[index].token.range] == ":"
    }
  }

  private func isWholeFile(_ index: Int) -> Bool {
    kind(at: index) == .dot && keyword(at: index - 1) == Keyword.items.rawValue
  }

  /// Whether a value can end with the word at an index, so that a `-` after it subtracts.
  private func endsOperand(_ index: Int) -> Bool {
    guard let kind = kind(at: index) else { return false }
    switch kind {
    case .closeParenthesis, .closeBracket: return true
    case .percent: return isPercent(index)
    case .name:
      let word = keyword(at: index)
      return !Vocabulary.isWord(word) || Keyword.constants.contains(word)
    default: return !kind.isMark
    }
  }

  /// Whether the `%` at an index belongs to the number before it.
  private func isPercent(_ index: Int) -> Bool {
    guard kind(at: index - 1) == .number else { return false }
    guard let next = kind(at: index + 1) else { return true }
    switch next {
    case .openParenthesis, .openBracket, .minus: return false
    case .name:
      let word = keyword(at: index + 1)
      return Keyword.behindKeys.contains(word)
        || (Vocabulary.reserved.contains(word) && !Keyword.constants.contains(word))
    default: return next.isMark
    }
  }
}

extension Token.Kind {
  /// Whether it is written with a mark, not with a word or a literal.
  fileprivate var isMark: Bool { rawValue.utf8.first.map { !(0x61...0x7A).contains($0) } ?? false }
}
