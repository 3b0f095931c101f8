// SPDX-License-Identifier: MIT

/// How wide text is in a picture, whose letters are as wide as the page's own script makes them.
enum SVGText {
  /// How much wider letters of a name are.
  private static let bold = 1.1

  /// The width of a text with what acts or hides made visible; none of the usual scripts is wider.
  static func width(of text: String, isName: Bool = false) -> Double {
    let width = Sanitiser().text(text).reduce(0) { $0 + self.width(of: $1) }
    return isName ? width * bold : width
  }

  /// The text, cut to a width with an ellipsis where it is wider.
  static func shortened(_ text: String, to most: Double, isName: Bool = false) -> String {
    // What was summed in another order may differ in its last digit.
    if width(of: text, isName: isName) <= most + 0.1 { return text }
    let room = most / (isName ? bold : 1) - SVGCanvas.cell
    var used = 0.0
    let beginning = Sanitiser().text(text).prefix {
      used += width(of: $0)
      return used <= room
    }
    return beginning + "\u{2026}"
  }

  private static func width(of character: Character) -> Double {
    switch character {
    case "M", "W", "m", "@", "%": 13
    case "A"..."Z", "w", "&": 10.4
    case "i", "j", "l", "t", "f", "r", " ", ".", ",", ":", ";", "'", "|", "(", ")", "/": 5.2
    // Figures too, in the widest of the usual scripts.
    case "a"..."z", "0"..."9": 8.4
    default: Double(DisplayWidth.of(character)) * SVGCanvas.cell
    }
  }
}
