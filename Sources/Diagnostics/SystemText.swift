// SPDX-License-Identifier: MIT

/// Names of files and other words of the system as text, and back without any loss.
///
/// The system's words are bytes, mostly of UTF-8. Those that are not stand in a text as scalars of
/// a private area that nobody uses; what came from there itself stands byte by byte as well.
package enum SystemText {
  private static let first: UInt32 = 0x10_FE00
  private static let area = (first + 0x80)...(first + 0xFF)

  package static func text(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self),
      !text.unicodeScalars.contains(where: { area.contains($0.value) })
    {
      return text
    }
    var scalars = String.UnicodeScalarView()
    var rest = bytes[...]
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
      let whole = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars
      if let scalar = whole?.first, whole?.count == 1, !area.contains(scalar.value) {
        scalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        if let scalar = Unicode.Scalar(first + UInt32(byte)) { scalars.append(scalar) }
        rest = rest.dropFirst()
      }
    }
    return String(scalars)
  }

  /// The bytes that a text stands for.
  package static func bytes(_ text: String) -> [UInt8] {
    guard text.unicodeScalars.contains(where: { area.contains($0.value) }) else {
      return Array(text.utf8)
    }
    return text.unicodeScalars.flatMap { scalar in
      byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The byte for which a scalar stands; nil for one that stands for itself.
  package static func byte(of scalar: Unicode.Scalar) -> UInt8? {
    area.contains(scalar.value) ? UInt8(truncatingIfNeeded: scalar.value) : nil
  }

  /// The same with a zero behind them, as the system takes a path.
  package static func path(_ text: String) -> [CChar] {
    bytes(text).map { CChar(bitPattern: $0) } + [0]
  }

  /// The text itself; nil when its bytes are no UTF-8.
  package static func validated(_ text: String) -> String? {
    String(validating: bytes(text), as: UTF8.self)
  }
}
