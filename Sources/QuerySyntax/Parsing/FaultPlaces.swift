// SPDX-License-Identifier: MIT

import Diagnostics

/// Where the faults of a statement are, which may be another language's.
struct FaultPlaces {
  /// Where a fault of another language's is.
  enum Place {
    /// At the word with which a stage or the head begins; a word that is called like a function has
    /// its bracket.
    case beginning(String)
    /// Before a stage of this language, of which the mark is missing.
    case mark
    case inside
  }

  /// Where the statement begins.
  private let start: Int
  private let tokens: ArraySlice<Token>
  /// The tokens as they are written, in small letters.
  private let words: [String]
  private let isPiped: Bool

  init(start: Int, tokens: ArraySlice<Token>, words: [String]) {
    self.start = start
    self.tokens = tokens
    self.words = words
    isPiped = tokens.contains { $0.kind == .pipe }
  }

  /// Where the fix of a fault begins, and with which word.
  func place(of fault: Diagnostic) -> Place {
    guard let range = fault.primary?.range, let index = tokens.index(at: range.start) else {
      return .inside
    }
    if fault.fix?.writesHead ?? false { return .beginning(CommonGround.head) }
    let word = words[index - tokens.startIndex]
    guard fault.code == .foreignWord || fault.fix == nil else {
      return Vocabulary.isStage(word) ? .mark : .inside
    }
    if range.start == start { return .beginning(CommonGround.head(word, isPiped: isPiped)) }
    let whole = fault.source?[range].lowercased() ?? ""
    return stage(at: index, OtherLanguageWords.hyphenated[whole] == nil ? word : whole)
  }

  /// Whether a word that is not known is meant as a stage.
  private func stage(at index: Int, _ word: String) -> Place {
    let isStage =
      isBehindPipe(index) || OtherLanguageWords.stages[word] != nil
      || OtherLanguageWords.pipes.contains(word)
    guard isStage else { return .inside }
    let next = tokens[(index + 1)...].first
    let isCalled = next?.kind == .openParenthesis && next?.range.start == tokens[index].range.end
    return .beginning(isCalled && !Vocabulary.isStage(word) ? word + "(" : word)
  }

  private func isBehindPipe(_ index: Int) -> Bool {
    guard index > tokens.startIndex else { return false }
    return tokens[index - 1].kind == .pipe
      || OtherLanguageWords.pipes.contains(words[index - 1 - tokens.startIndex])
  }
}

extension FixIt {
  /// Whether the head of a query is what it writes first.
  fileprivate var writesHead: Bool {
    edits.first?.replacement.hasPrefix("\(Keyword.from.rawValue) ") ?? false
  }
}

extension ArraySlice<Token> {
  /// The token that begins at a place of the text.
  fileprivate func index(at place: Int) -> Int? {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.start < place { low = middle + 1 } else { high = middle }
    }
    return low < endIndex && self[low].range.start == place ? low : nil
  }
}
