// SPDX-License-Identifier: MIT

/// The few ways in which text is set off on a terminal; without colour it writes text alone.
///
/// These are the only control sequences that the program prints, SGR of ECMA-48, except for those
/// that draw a picture.
package struct TextStyle: Sendable {
  package enum Look: String, Sendable {
    case bold = "1"
    case dim = "2"
    case inverse = "7"
    case red = "1;31"
    case green = "32"
    case yellow = "1;33"
    case cyan = "1;36"
  }

  package let isOn: Bool

  package init(isOn: Bool) { self.isOn = isOn }

  package func styled(_ text: String, _ look: Look) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(look.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// Appends what `body` writes, in a look.
  func append(_ look: Look, to output: inout [UInt8], _ body: (inout [UInt8]) -> Void) {
    guard isOn else { return body(&output) }
    output.append("\u{1B}[\(look.rawValue)m")
    body(&output)
    output.append("\u{1B}[0m")
  }
}
