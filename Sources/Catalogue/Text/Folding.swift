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

  /// The folded letters of Latin, up to the end of Latin Extended-A.
  static let latin: [[UInt8]] = (0x80..<0x180 as Range<UInt32>).map { value in
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
