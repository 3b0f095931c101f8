// SPDX-License-Identifier: MIT

import Synchronization

/// How many times its size a compressed file may grow, which may change between two of them: a
/// small file that is made for harm gives no end of text.
package final class GrowthLimit: Sendable {
  /// Text that people write grows by less than forty.
  package static let usual = 200
  /// So much text does no harm, however little there was of it.
  package static let freeBytes = 16 << 20

  private let ratio = Mutex(usual)

  package init() {}

  package var value: Int { ratio.withLock { $0 } }

  package func set(to value: Int) { ratio.withLock { $0 = value } }

  /// Whether so much text is too much of so many bytes.
  func forbids(_ text: Int, of bytes: Int) -> Bool {
    text > Self.freeBytes && (text - 1) / max(bytes, 1) >= value
  }
}
