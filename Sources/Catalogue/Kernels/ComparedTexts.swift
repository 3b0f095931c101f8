// SPDX-License-Identifier: MIT

/// What was found out about dictionaries whose texts are compared with each other, for the batches
/// to come: for each text a number, so that rows are compared by their codes.
///
/// Dictionaries may grow from batch to batch. Numbers are made once as many rows have come as there
/// are texts to be looked at, so that they hardly ever cost more than they save. A thread has its
/// own.
package final class ComparedTexts {
  /// What is asked of two texts.
  enum Question: Equatable {
    /// Whether they have the same bytes.
    case equality
    case order(TextOrder)
  }

  /// Numbers of the texts of both sides, which compare as the texts do.
  typealias Places = (first: [Int32], second: [Int32])

  /// A query that compares more pairs finds out again about some.
  private static let most = 16

  private var pairs: [DictionaryPair] = []

  package init() {}

  /// The numbers of the texts of two columns with codes; nil where there are none yet, or where
  /// texts have to be compared two by two.
  func places(
    of first: TextColumn, _ second: TextColumn, _ question: Question, _ locale: TextLocale
  ) -> Places? {
    let known = pairs.firstIndex { $0.isOf(first, second, question, locale) }
    var pair =
      known.map { pairs.remove(at: $0) } ?? DictionaryPair(first, second, question, locale)
    defer {
      pairs.append(pair)
      if pairs.count > Self.most { pairs.removeFirst() }
    }
    return pair.places(of: first.values, second.values, rows: first.count)
  }
}

/// Two dictionaries, what is asked of their texts, and the numbers that these have.
private struct DictionaryPair {
  private let question: ComparedTexts.Question
  private let locale: TextLocale
  private let first: KnownTexts
  private let second: KnownTexts
  private var places: ComparedTexts.Places = ([], [])
  /// The texts by their bytes, where equality is asked for.
  private var table = ByteStringTable()
  /// How many rows have come since there were numbers for all texts.
  private var rows = 0

  init(
    _ first: TextColumn, _ second: TextColumn, _ question: ComparedTexts.Question,
    _ locale: TextLocale
  ) {
    self.question = question
    self.locale = locale
    self.first = KnownTexts(first)
    self.second = KnownTexts(second)
  }

  func isOf(
    _ first: TextColumn, _ second: TextColumn, _ question: ComparedTexts.Question,
    _ locale: TextLocale
  ) -> Bool {
    self.question == question && self.first.areThose(of: first)
      && self.second.areThose(of: second) && self.locale == locale
  }

  /// The numbers of two beginnings of the dictionaries, for so many rows.
  mutating func places(
    of first: PackedText, _ second: PackedText, rows: Int
  ) -> ComparedTexts.Places? {
    let missing = (
      max(0, first.count - places.first.count), max(0, second.count - places.second.count)
    )
    if missing == (0, 0) { return places }
    self.rows += rows
    switch question {
    case .equality:
      guard self.rows >= missing.0 + missing.1 else { return nil }
      number(first, from: places.first.count, in: \.first)
      number(second, from: places.second.count, in: \.second)
    case .order(let order):
      guard let ordered = ordered(first, second, order) else { return nil }
      places = ordered
    }
    self.rows = 0
    return places
  }

  private mutating func number(
    _ texts: PackedText, from start: Int,
    in side: WritableKeyPath<ComparedTexts.Places, [Int32]>
  ) {
    for index in start..<max(start, texts.count) {
      places[keyPath: side].append(Int32(table.number(of: texts[index])))
    }
  }

  /// All texts in their order; nil where so many rows are not worth it yet.
  private func ordered(
    _ first: PackedText, _ second: PackedText, _ order: TextOrder
  ) -> ComparedTexts.Places? {
    let all = first.count + second.count
    if second.count == 1 || first.count == 1 {
      guard rows >= all else { return nil }
      return beside(first, second, order)
    }
    // What is typed is one text, and its place is that of several others.
    guard order != .typed, rows >= all * Self.rowsForOrder else { return nil }
    return TextKeys(first, second, order, locale).places()
  }

  /// How many rows are worth putting a text into its order among all.
  private static let rowsForOrder = 4

  /// Whether texts stand before, at or behind the only one of the other side.
  private func beside(
    _ first: PackedText, _ second: PackedText, _ order: TextOrder
  ) -> ComparedTexts.Places {
    let keys = TextKeys(first, second, order, locale)
    if second.count == 1 {
      let places = (0..<first.count).map { Int32(keys.compare($0, 0).signum()) }
      return (order == .typed ? Self.folding(places, of: first, second[0]) : places, [0])
    }
    let places = (0..<second.count).map { Int32(-keys.compare(0, $0).signum()) }
    return ([0], order == .typed ? Self.folding(places, of: second, first[0]) : places)
  }

  /// The places of texts beside one that was typed: what is equal to that without case and accents
  /// stands where it stands.
  private static func folding(
    _ places: [Int32], of texts: PackedText, _ typed: ArraySlice<UInt8>
  ) -> [Int32] {
    let typed = Folding.folded(typed)
    return places.indices.map { Folding.folded(texts[$0]) == typed ? 0 : places[$0] }
  }
}
