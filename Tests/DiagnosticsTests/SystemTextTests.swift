// SPDX-License-Identifier: MIT

import Diagnostics
import Testing

/// Bytes of the system come back from their text as they were.
@Suite struct SystemTextTests {
  static let words: [(bytes: [UInt8], text: String)] = [
    (Array("häuser.json".utf8), "häuser.json"), ([], ""),
    ([0x61, 0xFF, 0x62], "a\u{10FEFF}b"), ([0xC3], "\u{10FEC3}"),
    ([0xC3, 0x28, 0xE2, 0x82], "\u{10FEC3}(\u{10FEE2}\u{10FE82}"),
    (Array("\u{10FEFF}".utf8), "\u{10FEF4}\u{10FE8F}\u{10FEBB}\u{10FEBF}"),
    ([0xF0, 0x9F, 0x91, 0xA9, 0xED, 0xA0, 0x80], "👩\u{10FEED}\u{10FEA0}\u{10FE80}"),
  ]

  @Test(arguments: words) func roundTrip(bytes: [UInt8], text: String) {
    #expect(SystemText.text(bytes) == text)
    #expect(SystemText.bytes(text) == bytes)
    #expect(SystemText.validated(text) == String(validating: bytes, as: UTF8.self))
  }
}
