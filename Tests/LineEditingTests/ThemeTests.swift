// SPDX-License-Identifier: MIT

import Glibc
import LineEditing
import Testing

/// Colours for a background, which is chosen or told by the terminal.
@Suite struct ThemeTests {
  @Test(arguments: [
    (PaintTheme.auto, PaintColours.light), (.dark, .dark), (.light, .light),
  ]) func chosenTheme(_ theme: PaintTheme, colours: PaintColours) {
    let variables = ["TERM": "xterm-256color", "COLORFGBG": "0;15"]
    #expect(PaintColours(isColoured: true, theme) { variables[$0] } == colours)
    #expect(PaintColours(isColoured: false, theme) { variables[$0] } == .attributes)
  }

  /// Each colour stands out from its ground as text has to (the contrast of WCAG 2).
  @Test func coloursAreSeen() {
    for (colours, grounds) in [
      (PaintColours.palette, [0.0, 1.0]), (.dark, [0.0]), (.light, [1.0]),
    ] {
      let least = grounds.count > 1 ? 3.85 : 6.4
      for role in [TextRole.stage, .value, .function, .parameter, .openText, .comment] {
        let code = colours.sequence(role).split(separator: ";").last?.dropLast()
        let light = Self.luminance(code.flatMap { Int($0) } ?? 0)
        for ground in grounds {
          let contrast = (max(light, ground) + 0.05) / (min(light, ground) + 0.05)
          #expect(contrast >= least, "\(colours) \(role)")
        }
      }
    }
  }

  /// The relative luminance of one of the 256 colours beyond the first sixteen.
  private static func luminance(_ code: Int) -> Double {
    let level = { (step: Int) in step == 0 ? 0 : 55 + 40 * step }
    let place = code - 16
    let parts =
      code >= 232
      ? Array(repeating: 8 + 10 * (code - 232), count: 3)
      : [level(place / 36), level(place / 6 % 6), level(place % 6)]
    let linear = parts.map { part -> Double in
      let share = Double(part) / 255
      return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
  }
}
