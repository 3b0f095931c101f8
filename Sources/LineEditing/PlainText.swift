// SPDX-License-Identifier: MIT

/// Text that may be typed, pasted, recalled and drawn: nothing in it drives a terminal.
package enum PlainText {
  /// The text without what ``isSafe(_:)`` rejects; tabs become spaces, all line ends newlines.
  package static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": result.append(" ")
      case "\n" where previous == "\r": break
      case "\n", "\r": result.append("\n")
      default: if isSafe(scalar) { result.append(scalar) }
      }
      previous = scalar
    }
    return String(result)
  }

  /// The same on one line, for prompts, labels and notes.
  package static func cleanLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    line.append(contentsOf: clean(text).unicodeScalars.map { $0 == "\n" ? " " : $0 })
    return String(line)
  }

  /// The same with what ``isSafe(_:)`` rejects in its visible form, such as `\u{1B}`: a label tells
  /// of names that hold it.
  package static func visibleLine(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\t": line += "\\t"
      case "\n": line += "\\n"
      case "\r": line += "\\r"
      default:
        line +=
          isSafe(scalar)
          ? String(scalar) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      }
    }
    return line
  }

  /// The form that every terminal and every font shows alike.
  package static func ascii(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in cleanLine(text).unicodeScalars {
      if scalar == "…" {
        result.append(contentsOf: "...".unicodeScalars)
      } else {
        result.append(scalar.isASCII ? scalar : "?")
      }
    }
    return String(result)
  }

  /// False for what a terminal obeys or hides instead of showing it: C0, DEL and C1 controls,
  /// line separators, marks that reorder text, zero-width spaces and tags.
  package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7f..<0xa0: false
    case 0x61c, 0x200b, 0x200e, 0x200f, 0x2028...0x202e, 0x2060...0x206f, 0xfeff: false
    case 0xfff9...0xfffb, 0xe0000...0xe007f: false
    default: true
    }
  }
}
