// SPDX-License-Identifier: MIT

import Catalogue

extension JSONScanner {
  /// Takes a text, at whose opening quote the scanner stands.
  mutating func skipString() throws(JSONFault) {
    let start = offset
    var place = offset + 1
    while true {
      place = plainEnd(from: place)
      guard place < end else { throw JSONFault(.truncated(.text), at: start) }
      switch bytes[place] {
      case UInt8(ascii: "\""):
        offset = place + 1
        return
      case UInt8(ascii: "\\"):
        offset = place
        try skipEscape(openedAt: start)
        place = offset
      case 0x80...:
        let length = UTF8Sequence.length(in: bytes, at: place)
        guard length > 0 else {
          // A file that was cut may end inside a character.
          if place + 3 >= end, UTF8Sequence.isPrefix(bytes[place..<end]) {
            throw JSONFault(.truncated(.text), at: start)
          }
          guard passesStrayBytes else { throw JSONFault(.notUTF8(bytes[place]), at: place) }
          strayByte = strayByte ?? place
          place += 1
          continue
        }
        place += length
      default:
        throw JSONFault(.controlCharacter, at: place)
      }
    }
  }

  /// The first byte from `place` on that is not plain ASCII of a text: a quote, a backslash, a
  /// control character or the begin of a longer character. The padding ends the search at last.
  private func plainEnd(from place: Int) -> Int {
    let low: UInt64 = 0x0101_0101_0101_0101
    let high: UInt64 = 0x8080_8080_8080_8080
    let span = unsafe bytes.span.bytes
    var place = place
    while true {
      let word = unsafe UInt64(
        littleEndian: span.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
      let quote = word ^ (low &* 0x22)
      let backslash = word ^ (low &* 0x5C)
      let found =
        (((word &- low &* 0x20) & ~word) | ((quote &- low) & ~quote)
          | ((backslash &- low) & ~backslash) | word) & high
      if found != 0 { return place + found.trailingZeroBitCount >> 3 }
      place += 8
    }
  }

  /// Takes an escape, at whose backslash the scanner stands.
  private mutating func skipEscape(openedAt start: Int) throws(JSONFault) {
    guard offset + 1 < end else { throw JSONFault(.truncated(.text), at: start) }
    switch bytes[offset + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      offset += 2
    case UInt8(ascii: "u"):
      for place in offset + 2..<offset + 6 {
        guard place < end else { throw JSONFault(.truncated(.text), at: start) }
        guard JSONEscape.digit(bytes[place]) != nil else {
          throw JSONFault(.unknownEscape, at: offset)
        }
      }
      offset += 6
    default: throw JSONFault(.unknownEscape, at: offset)
    }
  }

  /// Takes a number: an optional minus, digits without a leading zero, a fraction, an exponent.
  mutating func skipNumber() throws(JSONFault) {
    let start = offset
    if byte == UInt8(ascii: "-") { offset += 1 }
    if byte == UInt8(ascii: "0") {
      offset += 1
    } else {
      try skipDigits(of: start)
    }
    if byte == UInt8(ascii: ".") {
      offset += 1
      try skipDigits(of: start)
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      try skipDigits(of: start)
    }
    if Self.isNameByte(byte) { throw JSONFault(.notNumber, at: start) }
  }

  private mutating func skipDigits(of start: Int) throws(JSONFault) {
    let first = offset
    while offset < end, 0x30...0x39 ~= bytes[offset] { offset += 1 }
    guard offset == first else { return }
    throw JSONFault(isAtEnd ? .truncated(.value) : .notNumber, at: start)
  }

  /// Takes `true`, `false` or `null`.
  mutating func skipWord() throws(JSONFault) {
    let start = offset
    while offset < end, Self.isNameByte(bytes[offset]) { offset += 1 }
    let word = bytes[start..<offset]
    let words = ["true", "false", "null"]
    if words.contains(where: { word.elementsEqual($0.utf8) }) { return }
    let isCut = isAtEnd && words.contains { $0.utf8.starts(with: word) }
    throw JSONFault(isCut ? .truncated(.value) : .notWord, at: start)
  }

  /// Whether a byte goes on with a word or a number, so that neither can end before it.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      0x30...0x39, UInt8(ascii: "."), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

/// The form of characters of more than one byte in UTF-8 (RFC 3629).
enum UTF8Sequence {
  /// How many bytes the character at a place has; 0 when the bytes there are no character.
  static func length(in bytes: [UInt8], at place: Int) -> Int {
    let second = bytes[place + 1]
    switch bytes[place] {
    case 0xC2...0xDF: return isTail(second) ? 2 : 0
    case 0xE0...0xEF:
      guard isTail(second), isTail(bytes[place + 2]) else { return 0 }
      return isAllowed(second, after: bytes[place]) ? 3 : 0
    case 0xF0...0xF4:
      guard isTail(second), isTail(bytes[place + 2]), isTail(bytes[place + 3]) else { return 0 }
      return isAllowed(second, after: bytes[place]) ? 4 : 0
    default: return 0
    }
  }

  private static func isTail(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// No overlong forms, no surrogates, nothing past U+10FFFF.
  private static func isAllowed(_ second: UInt8, after lead: UInt8) -> Bool {
    switch lead {
    case 0xE0: second >= 0xA0
    case 0xED: second < 0xA0
    case 0xF0: second >= 0x90
    case 0xF4: second < 0x90
    default: true
    }
  }

  /// Whether one to three bytes are the begin of a longer character.
  static func isPrefix(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let lead = bytes.first, bytes.dropFirst().allSatisfy(isTail) else {
      return false
    }
    let whole = lead >= 0xF0 ? 4 : (lead >= 0xE0 ? 3 : 2)
    guard 0xC2...0xF4 ~= lead, bytes.count < whole else { return false }
    return bytes.dropFirst().first.map { isAllowed($0, after: lead) } ?? true
  }
}

/// The escapes of JSON texts.
enum JSONEscape {
  /// The value of a hexadecimal digit.
  static func digit(_ byte: UInt8) -> UInt16? {
    switch byte {
    case 0x30...0x39: UInt16(byte - 0x30)
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// Appends the text that stands between two quotes, with its escapes resolved; false, with part
  /// of the text appended, when it holds half of a surrogate pair.
  static func append(_ text: ArraySlice<UInt8>, to result: inout [UInt8]) -> Bool {
    var rest = text
    while true {
      let backslash =
        rest.startIndex + ByteScan.first(UInt8(ascii: "\\"), in: rest.span, from: 0)
      guard backslash < rest.endIndex else { break }
      result += rest[..<backslash]
      rest = rest[(backslash + 1)...]
      guard let letter = rest.popFirst() else { return false }
      switch letter {
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "u"):
        guard let scalar = scalar(&rest) else { return false }
        result += Array(String(Character(scalar)).utf8)
      default: result.append(letter)
      }
    }
    result += rest
    return true
  }

  /// The character that begins after `\u`, and the second half of its pair where it has one.
  private static func scalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let first = unit(&rest) else { return nil }
    guard 0xD800...0xDBFF ~= first else { return Unicode.Scalar(first) }
    guard rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else { return nil }
    rest = rest.dropFirst(2)
    guard let second = unit(&rest), 0xDC00...0xDFFF ~= second else { return nil }
    return Unicode.Scalar((UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00 + 0x10000)
  }

  private static func unit(_ rest: inout ArraySlice<UInt8>) -> UInt16? {
    guard rest.count >= 4 else { return nil }
    var value: UInt16 = 0
    for byte in rest.prefix(4) {
      guard let digit = digit(byte) else { return nil }
      value = value << 4 | digit
    }
    rest = rest.dropFirst(4)
    return value
  }
}
