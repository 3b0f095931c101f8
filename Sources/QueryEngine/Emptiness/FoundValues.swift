// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax
import TextPatterns

/// The numbers of rows.
struct NumberValues {
  let values: [Decimal?]

  init?(_ column: Column?) {
    guard case .number(let numbers)? = column else { return nil }
    values = (0..<numbers.count).map {
      column?.isNull(at: $0) == true ? nil : numbers.decimal(at: $0)
    }
  }

  func rows(_ isMeant: (Decimal) -> Bool) -> Bitmap {
    Bitmap(values.map { $0.map(isMeant) ?? false })
  }

  /// The lowest and the highest.
  var ends: (low: Decimal, high: Decimal)? { Self.ends(values.compactMap(\.self)) }

  static func ends(_ numbers: [Decimal]) -> (low: Decimal, high: Decimal)? {
    guard var low = numbers.first, var high = numbers.first else { return nil }
    for number in numbers {
      if number < low { low = number }
      if high < number { high = number }
    }
    return (low, high)
  }

  /// The value of some rows that comes nearest to meeting a comparison, which none of them meets.
  func nearest(_ mark: ComparisonOperator, to limit: Decimal, among rows: Bitmap) -> Decimal? {
    Self.nearest(mark, to: limit, rows.indices.compactMap { values[$0] })
  }

  static func nearest(
    _ mark: ComparisonOperator, to limit: Decimal, _ numbers: [Decimal]
  ) -> Decimal? {
    switch mark {
    case .greater, .greaterOrEqual: ends(numbers)?.high
    case .less, .lessOrEqual: ends(numbers)?.low
    case .notEqual: nil
    case .equal:
      numbers.min { first, second in
        distance(first, limit) < distance(second, limit)
      }
    }
  }

  /// How far a value is from another, as a share of all values.
  func share(of value: Decimal, _ limit: Decimal) -> Decimal {
    guard let ends, let width = Decimal.sum(ends.high, -ends.low), !width.isZero else {
      return Decimal(1)
    }
    return Decimal.quotient(Self.distance(value, limit), width) ?? Decimal(1)
  }

  static func distance(_ first: Decimal, _ second: Decimal) -> Decimal {
    guard let difference = Decimal.sum(first, -second) else { return first }
    return difference < .zero ? -difference : difference
  }
}

/// The numbers in lists.
struct ElementValues {
  private let values: [[Decimal]]

  init?(_ column: Column?) {
    guard case .list(let lists)? = column, case .number(let numbers) = lists.elements else {
      return nil
    }
    values = (0..<lists.count).map { row in
      column?.isNull(at: row) == true
        ? [] : lists.range(of: row).compactMap { numbers.decimal(at: $0) }
    }
  }

  var ends: (low: Decimal, high: Decimal)? { NumberValues.ends(values.flatMap(\.self)) }

  func nearest(_ mark: ComparisonOperator, to limit: Decimal, among rows: Bitmap) -> Decimal? {
    NumberValues.nearest(mark, to: limit, rows.indices.flatMap { values[$0] })
  }

  func rows(_ isMeant: (Decimal) -> Bool) -> Bitmap {
    Bitmap(values.map { $0.contains(where: isMeant) })
  }
}

/// The texts of rows, or the words in them.
struct TextValues {
  private let column: TextColumn
  private let isNull: [Bool]
  private let isCancelled: () -> Bool

  init?(_ column: Column?, unless isCancelled: @escaping () -> Bool) {
    guard case .text(let texts)? = column else { return nil }
    self.column = texts
    self.isCancelled = isCancelled
    isNull = (0..<texts.count).map { column?.isNull(at: $0) ?? false }
  }

  var missing: Int { isNull.count { $0 } }

  func rows(_ pattern: TextPattern) -> Bitmap { pattern.matches(column) }
  func rows(_ pattern: WildcardPattern) -> Bitmap { pattern.matches(column) }

  /// The different texts of some rows.
  func counted(among rows: Bitmap) -> CountedTexts {
    CountedTexts(
      rows.indices.lazy.compactMap { isNull[$0] ? nil : column.string(at: $0) },
      unless: isCancelled)
  }

  /// In how many rows a text stands.
  func count(of text: String) -> Int {
    rows(TextPattern(text, mode: .equals, exact: true)).setCount
  }

  /// The texts of some rows that are near to one: spelled almost so, or beginning or holding it.
  func near(_ sought: String, among rows: Bitmap) -> [String] {
    Self.near(sought, counted(among: rows).texts)
  }

  static func near(_ sought: String, _ texts: [String]) -> [String] {
    let texts = texts.filter { !$0.isEmpty && $0.utf8.count <= longest }
    let wanted = Folding.folded(sought.trimmed.utf8)
    guard !wanted.isEmpty else { return [] }
    let same = texts.filter { Folding.folded($0.trimmed.utf8) == wanted }
    if !same.isEmpty { return Array(same.prefix(most)) }
    let spelled = nearest(to: sought, among: texts)
    if !spelled.isEmpty { return spelled }
    let text = String(decoding: wanted, as: UTF8.self)
    guard text.count > 1 else { return [] }
    let folded = texts.map(\.folded)
    let all = texts.indices.lazy
    let beginning = all.filter { folded[$0].hasPrefix(text) }.prefix(most).map { texts[$0] }
    if !beginning.isEmpty || text.count == 2 { return Array(beginning) }
    return Array(all.filter { folded[$0].contains(text) }.prefix(most).map { texts[$0] })
  }

