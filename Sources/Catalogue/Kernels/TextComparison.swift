// SPDX-License-Identifier: MIT

extension TextColumn {
  /// Compares row by row, by codes where that is known to be the same; the bits of null rows mean
  /// nothing.
  static func compare(
    _ first: TextColumn, _ comparison: Comparison, _ second: TextColumn, _ order: TextOrder,
    _ locale: TextLocale, _ remembered: ComparedTexts?
  ) -> Bitmap {
    guard let left = first.codes, let right = second.codes else {
      return compareTexts(first, comparison, second, order, locale)
    }
    // A dictionary has each text once.
    if comparison == .equal, order.comparesBytes, let dictionary = first.dictionary,
      dictionary === second.dictionary
    {
      let (codes, others) = (left.span, right.span)
      return Bitmap(count: codes.count) { codes[$0] == others[$0] }
    }
    if let places = remembered?.places(of: first, second, comparison.question(order), locale) {
      return Bitmap.comparing(left, places.first, comparison, right, places.second)
    }
    return compareTexts(first, comparison, second, order, locale)
  }

  private static func compareTexts(
    _ first: TextColumn, _ comparison: Comparison, _ second: TextColumn, _ order: TextOrder,
    _ locale: TextLocale
  ) -> Bitmap {
    if comparison == .equal, order.comparesBytes {
      return Bitmap(count: first.count) { row in
        first.values.isEqual(first.index(of: row), to: second.values, second.index(of: row))
      }
    }
    let keys = TextKeys(first.values, second.values, order, locale)
    let ordered = Bitmap(count: first.count) { row in
      comparison.holds(keys.compare(first.index(of: row), second.index(of: row)))
    }
    guard order == .typed else { return ordered }
    let same = TextPattern.matches(first.folded, mode: .equals, second.folded)
    return comparison.holds(0) ? ordered | same : ordered & ~same
  }
}

extension TextOrder {
  /// Whether texts are equal in it where their bytes are, and in no other case.
  var comparesBytes: Bool {
    switch self {
    case .codePoints, .ids, .mixed: true
    case .collation, .typed: false
    }
  }
}

extension Comparison {
  /// What has to be known of two texts.
  fileprivate func question(_ order: TextOrder) -> ComparedTexts.Question {
    self == .equal && order.comparesBytes ? .equality : .order(order)
  }
}

extension Bitmap {
  /// Compares rows by the numbers of their codes.
  fileprivate static func comparing(
    _ left: Buffer<UInt32>, _ lefts: [Int32], _ comparison: Comparison, _ right: Buffer<UInt32>,
    _ rights: [Int32]
  ) -> Bitmap {
    let (codes, others) = (left.span, right.span)
    let (first, second) = (lefts.span, rights.span)
    let count = codes.count
    return switch comparison {
    case .equal: Bitmap(count: count) { first[Int(codes[$0])] == second[Int(others[$0])] }
    case .notEqual: Bitmap(count: count) { first[Int(codes[$0])] != second[Int(others[$0])] }
    case .less: Bitmap(count: count) { first[Int(codes[$0])] < second[Int(others[$0])] }
    case .lessOrEqual: Bitmap(count: count) { first[Int(codes[$0])] <= second[Int(others[$0])] }
    case .greater: Bitmap(count: count) { first[Int(codes[$0])] > second[Int(others[$0])] }
    case .greaterOrEqual: Bitmap(count: count) { first[Int(codes[$0])] >= second[Int(others[$0])] }
    }
  }
}

/// Texts of two columns as they are compared in an order.
struct TextKeys {
  private let first: PackedText
  private let second: PackedText
  private let isOfIds: Bool

  /// Keys of a collation are made in one go, since those of plain text and of other text are not of
  /// one kind.
  init(
    _ first: PackedText, _ second: PackedText, _ order: TextOrder, _ locale: TextLocale
  ) {
    isOfIds = order == .ids
    guard !isOfIds, order != .codePoints else {
      (self.first, self.second) = (first, second)
      return
    }
    var all = PackedTextBuilder()
    for index in 0..<first.count { all.append(first[index]) }
    for index in 0..<second.count { all.append(second[index]) }
    let keys = Collation.sortKeys(all.finish(), locale)
    self.first = keys.region(0..<first.count)
    self.second = keys.region(first.count..<keys.count)
  }

  /// The text of a place on the left and that of a place on the right.
  func compare(_ left: Int, _ right: Int) -> Int { compare(first[left], second[right]) }

  private func compare(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    isOfIds ? IdOrder.compare(left, right) : ByteOrder.compare(left, right)
  }

  /// For each text of both sides its place in their order; equal ones have one.
  func places() -> (first: [Int32], second: [Int32]) {
    let text = { (index: Int) in
      index < first.count ? first[index] : second[index - first.count]
    }
    let all = first.count + second.count
    let sorted = (0..<all).sorted { compare(text($0), text($1)) < 0 }
    var places = [Int32](repeating: 0, count: all)
    var place: Int32 = 0
    for (index, other) in sorted.enumerated() {
      if index > 0, compare(text(sorted[index - 1]), text(other)) != 0 { place += 1 }
      places[other] = place
    }
    return (Array(places[..<first.count]), Array(places[first.count...]))
  }
}

/// The order of code points, which is the order of UTF-8 bytes.
enum ByteOrder {
  static func compare(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int {
    let count = min(first.count, second.count)
    for offset in 0..<count {
      let left = first[first.startIndex + offset]
      let right = second[second.startIndex + offset]
      if left != right { return left < right ? -1 : 1 }
    }
    return first.count == second.count ? 0 : (first.count < second.count ? -1 : 1)
  }
}

/// The order of ids: whole numbers by their size, then all others by code points.
///
/// Ids are text, yet `9` stands before `10` in every list that people make.
enum IdOrder {
  static func compare(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Int {
    let (left, right) = (isNumber(first), isNumber(second))
    if left != right { return left ? -1 : 1 }
    if left, first.count != second.count { return first.count < second.count ? -1 : 1 }
    return ByteOrder.compare(first, second)
  }

  /// Whether it is a whole number as JSON writes one, so that equal numbers are equal text.
  private static func isNumber(_ id: ArraySlice<UInt8>) -> Bool {
    guard let first = id.first, first != UInt8(ascii: "0") || id.count == 1 else { return false }
    return id.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// For each id a key whose bytes stand in the order of the ids.
  static func keys<Fault: Error>(
    _ ids: PackedText, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> PackedText {
    var keys = PackedTextBuilder()
    for index in 0..<ids.count {
      if index & RowOrder.checkMask == 0 { try check() }
      keys.append { appendKey(ids[index], to: &$0) }
    }
    return keys.finish()
  }

  private static func appendKey(_ id: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    guard isNumber(id) else {
      bytes.append(2)
      bytes += id
      return
    }
    bytes.append(1)
    for shift in stride(from: 24, through: 0, by: -8) {
      bytes.append(UInt8(truncatingIfNeeded: id.count >> shift))
    }
    bytes += id
  }
}
