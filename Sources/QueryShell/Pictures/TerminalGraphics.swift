// SPDX-License-Identifier: MIT

import Catalogue
package import ResultRendering

/// What the environment tells of how a terminal shows pictures. The terminal itself is asked
/// nothing: many never answer, and what they answer late would be read as typed.
package struct TerminalGraphics: Sendable, Equatable {
  /// How it takes pixels; nil where it is not known to.
  package var method: PictureMethod?
  package var colours: TerminalColours

  package init(method: PictureMethod? = nil, colours: TerminalColours = .indexed16) {
    self.method = method
    self.colours = colours
  }

  /// Reads variables by their names; those that are not set are nil.
  package init(_ variable: (String) -> String?) {
    let terminal = variable("TERM") ?? ""
    colours = Self.colours(terminal, variable("COLORTERM") ?? "")
    method = Self.method(terminal, variable)
  }

  private static func colours(_ terminal: String, _ colours: String) -> TerminalColours {
    if ["truecolor", "24bit"].contains(colours) || terminal.hasSuffix("-direct") { return .all }
    return terminal.holdsBytes(of: "256color") ? .indexed256 : .indexed16
  }

  private static func method(
    _ terminal: String, _ variable: (String) -> String?
  ) -> PictureMethod? {
    // A multiplexer draws the screen itself and passes on what it knows.
    if ["tmux", "screen"].contains(where: terminal.hasPrefix) || isSet("TMUX", variable) {
      return nil
    }
    let programs = ["TERM_PROGRAM", "LC_TERMINAL"].compactMap(variable)
    if isSet("KITTY_WINDOW_ID", variable) || kittyTerminals.contains(terminal)
      || programs.contains("ghostty")
    {
      return .kitty
    }
    if programs.contains(where: itermPrograms.contains) { return .iterm }
    let family = terminal.prefix { $0 != "-" }
    let isSixel = sixelTerminals.contains(String(family)) || terminal.holdsBytes(of: "sixel")
    return isSixel ? .sixel : nil
  }

  private static func isSet(_ name: String, _ variable: (String) -> String?) -> Bool {
    variable(name).map { !$0.isEmpty } ?? false
  }

  private static let kittyTerminals = ["xterm-kitty", "xterm-ghostty"]
  private static let itermPrograms = ["iTerm.app", "iTerm2", "WezTerm"]
  private static let sixelTerminals = ["contour", "foot", "mlterm", "yaft"]
}
