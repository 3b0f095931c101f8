// SPDX-License-Identifier: MIT

extension Array<UInt8> {
  /// Appends text as UTF-8.
  mutating func append(_ text: String) { append(contentsOf: text.utf8) }

  mutating func append(spaces count: Int) {
    for _ in 0..<Swift.max(count, 0) { append(0x20) }
  }

  /// Appends a number in base 16 with at least `digits` digits, the first letter being `a` or `A`.
  mutating func append(hexadecimal value: UInt32, digits: Int, letters: UInt8) {
    let used = (32 - value.leadingZeroBitCount + 3) / 4
    for place in (0..<Swift.max(used, digits)).reversed() {
      let digit = UInt8(truncatingIfNeeded: value >> UInt32(4 * place)) & 15
      append(digit < 10 ? UInt8(ascii: "0") + digit : letters + (digit - 10))
    }
  }

  /// Removes the spaces that stand at the end, none from before `start`.
  mutating func trimSpaces(from start: Int) {
    while count > start, last == 0x20 { removeLast() }
  }
}

/// The ASCII characters that the renderers write, as bytes.
enum ASCII {
  static let tab: UInt8 = 0x09
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let space: UInt8 = 0x20
  static let quote: UInt8 = 0x22
  static let apostrophe: UInt8 = 0x27
  static let comma: UInt8 = 0x2C
  static let point: UInt8 = 0x2E
  static let backslash: UInt8 = 0x5C
}
