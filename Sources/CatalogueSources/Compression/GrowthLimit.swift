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
  func forbids(_ text: Int, of bytes: Int) -> Bool { text > most(of: bytes) }

  /// To how much text so many bytes may grow.
  func most(of bytes: Int) -> Int {
    let (text, overflow) = max(bytes, 1).multipliedReportingOverflow(by: ratio)
    return overflow ? .max : max(text, Self.freeBytes)
  }

  /// What is said of what would grow by more, as the end of a sentence.
  var words: String {
    let (more, isTooMuch) = ratio.multipliedReportingOverflow(by: 10)
    return "grows to more than \(ratio) times its size when it is unpacked; "
      + "`set unpack.ratio = \(isTooMuch ? .max : more)` allows more"
  }
}
