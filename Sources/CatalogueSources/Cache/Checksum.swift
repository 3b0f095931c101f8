// SPDX-License-Identifier: MIT

/// Tells whether bytes are still those that were written (FNV-1a with 64 bits).
///
/// Any change of one byte is seen for certain. It is no defence against who means to deceive: such
/// a one could write the checksum too.
package struct Checksum {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: some Sequence<UInt8>) {
    var value = value
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    self.value = value
  }

  mutating func add(_ number: Int) {
    add((0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
  }

  /// A text, or that there is none; its length first, so that texts in a row cannot be mixed up.
  mutating func add(_ text: String?) {
    add(text?.utf8.count ?? -1)
    add(text?.utf8 ?? "".utf8)
  }
}
