// SPDX-License-Identifier: MIT

/// The order of text for people: a collation of the Unicode CLDR.
///
/// Tertiary strength, punctuation not ignored: white space, punctuation, symbols, digits, letters;
/// `a` before `A` before `b`; control characters count for nothing.
package enum Collation {
  /// For each value a key whose bytes stand in the order of the values.
  ///
  /// Keys of one call may be compared with each other and with no others: text of ASCII alone is
  /// ordered by a table where the order is the root's, other text by ICU, and where ICU is missing
  /// by its folded bytes.
  package static func sortKeys(_ values: PackedText, _ locale: TextLocale = .root) -> PackedText {
    sortKeys(values, locale) {}
  }

  /// The same; `check` is called now and then, and ends the work by what it throws.
  static func sortKeys<Fault: Error>(
    _ values: PackedText, _ locale: TextLocale, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> PackedText {
    if isByTable(values, locale) { return try asciiKeys(values, checking: check) }
    if let keys = try unicodeKeys(values, locale, checking: check) { return keys }
    return try foldedKeys(values, checking: check)
  }

  /// Whether keys come from the table.
  static func isByTable(_ values: PackedText, _ locale: TextLocale) -> Bool {
    locale.collator == nil && values.bytes.allSatisfy { $0 < 0x80 }
  }

  /// Whether texts that are sorted apart from each other stand in one order: without ICU that
  /// depends on whether all of them are ASCII.
  package static var isOneOrder: Bool { Collator.root != nil }

  /// Keys that may be compared with those of any other text, where there is one order.
  static func wholeKeys(_ values: PackedText, _ locale: TextLocale) -> PackedText {
    let check = { () throws(Never) in }
    return unicodeKeys(values, locale, checking: check) ?? foldedKeys(values, checking: check)
  }

  /// ICU's keys; nil when the library is not there.
  package static func unicodeKeys<Fault: Error>(
    _ values: PackedText, _ locale: TextLocale = .root, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> PackedText? {
    guard let collator = locale.collator ?? .root else { return nil }
    var units: [UInt16] = []
    var buffer = [UInt8](repeating: 0, count: 256)
    var keys = PackedTextBuilder()
    for index in 0..<values.count {
      if index & RowOrder.checkMask == 0 { try check() }
      units.removeAll(keepingCapacity: true)
      appendUnits(values[index].span, to: &units)
      guard let length = collator.writeKey(of: units, to: &buffer) else { return nil }
      keys.append(buffer[..<length])
    }
    return keys.finish()
  }

  /// The text as UTF-16, with U+FFFD for each invalid byte.
  private static func appendUnits(_ bytes: Span<UInt8>, to units: inout [UInt16]) {
    var offset = 0
    while offset < bytes.count {
      let (scalar, length) = UTF8Reading.scalar(in: bytes, at: offset)
      units.append(contentsOf: UTF16.encode(scalar ?? "\u{FFFD}") ?? .init())
      offset += length
    }
  }
}

extension Collation {
  /// The keys of text that is ASCII alone: a primary weight for each character, 1, and for each
  /// character whether it is a capital, up to the last capital.
  package static func asciiKeys<Fault: Error>(
    _ values: PackedText, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> PackedText {
    var keys = PackedTextBuilder()
    for index in 0..<values.count {
      if index & RowOrder.checkMask == 0 { try check() }
      keys.append { appendASCIIKey(values[index].span, to: &$0) }
    }
    return keys.finish()
  }

  private static func appendASCIIKey(_ bytes: Span<UInt8>, to key: inout [UInt8]) {
    var lastCapital = -1
    for offset in bytes.indices {
      let weight = asciiWeights[Int(bytes[offset] & 0x7F)]
      if weight != 0 { key.append(weight) }
      if isCapital(bytes[offset]) { lastCapital = offset }
    }
    key.append(1)
    for offset in 0..<lastCapital + 1 where asciiWeights[Int(bytes[offset] & 0x7F)] != 0 {
      key.append(isCapital(bytes[offset]) ? 3 : 2)
    }
  }

  private static func isCapital(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "A") < 26 }

  /// The characters in the order of the root collation; those that are missing have no weight.
  private static let asciiOrder =
    "\t\n\u{B}\u{C}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"

  /// For each ASCII character its primary weight from 2, or 0; capitals share those of letters.
  private static let asciiWeights: [UInt8] = {
    var weights = [UInt8](repeating: 0, count: 128)
    var weight: UInt8 = 2
    for byte in asciiOrder.utf8 {
      weights[Int(byte)] = weight
      if byte &- UInt8(ascii: "a") < 26 { weights[Int(byte & 0xDF)] = weight }
      weight += 1
    }
    return weights
  }()

  /// The folded text and then the text itself, with a separator below all that a text can hold.
  package static func foldedKeys<Fault: Error>(
    _ values: PackedText, checking check: () throws(Fault) -> Void
  ) throws(Fault) -> PackedText {
    var keys = PackedTextBuilder()
    for index in 0..<values.count {
      if index & RowOrder.checkMask == 0 { try check() }
      keys.append { key in
        for byte in Folding.folded(values[index]) {
          // 0 separates, so 0 and 1 are written as 1 0 and 1 1: their order stays.
          if byte < 2 { key.append(1) }
          key.append(byte)
        }
        key.append(0)
        key += values[index]
      }
    }
    return keys.finish()
  }
}