  /// Parts of the texts of some rows that are spelled almost as one: their words, or as many at the
  /// beginning or at the end; else as many letters there.
  func nearParts(_ sought: String, _ mode: TextPattern.Mode, among rows: Bitmap) -> [String] {
    let texts = counted(among: rows).texts.filter { $0.utf8.count <= Self.longest }
    let count = sought.split(separator: " ").count
    var parts: [String] = []
    for text in texts {
      let words = text.split { $0.isWhitespace || ",;()".contains($0) }.map(String.init)
      guard words.count >= count, count > 0 else { continue }
      let starts =
        switch mode {
        case .contains: Array(0...words.count - count)
        case .startsWith, .equals: [0]
        case .endsWith: [words.count - count]
        }
      parts += starts.map { words[$0..<$0 + count].joined(separator: " ") }
    }
    let words = Self.nearest(to: sought, among: CountedTexts(parts, unless: isCancelled).texts)
    guard words.isEmpty else { return words }
    let pieces = texts.flatMap { Self.pieces(of: $0, like: sought, mode) }
    return Self.nearest(to: sought, among: CountedTexts(pieces, unless: isCancelled).texts)
  }

  /// Fewer letters are near to too many others.
  private static let leastLetters = 4

  /// As many letters as another text has, one less or one more: at the beginning of a text or at
  /// its end; where it is looked for anywhere, at the beginnings of words.
  private static func pieces(
    of text: String, like sought: String, _ mode: TextPattern.Mode
  ) -> [String] {
    let count = sought.count
    guard count >= leastLetters else { return [] }
    let lengths = [count, count - 1, count + 1]
    let cut: [Substring] =
      switch mode {
      case .startsWith: lengths.map { text.prefix($0) }
      case .endsWith: lengths.map { text.suffix($0) }
      case .contains: text.split(separator: " ").flatMap { word in lengths.map { word.prefix($0) } }
      case .equals: []
      }
    return cut.map(String.init).filter { $0.trimmed == $0 }
  }

  /// Those that are spelled almost as one. Of very many, as names have, only those are compared
  /// that begin as it does and are about as long.
  private static func nearest(to sought: String, among texts: [String]) -> [String] {
    guard texts.count > mostCompared else { return Suggestion.nearest(to: sought, among: texts) }
    let length = sought.utf8.count
    let first = sought.utf8.first.map { $0 | 0x20 }
    let likely = texts.lazy.filter {
      abs($0.utf8.count - length) <= 2 && $0.utf8.first.map { $0 | 0x20 } == first
    }
    return Suggestion.nearest(to: sought, among: Array(likely.prefix(mostCompared)))
  }

  private static let longest = 200
  private static let mostCompared = 1_000
  private static let most = 3
}

/// Different texts, the most frequent first, as far as they are looked at: each is compared, so
/// their number says how long somebody waits.
struct CountedTexts {
  private(set) var all: [(text: String, rows: Int)] = []
  /// Whether there may be others, of which nothing is known.
  private(set) var isCut = false

  static let most = 5_000
  /// After how many texts it is asked whether anybody waits still.
  private static let stride = 1_024

  init(_ texts: some Sequence<String>, unless isCancelled: () -> Bool) {
    var places: [String: Int] = [:]
    var found: [(text: String, rows: Int)] = []
    for (number, text) in texts.enumerated() {
      if let place = places[text] {
        found[place].rows += 1
      } else if found.count == Self.most {
        isCut = true
        break
      } else {
        places[text] = found.count
        found.append((text, 1))
      }
      if number.isMultiple(of: Self.stride), isCancelled() { break }
    }
    all = found.indices.sorted { (-found[$0].rows, $0) < (-found[$1].rows, $1) }.map { found[$0] }
  }

  var texts: [String] { all.map(\.text) }
}

/// The texts in lists.
struct ElementTexts {
  private let values: [[String]]
  private let isCancelled: () -> Bool

  init?(_ column: Column?, unless isCancelled: @escaping () -> Bool) {
    self.isCancelled = isCancelled
    guard case .list(let lists)? = column, case .text(let texts) = lists.elements else {
      return nil
    }
    values = (0..<lists.count).map { row in
      column?.isNull(at: row) == true
        ? [] : lists.range(of: row).compactMap { texts.string(at: $0) }
    }
  }

  func counted(among rows: Bitmap) -> CountedTexts {
    CountedTexts(rows.indices.lazy.flatMap { values[$0] }, unless: isCancelled)
  }

  func near(_ sought: String, among rows: Bitmap) -> [String] {
    TextValues.near(sought, counted(among: rows).texts)
  }

  /// How many elements are a text.
  func count(of text: String) -> Int { values.reduce(0) { $0 + $1.count { $0 == text } } }

  func rows(_ isMeant: (String) -> Bool) -> Bitmap {
    Bitmap(values.map { $0.contains(where: isMeant) })
  }
}

extension String {
  /// Without case and accents.
  fileprivate var folded: String { String(decoding: Folding.folded(utf8), as: UTF8.self) }

  /// Without space at its ends.
  var trimmed: String {
    guard first?.isWhitespace == true || last?.isWhitespace == true else { return self }
    return String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
  }
}
