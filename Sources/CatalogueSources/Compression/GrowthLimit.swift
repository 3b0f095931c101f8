// SPDX-License-Identifier: MIT

/// How many times its size a compressed file may grow: a small file that is made for harm gives no
/// end of text.
package struct GrowthLimit: Sendable {
  /// Text that people write grows by less than forty.
  package static let usual = 200
  /// So much text does no harm, however little there was of it.
  package static let freeBytes = 16 << 20

  package var ratio = usual

  package init() {}

  /// Whether so much text is too much of so many bytes.
  func forbids(_ text: Int, of bytes: Int) -> Bool {
    text > Self.freeBytes && (text - 1) / max(bytes, 1) >= ratio
  }
}
