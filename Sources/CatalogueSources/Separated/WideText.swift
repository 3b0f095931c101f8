// SPDX-License-Identifier: MIT

/// A text in UTF-16 (RFC 2781) as UTF-8, without its byte order mark.
struct WideText {
  private(set) var bytes: [UInt8] = []
  /// Whether all of it is characters; U+FFFD stands for each unit that is none. A byte that is left
  /// over at the end is left out.
  private(set) var isWhole: Bool

  init(_ text: Span<UInt8>, _ isLittleEndian: Bool) {
    isWhole = text.count.isMultiple(of: 2)
    bytes.reserveCapacity(text.count / 2 + text.count / 8)
    let count = text.count / 2
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(text[2 * index]), UInt32(text[2 * index + 1]))
      return isLittleEndian ? second << 8 | first : first << 8 | second
    }
    var index = count > 0 && unit(0) == 0xFEFF ? 1 : 0
    while index < count {
      let first = unit(index)
      index += 1
      guard first & 0xF800 == 0xD800 else {
        append(first)
        continue
      }
      let second = index < count ? unit(index) : 0
      if first < 0xDC00, second & 0xFC00 == 0xDC00 {
        append(0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF))
        index += 1
      } else {
        append(0xFFFD)
        isWhole = false
      }
    }
  }

  private mutating func append(_ scalar: UInt32) {
    func appendFurther(_ shift: UInt32) {
      bytes.append(UInt8(0x80 | scalar >> shift & 0x3F))
    }
    switch scalar {
    case ..<0x80:
      bytes.append(UInt8(scalar))
      return
    case ..<0x800: bytes.append(UInt8(0xC0 | scalar >> 6))
    case ..<0x10000:
      bytes.append(UInt8(0xE0 | scalar >> 12))
      appendFurther(6)
    default:
      bytes.append(UInt8(0xF0 | scalar >> 18))
      appendFurther(12)
      appendFurther(6)
    }
    appendFurther(0)
  }
}
