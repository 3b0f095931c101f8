// SPDX-License-Identifier: MIT

internal import CUTF8Proc

/// Takes from text what readers overlook: case and accents.
///
/// Folded texts are equal, byte for byte, where the texts are equal at the primary strength of the
/// Unicode Collation Algorithm, as far as that is a matter of single characters: the text is
/// case-folded and canonically decomposed (Unicode Standard, 3.13 and 3.11), and accents are left
/// out. Compatibility forms stay apart: `ﬁ` folds to `fi` with its case, `Ａ` does not become `a`.
package enum Folding {
  /// The folded text as UTF-8; bytes that are no UTF-8 stay as they are.
  package static func folded(_ text: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    append(text, to: &result)
    return result
  }

  /// Appends the folded text.
  package static func append(_ text: some Collection<UInt8>, to result: inout [UInt8]) {
    let bytes = Array(text)
    append(bytes.span, to: &result)
  }

  package static func append(_ bytes: Span<UInt8>, to result: inout [UInt8]) {
    result.reserveCapacity(result.count + bytes.count)
    var offset = 0
    while offset < bytes.count {
      let end = ByteScan.firstBeyondASCII(in: bytes, from: offset)
      appendLowercased(bytes.extracting(offset..<end), to: &result)
      guard end < bytes.count else { return }
      let (scalar, length) = UTF8Reading.scalar(in: bytes, at: end)
      if let scalar { append(scalar, to: &result) } else { result.append(bytes[end]) }
      offset = end + length
    }
  }

  private static func appendLowercased(_ bytes: Span<UInt8>, to result: inout [UInt8]) {
    let start = result.count
    unsafe bytes.withUnsafeBufferPointer { unsafe result.append(contentsOf: $0) }
    unsafe result.withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count { unsafe bytes[index] = lowercased(bytes[index]) }
    }
  }

  /// An ASCII letter as a capital, every other byte as it is.
  static func uppercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "a") < 26 ? byte & ~0x20 : byte
  }

  /// An ASCII letter in lower case, every other byte as it is.
  @inline(__always)
  static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
  }

  /// The bit in which a small letter of ASCII differs from its capital; none for other bytes.
  @inline(__always)
  static func caseBit(of byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "a") < 26 ? 0x20 : 0 }

  /// Eight bytes, the letters of ASCII in lower case: to those from `A` on, and to those behind `Z`,
  /// is added what sets the highest bit (Hacker's Delight, 2-18).
  @inline(__always)
  private static func lowercased(_ word: UInt64) -> UInt64 {
    let seven = word & ~ByteScan.high
    let fromA = seven &+ ByteScan.low &* UInt64(0x80 - UInt8(ascii: "A"))
    let behindZ = seven &+ ByteScan.low &* UInt64(0x7F - UInt8(ascii: "Z"))
    return word | (fromA & ~behindZ & ~word & ByteScan.high) >> 2
  }

  /// Writes a folded text over what is in an array, from its beginning on, and gives its length;
  /// nil for a text with other letters than those of Latin up to the end of Latin Extended-A.
  static func foldLatin(_ text: Span<UInt8>, into result: inout [UInt8]) -> Int? {
    // None of these letters, which have two bytes, folds to more than three.
    let room = 2 * text.count + 2 * MemoryLayout<UInt64>.size
    if result.count < room { result = Array(repeating: 0, count: room) }
    let letters = latinWords.span
    return unsafe result.withUnsafeMutableBytes { result -> Int? in
      let bytes = unsafe text.bytes
      var (place, end) = (0, 0)
      while place < text.count {
        while place + 8 <= text.count {
          let word = unsafe bytes.unsafeLoadUnaligned(
            fromUncheckedByteOffset: place, as: UInt64.self)
          unsafe result.storeBytes(of: lowercased(word), toByteOffset: end, as: UInt64.self)
          let beyond = UInt64(littleEndian: word & ByteScan.high)
          // A word without a bit has 64 zeros.
          let count = beyond.trailingZeroBitCount >> 3
          (place, end) = (place + count, end + count)
          if count < 8 { break }
        }
        guard place < text.count else { break }
        let byte = text[place]
        if byte < 0x80 {
          unsafe result[end] = lowercased(byte)
          (place, end) = (place + 1, end + 1)
          continue
        }
        guard byte >= 0xC2, byte <= 0xC5, place + 1 < text.count, text[place + 1] & 0xC0 == 0x80
        else { return nil }
        let letter = letters[Int(byte & 0x1F) << 6 + Int(text[place + 1] & 0x3F) - 0x80]
        unsafe result.storeBytes(of: letter.littleEndian, toByteOffset: end, as: UInt32.self)
        (place, end) = (place + 2, end + Int(letter >> 24))
      }
      return end
    }
  }

  /// The same letters in the lower three bytes of words, with how many bytes they have in the
  /// highest.
  private static let latinWords: [UInt32] = latin.map { bytes in
    precondition(bytes.count <= 3, "a letter of Latin folds to no more than three bytes")
    return bytes.enumerated().reduce(UInt32(bytes.count) << 24) { word, byte in
      word | UInt32(byte.element) << UInt32(8 * byte.offset)
    }
  }

  /// The folded letters of Latin, up to the end of Latin Extended-A.
  private static let latin: [[UInt8]] = (0x80..<0x180 as Range<UInt32>).map { value in
    var folded: [UInt8] = []
    if let scalar = Unicode.Scalar(value) { appendAny(scalar, to: &folded) }
    return folded
  }

  private static func append(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    guard scalar.value < 0x180 else { return appendAny(scalar, to: &result) }
    result += latin[Int(scalar.value) - 0x80]
  }

  private static func appendAny(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    let options = UTF8PROC_CASEFOLD.rawValue | UTF8PROC_DECOMPOSE.rawValue
    // The longest canonical decomposition of a case-folded character has 4 parts.
    unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 16) { parts in
      var boundary: Int32 = 0
      let count = unsafe utf8proc_decompose_char(
        Int32(bitPattern: scalar.value), parts.baseAddress, parts.count,
        utf8proc_option_t(options), &boundary)
      guard count >= 0, count <= 16 else {
        result.append(contentsOf: UTF8.encode(scalar) ?? .init())
        return
      }
      for index in 0..<count {
        guard let part = unsafe Unicode.Scalar(UInt32(bitPattern: parts[index])) else { continue }
        appendPart(part, to: &result)
      }
    }
  }

  private static func appendPart(_ scalar: Unicode.Scalar, to result: inout [UInt8]) {
    if let letters = strokedLetters[scalar] {
      result.append(contentsOf: letters.utf8)
    } else if !isAccent(scalar) || (scalar == breve && result.suffix(2) == cyrillicI) {
      result.append(contentsOf: UTF8.encode(scalar) ?? .init())
    }
  }

  /// The breve makes `и` another letter, `й`, in the root collation; all others only accented ones.
  private static let breve: Unicode.Scalar = "\u{306}"
  private static let cyrillicI = ArraySlice("и".utf8)

  /// Letters that Unicode does not decompose and the root collation still takes for these.
  private static let strokedLetters: [Unicode.Scalar: String] = [
    "æ": "ae", "ð": "d", "ø": "o", "đ": "d", "ħ": "h", "ł": "l", "œ": "oe",
  ]

  /// Whether a mark makes a secondary difference: diacritics, nuktas, kana voicing marks, Hebrew
  /// and Arabic points, Thai and Lao tones. Other marks, such as vowel signs, are letters.
  private static func isAccent(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x300 else { return false }
    let property = unsafe utf8proc_get_property(Int32(bitPattern: scalar.value))
    guard let combiningClass = unsafe property?.pointee.combining_class else { return false }
    return switch combiningClass {
    case 1, 6...8, 10...36, 107, 122, 200...: true
    default: false
    }
  }
}
