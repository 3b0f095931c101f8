// SPDX-License-Identifier: MIT

import Diagnostics

/// The escapes inside a quoted text: those of JSON (RFC 8259), and `\'`.
enum TextEscapes {
  /// The text between the quotes, and the ranges of the escapes that mean nothing.
  static func decode(
    _ source: ScriptText, _ range: ScriptRange
  ) -> (value: String, faults: [ScriptRange]) {
    if let inner = TypographicQuotes.inner(of: range, in: source) {
      // What the fix makes of it: a backslash says nothing there.
      return (source[inner], [])
    }
    return decode(
      source, ScriptRange(range.start + 1, range.end), upTo: source.bytes[range.start])
  }

  /// The text from the start of a range up to its end or to a quote.
  static func decode(
    _ source: ScriptText, _ range: ScriptRange, upTo quote: UInt8
  ) -> (value: String, faults: [ScriptRange]) {
    let end = range.end
    var bytes: [UInt8] = []
    var faults: [ScriptRange] = []
    var position = range.start
    while position < end, source.bytes[position] != quote {
      let byte = source.bytes[position]
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        position += 1
        continue
      }
      if let escape = escape(source.bytes[position..<end]) {
        bytes += Array(String(escape.scalar).utf8)
        position += escape.length
      } else if position + 1 == end {
        break  // The line ends inside of the text, which has been reported.
      } else {
        let stop = min(position + 2, end)
        faults.append(ScriptRange(position, stop))
        position = stop
      }
    }
    return (String(decoding: bytes, as: UTF8.self), faults)
  }

  private static func escape(
    _ bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let letter = bytes.dropFirst().first else { return nil }
    switch letter {
    case UInt8(ascii: "n"): return ("\n", 2)
    case UInt8(ascii: "t"): return ("\t", 2)
    case UInt8(ascii: "r"): return ("\r", 2)
    case UInt8(ascii: "b"): return ("\u{8}", 2)
    case UInt8(ascii: "f"): return ("\u{C}", 2)
    case UInt8(ascii: "u"): return unicode(bytes)
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      return (Unicode.Scalar(letter), 2)
    default: return nil
    }
  }

  /// `\u0041`, or two of them for a scalar beyond the first plane.
  private static func unicode(
    _ bytes: ArraySlice<UInt8>
  ) -> (scalar: Unicode.Scalar, length: Int)? {
    guard let first = codeUnit(bytes) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    let rest = bytes.dropFirst(6)
    guard (0xD800..<0xDC00).contains(first), let second = codeUnit(rest),
      (0xDC00..<0xE000).contains(second)
    else { return nil }
    let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    return Unicode.Scalar(value).map { ($0, 12) }
  }

  private static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= 6, bytes.starts(with: Array("\\u".utf8)) else { return nil }
    let digits = bytes.dropFirst(2).prefix(4)
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
