// SPDX-License-Identifier: MIT

import Catalogue

/// What the text of a cell is taken for; quotes around it do not decide that.
enum CellKind: Equatable {
  case empty, int, decimal, bool, date, text

  /// How many bytes a number may have: more digits than can be held are text.
  private static let longestNumber = 64

  init(_ text: ArraySlice<UInt8>, decimalMark: UInt8 = UInt8(ascii: ".")) {
    let text = Self.trimmed(text)
    guard let first = text.first else {
      self = .empty
      return
    }
    switch first {
    case UInt8(ascii: "-"), 0x30...0x39:
      if ValueShape.isDay(text) {
        self = .date
      } else {
        self = Self.number(text, decimalMark) ?? .text
      }
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      self = Self.bool(text) == nil ? .text : .bool
    default: self = .text
    }
  }

  /// Without spaces at either end.
  static func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while text.first == UInt8(ascii: " ") { text.removeFirst() }
    while text.last == UInt8(ascii: " ") { text.removeLast() }
    return text
  }

  private static let words = (yes: Array("true".utf8), no: Array("false".utf8))

  /// `true` or `false` in any case; nil for anything else.
  static func bool(_ text: ArraySlice<UInt8>) -> Bool? {
    func isWord(_ word: [UInt8]) -> Bool {
      text.count == word.count && zip(text, word).allSatisfy { $0 | 0x20 == $1 }
    }
    return isWord(words.yes) ? true : (isWord(words.no) ? false : nil)
  }

  /// A number as JSON writes it, but for the mark before its decimals: one with zeros before it,
  /// such as a code, is text.
  private static func number(_ text: ArraySlice<UInt8>, _ decimalMark: UInt8) -> CellKind? {
    guard text.count <= longestNumber else { return nil }
    var rest = text
    if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
    guard let lead = rest.first, isDigit(lead) else { return nil }
    let whole = takeDigits(&rest)
    if whole > 1, lead == UInt8(ascii: "0") { return nil }
    if rest.isEmpty, whole <= 18 { return .int }
    let isWhole = rest.isEmpty
    if rest.first == decimalMark {
      rest.removeFirst()
      if takeDigits(&rest) == 0 { return nil }
    }
    if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
      rest.removeFirst()
      if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest.removeFirst() }
      if takeDigits(&rest) == 0 { return nil }
    }
    guard rest.isEmpty else { return nil }
    if text.count > 18 || !isWhole, Self.value(text, decimalMark) == nil { return nil }
    return isWhole && Int(String(decoding: text, as: UTF8.self)) != nil ? .int : .decimal
  }

  /// The value of a number that is written so; nil where it has too many digits.
  static func value(_ number: ArraySlice<UInt8>, _ decimalMark: UInt8) -> Decimal? {
    let point = UInt8(ascii: ".")
    guard decimalMark != point else { return Decimal(text: number) }
    return Decimal(text: number.map { $0 == decimalMark ? point : $0 }[...])
  }

  private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }

  private static func takeDigits(_ text: inout ArraySlice<UInt8>) -> Int {
    let count = text.prefix(while: isDigit).count
    text.removeFirst(count)
    return count
  }
}
