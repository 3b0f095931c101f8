// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import LineEditing

/// The candidates that a word may become: those of the best way in which some match it. Case and
/// accents do not matter, nor does a quote before a text.
struct CompletionMatch {
  private(set) var items: [Completion]
  /// Whether they were not found by how they, or their words, begin: one alone may be meant.
  private(set) var isGuess = false

  /// The fewest letters with which a word may be found in the middle of another one, may be letters
  /// of it in their order, and may be a typing error: fewer are found everywhere.
  private static let leastInside = 2
  private static let leastScattered = 3
  private static let leastMistaken = 4

  static let none = CompletionMatch(items: [])

  private init(items: [Completion]) { self.items = items }

  /// Those of `all` that match; with `notes` what is told of one counts as its name does.
  init(_ all: [Completion], for word: String, notes: Bool = false) {
    items = all
    guard !word.isEmpty else { return }
    let wanted = Self.folded(word)
    let texts = all.map { $0.folded(notes: notes) }
    let some = { (matches: ([UInt8]) -> Bool) in
      zip(all, texts).filter { $0.1.contains(where: matches) }.map(\.0)
    }
    let isWhole = { (item: Completion) in Self.folded(item.bareLabel) == wanted }
    let begun = some { $0.starts(with: wanted) }
    items = begun.filter(isWhole) + begun.filter { !isWhole($0) }
    if !items.isEmpty { return }
    items = all.filter { item in
      item.names(notes: notes).contains { WordBeginnings.are(wanted, of: $0) }
    }
    if !items.isEmpty { return }
    isGuess = true
    if word.count >= Self.leastInside {
      let search = TextSearch(wanted)
      items = some { search.isFound(in: $0) }
      if !items.isEmpty { return }
    }
    if word.count >= Self.leastScattered {
      let spans = texts.map { $0.first.flatMap { LettersInOrder.span(of: wanted, in: $0) } }
      let found = all.indices.filter { spans[$0] != nil }
      items = found.sorted { (spans[$0] ?? 0, $0) < (spans[$1] ?? 0, $1) }.map { all[$0] }
      if !items.isEmpty { return }
    }
    guard word.count >= Self.leastMistaken else { return }
    let near = Suggestion.nearest(to: word, among: all.map(\.bareLabel))
    items = near.flatMap { label in all.filter { $0.bareLabel == label } }
  }

  /// Those that begin with the word.
  init(_ all: [Completion], beginningWith word: String) {
    let wanted = Self.folded(word)
    items = all.filter { Self.folded($0.bareLabel).starts(with: wanted) }
  }

  /// The same with other items in their places.
  func map(_ change: (Completion) -> Completion) -> CompletionMatch {
    var mapped = self
    mapped.items = items.map(change)
    return mapped
  }

  fileprivate static func folded(_ text: some StringProtocol) -> [UInt8] {
    Array(Folding.folded(text.utf8))
  }
}

extension Completion {
  /// What is shown of it, without a quote before it.
  fileprivate var bareLabel: String { String(label.drop { $0 == "\"" || $0 == "'" }) }

  /// What it may be called.
  fileprivate func names(notes: Bool) -> [String] { [bareLabel] + (notes ? [note] : []) }

  fileprivate func folded(notes: Bool) -> [[UInt8]] {
    names(notes: notes).map { CompletionMatch.folded($0) }
  }
}

/// Whether a word is made of the beginnings of words that stand side by side: `ps` of
/// `percentSavings`, `times` of `Hotel at Times Square`.
enum WordBeginnings {
  static func are(_ wanted: [UInt8], of text: String) -> Bool {
    let words = words(of: text)
    return words.indices.contains { matches(wanted[...], words[$0...]) }
  }

  private static func matches(_ wanted: ArraySlice<UInt8>, _ words: ArraySlice<[UInt8]>) -> Bool {
    if wanted.isEmpty { return true }
    guard let word = words.first else { return false }
    let common = zip(wanted, word).prefix { $0 == $1 }.count
    guard common > 0 else { return false }
    return (1...common).reversed().contains {
      matches(wanted.dropFirst($0), words.dropFirst())
    }
  }

  /// The words of a text, each folded: letters and digits up to a capital letter.
  private static func words(of text: String) -> [[UInt8]] {
    var words: [String] = []
    var before: Character = " "
    for character in text {
      let isPart = character.isLetter || character.isNumber
      let begins =
        !(before.isLetter || before.isNumber) || character.isUppercase && before.isLowercase
      if isPart, begins {
        words.append(String(character))
      } else if isPart {
        words[words.count - 1].append(character)
      }
      before = character
    }
    return words.map { CompletionMatch.folded($0) }
  }
}

/// Whether the letters of a word stand in a text in their order.
enum LettersInOrder {
  /// How far they reach in the text, from where its first word begins with the first of them; nil
  /// where they do not all stand there.
  static func span(of wanted: [UInt8], in text: [UInt8]) -> Int? {
    guard let first = wanted.first else { return nil }
    let starts = text.indices.filter { text[$0] == first && ($0 == 0 || !isPart(text[$0 - 1])) }
    return starts.compactMap { start in
      var place = start
      for letter in wanted.dropFirst() {
        guard let next = text[(place + 1)...].firstIndex(of: letter) else { return nil }
        place = next
      }
      return place - start
    }.min()
  }

  private static func isPart(_ byte: UInt8) -> Bool {
    byte >= 0x80 || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte)
  }
}
