// SPDX-License-Identifier: MIT

/// Finds bytes in text, eight at a time (Hacker's Delight, 6-1: a zero byte in a word).
package enum ByteScan {
  @usableFromInline static let low: UInt64 = 0x0101_0101_0101_0101
  @usableFromInline static let high: UInt64 = 0x8080_8080_8080_8080

  /// The first place from `start` on where one of two bytes stands; the end where neither does.
  @inlinable
  package static func first(
    _ byte: UInt8, or other: UInt8, in text: Span<UInt8>, from start: Int
  ) -> Int {
    let (first, second) = (low &* UInt64(byte), low &* UInt64(other))
    return place(in: text, from: start) { word in
      let (one, two) = (word ^ first, word ^ second)
      return ((one &- low) & ~one | (two &- low) & ~two) & high
    }
  }

  /// The first place from `start` on where a byte stands; the end where it does not.
  @inlinable
  package static func first(_ byte: UInt8, in text: Span<UInt8>, from start: Int) -> Int {
    first(byte, or: byte, in: text, from: start)
  }

  /// The first place from `start` on where a byte is beyond ASCII; the end where none is.
  @inlinable
  package static func firstBeyondASCII(in text: Span<UInt8>, from start: Int) -> Int {
    place(in: text, from: start) { $0 & high }
  }

  /// The first place from `start` on where JSON wants an escape: a control character, a quotation
  /// mark or a backslash; the end where none is.
  package static func firstEscaped(in text: Span<UInt8>, from start: Int) -> Int {
    place(in: text, from: start) { word in
      let (quote, slash) = (word ^ low &* 0x22, word ^ low &* 0x5C)
      return ((word &- low &* 0x20) & ~word | (quote &- low) & ~quote | (slash &- low) & ~slash)
        & high
    }
  }

  /// The first place from `start` on where something stands that may part the cells of a table or
  /// its lines: a control character, a quotation mark, a comma, a semicolon or a bar; the end where
  /// none is.
  package static func firstParting(in text: Span<UInt8>, from start: Int) -> Int {
    place(in: text, from: start) { word in
      let (quote, comma) = (word ^ low &* 0x22, word ^ low &* 0x2C)
      let (semicolon, bar) = (word ^ low &* 0x3B, word ^ low &* 0x7C)
      return
        ((word &- low &* 0x20) & ~word | (quote &- low) & ~quote | (comma &- low) & ~comma
        | (semicolon &- low) & ~semicolon | (bar &- low) & ~bar) & high
    }
  }

  /// The first byte of which `marks` sets the highest bit in a word. The lowest bit that is set has
  /// to be right; those above it need not be.
  @inlinable @inline(__always)
  static func place(
    in text: Span<UInt8>, from start: Int, marks: (UInt64) -> UInt64
  ) -> Int {
    var place = start
    let bytes = unsafe text.bytes
    while place + 8 <= text.count {
      let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      let found = marks(UInt64(littleEndian: word))
      if found != 0 { return place + found.trailingZeroBitCount >> 3 }
      place += 8
    }
    while place < text.count {
      if marks(UInt64(text[place])) & 0x80 != 0 { return place }
      place += 1
    }
    return place
  }
}
