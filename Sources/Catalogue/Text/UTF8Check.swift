// SPDX-License-Identifier: MIT

internal import CTextCheck

/// Whether bytes are text.
package enum UTF8Check {
  /// Whether all of some bytes are UTF-8, as RFC 3629 has it: no longer forms than needed, no
  /// halves of surrogate pairs, nothing beyond U+10FFFF, and no character that is cut.
  package static func isText(_ bytes: Span<UInt8>) -> Bool {
    unsafe bytes.withUnsafeBufferPointer { buffer in
      unsafe cq_is_utf8(buffer.baseAddress, buffer.count) != 0
    }
  }

  package static func isText(_ bytes: ArraySlice<UInt8>) -> Bool { isText(bytes.span) }
}
