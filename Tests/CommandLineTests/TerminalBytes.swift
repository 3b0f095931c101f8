// SPDX-License-Identifier: MIT

import Foundation

/// What a program wrote to a terminal, judged by whether it could drive it.
struct TerminalBytes {
  private let text: String

  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  /// The text with the line breaks that the program wrote, and with its own colours.
  var lines: String { text.replacing("\r\n", with: "\n") }

  /// The text without colours, as a person sees it.
  var plain: String { Self.removing(Self.colours, from: lines) }

  /// The sequences that set colours, and nothing else.
  private static let colours = #"\x1B\[[0-9;]*m"#
  /// What libedit sends to move the cursor, to insert and delete characters, and to clear; and our
  /// own marks: bracketed paste on and off, the cursor saved and restored.
  private static let editing = #"\x1B\[[0-9]*[ABCDGHJKP@]|\x1B\[\?2004[hl]|\x1B[78]|\x08|\r"#

  /// The scalars that may not have been sent, in the order of the output.
  ///
  /// Tabs may part columns; at the prompt what the line editor sends is expected too.
  func unsafeScalars(tabs: Bool = false, atPrompt: Bool = false) -> [String] {
    let pattern = atPrompt ? Self.colours + "|" + Self.editing : Self.colours
    return Self.removing(pattern, from: lines).unicodeScalars
      .filter { !(Self.isHarmless($0) || tabs && $0 == "\t") }
      .map { "U+" + String($0.value, radix: 16, uppercase: true) }
  }

  private static func removing(_ pattern: String, from text: String) -> String {
    text.replacingOccurrences(of: pattern, with: "", options: .regularExpression)
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: true
    case 0..<0x20, 0x7F..<0xA0, 0xAD, 0x61C, 0x200B...0x200F, 0x2028...0x202E: false
    case 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFD, 0xE000...0xF8FF, 0xE0000...0xE007F: false
    default: true
    }
  }
}
