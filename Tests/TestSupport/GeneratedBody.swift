// SPDX-License-Identifier: MIT

/// Bytes that tell for themselves whether they are whole: each is made from a number and a version,
/// and no two are the same.
package enum GeneratedBody {
  /// Between 1 byte and a few pages of a file.
  package static func bytes(_ number: Int, version: Int) -> [UInt8] {
    var random = Seeded(UInt64(number) << 32 | UInt64(version))
    let length = Int.random(in: 1...(number % 7 == 0 ? 40_000 : 3_000), using: &random)
    return Array("\(number)/\(version) ".utf8)
      + (0..<length).map { _ in UInt8(random.next() & 0xFF) }
  }
}
