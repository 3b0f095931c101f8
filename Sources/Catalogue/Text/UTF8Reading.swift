// SPDX-License-Identifier: MIT

/// Reads Unicode scalars from bytes that need not be valid UTF-8.
///
/// Values keep the bytes that their source gave, so every reader of text meets invalid ones; it is
/// for the reader to say what becomes of them.
package enum UTF8Reading {
  /// The scalar that begins at an offset, and how many bytes it has.
  ///
  /// An invalid byte has no scalar and the length 1. What counts as valid is table 3-7 of the
  /// Unicode Standard: no overlong forms, no surrogates, nothing above U+10FFFF.
  @inlinable
  package static func scalar(
    in bytes: Span<UInt8>, at offset: Int
  ) -> (scalar: Unicode.Scalar?, length: Int) {
    let first = UInt32(bytes[offset])
    if first < 0x80 { return (Unicode.Scalar(first), 1) }
    let length = first < 0xE0 ? 2 : (first < 0xF0 ? 3 : 4)
    guard first >= 0xC2, first <= 0xF4, length <= bytes.count - offset else { return (nil, 1) }
    var value = first & (0x7F >> UInt32(length))
    for index in 1..<length {
      let next = UInt32(bytes[offset + index])
      guard next & 0xC0 == 0x80 else { return (nil, 1) }
      value = value << 6 | next & 0x3F
    }
    let least: UInt32 = length == 2 ? 0x80 : (length == 3 ? 0x800 : 0x1_0000)
    // The initialiser refuses surrogates and what lies above U+10FFFF.
    guard value >= least, let scalar = Unicode.Scalar(value) else { return (nil, 1) }
    return (scalar, length)
  }
}
