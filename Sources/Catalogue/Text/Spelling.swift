// SPDX-License-Identifier: MIT

extension String {
  /// Whether both have the same bytes. Texts that are equal may differ in them: an é that is one
  /// character and an e with an accent behind it are two names in a catalogue.
  package func isSpelled(as other: String) -> Bool {
    self == other && utf8.elementsEqual(other.utf8)
  }
}

/// A name as a key of a dictionary or an element of a set, equal to those of the same bytes alone.
package struct SpelledName: Hashable, Sendable {
  private let bytes: [UInt8]

  package init(_ name: String) { bytes = Array(name.utf8) }
}
