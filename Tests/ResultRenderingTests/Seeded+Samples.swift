// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport

/// Samples for the renderers, made of random numbers.
extension Seeded {
  /// Scalars that formats have to think about, and others.
  private static let scalars = Array(
    "ab c,;\t\n\r\\\"'\u{1B}\u{0}é\u{301}名👩\u{200D}\u{FE0F}\u{202E}\u{2028}\u{E000}\u{E0041}"
      .unicodeScalars)

  /// A text of up to `count` scalars, as UTF-8.
  mutating func bytes(upTo count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int(next() % UInt64(count + 1)) {
      let index = Int(next() % UInt64(Self.scalars.count))
      bytes.append(contentsOf: UTF8.encode(Self.scalars[index]) ?? .init())
    }
    return bytes
  }

  /// Columns of text and numbers with two rows.
  mutating func columns() -> [(String, ValueType, [Value])] {
    (0..<Int.random(in: 1...7, using: &self)).map { _ in
      let label = String(decoding: bytes(upTo: 12), as: UTF8.self)
      guard Bool.random(using: &self) else {
        let values = (0..<2).map { _ in
          Value.text(String(decoding: bytes(upTo: 40), as: UTF8.self))
        }
        return ("t" + label, .text, values)
      }
      let values = (0..<2).map { _ in
        Decimal(Int128(Int.random(in: -999...99999, using: &self)), scale: 2).map(Value.number)
      }
      return ("n", .decimal, values.map { $0 ?? .null })
    }
  }

  mutating func text() -> String { String(decoding: bytes(upTo: 30), as: UTF8.self) }

  /// Numbers of any size that are near each other or far apart.
  mutating func numbers(_ count: Int) -> [Value] {
    let digits = Int.random(in: 1...38, using: &self)
    let scale = Int.random(in: 0...38, using: &self)
    let start = Int128.random(in: -power(38)...power(38), using: &self)
    let reach = power(digits)
    return (0..<count).map { _ in
      let offset = Int128.random(in: -reach...reach, using: &self)
      let number = Decimal(digits < 20 ? offset : start / 2 + offset / 2, scale: scale)
      return .number(number ?? .zero)
    }
  }

  private func power(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
  }
}
