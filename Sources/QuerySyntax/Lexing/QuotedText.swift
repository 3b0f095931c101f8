// SPDX-License-Identifier: MIT

extension String {
  /// The text in quotes, as the language writes it: what nobody sees or can type, such as a tab or
  /// a mark that turns the direction of text, as an escape.
  package var inQuotes: String { "\"" + escaping { $0 == "\"" || $0 == "\\" } + "\"" }

  /// A text in quotes as it stands in JSON, whose escapes are those of the language, with what
  /// nobody sees as escapes too.
  package var withVisibleEscapes: String { escaping { _ in false } }

  private func escaping(_ needsBackslash: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: { needsBackslash($0) || $0.isUnseen }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where needsBackslash(scalar): text += "\\\(scalar)"
      case _ where scalar.isUnseen: text += scalar.utf16.map(Self.escape).joined()
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension Unicode.Scalar {
  /// Whether a terminal obeys it or shows nothing for it; what joins letters is a part of these.
  fileprivate var isUnseen: Bool {
    if (0x20..<0x7F).contains(value) || self == "\u{200C}" || self == "\u{200D}" { return false }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return false
    }
  }
}
