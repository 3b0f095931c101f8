// SPDX-License-Identifier: MIT

import CatalogueSources
import ResultRendering
import Testing

@testable import QueryShell

/// How the way to draw pictures follows from the environment and from what is asked for.
@Suite struct PictureSettingsTests {
  /// Variables of the environment, and the way that follows.
  static let environments: [(variables: [String: String], TerminalGraphics)] = [
    ([:], TerminalGraphics(colours: .indexed16)),
    (["TERM": "xterm"], TerminalGraphics(colours: .indexed16)),
    (["TERM": "xterm-256color"], TerminalGraphics(colours: .indexed256)),
    (["TERM": "xterm-256color", "COLORTERM": "truecolor"], TerminalGraphics(colours: .all)),
    (["TERM": "xterm-256color", "COLORTERM": "yes"], TerminalGraphics(colours: .indexed256)),
    (["TERM": "iterm2-direct"], TerminalGraphics(colours: .all)),
    (["TERM": "xterm-kitty"], TerminalGraphics(method: .kitty)),
    (
      ["TERM": "xterm-ghostty", "COLORTERM": "24bit"],
      TerminalGraphics(method: .kitty, colours: .all)
    ),
    (
      ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"],
      TerminalGraphics(method: .kitty, colours: .indexed256)
    ),
    (["KITTY_WINDOW_ID": ""], TerminalGraphics()),
    (["TERM_PROGRAM": "ghostty"], TerminalGraphics(method: .kitty)),
    (["TERM_PROGRAM": "iTerm.app"], TerminalGraphics(method: .iterm)),
    (["TERM_PROGRAM": "WezTerm"], TerminalGraphics(method: .iterm)),
    (["TERM_PROGRAM": "vscode", "LC_TERMINAL": "iTerm2"], TerminalGraphics(method: .iterm)),
    (["TERM_PROGRAM": "Apple_Terminal"], TerminalGraphics()),
    (["TERM": "foot"], TerminalGraphics(method: .sixel)),
    (["TERM": "foot-extra"], TerminalGraphics(method: .sixel)),
    (["TERM": "footstool"], TerminalGraphics()),
    (["TERM": "xterm-sixel"], TerminalGraphics(method: .sixel)),
    // A multiplexer stands between; what the outer terminal can is no longer true.
    (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], TerminalGraphics(colours: .indexed256)),
    (["TERM": "screen", "TERM_PROGRAM": "iTerm.app"], TerminalGraphics()),
    (["TERM": "xterm-kitty", "TMUX": "/run/tmux,1,0"], TerminalGraphics()),
  ]

  @Test(arguments: environments) func theEnvironmentTellsHow(
    variables: [String: String], expected: TerminalGraphics
  ) {
    #expect(TerminalGraphics { variables[$0] } == expected)
  }

  /// What is asked for, what the terminal is like, and what comes of it.
  typealias Case = (
    wish: PictureSettings.Wish, change: @Sendable (inout PictureScreen) -> Void, PictureMethod?
  )

  static let wishes: [Case] = [
    (.automatic, { _ in }, .blocks(.all)),
    (.automatic, { $0.graphics.method = .kitty }, .kitty),
    (.automatic, { $0.isColoured = false }, nil), (.automatic, { $0.isASCII = true }, nil),
    (
      .automatic,
      {
        $0.isASCII = true
        $0.graphics.method = .sixel
      }, .sixel
    ),
    (.blocks, { $0.graphics.method = .kitty }, .blocks(.all)),
    (.blocks, { $0.isASCII = true }, nil),
    (.kitty, { _ in }, .kitty), (.sixel, { _ in }, .sixel), (.iterm, { _ in }, .iterm),
    (.kitty, { $0.isColoured = false }, nil), (.off, { $0.graphics.method = .kitty }, nil),
  ]

  @Test(arguments: wishes.indices) func wishesGoBeforeTheEnvironment(index: Int) {
    let (wish, change, expected) = Self.wishes[index]
    var screen = PictureScreen()
    screen.graphics.colours = .all
    change(&screen)
    var settings = PictureSettings()
    settings.wish = wish
    #expect(settings.method == nil && !settings.areShown && settings.frame(width: 80) == nil)
    settings.screen = screen
    #expect(settings.method == expected)
    #expect(settings.areShown == (wish != .off))
  }

  /// The cells of a line and the lines of the screen, and the room for a picture.
  static let rooms: [(width: Int, rows: Int, room: String)] = [
    (80, 24, "32×20"), (72, 24, "28×20"), (71, 24, "60×20"), (40, 24, "40×20"),
    (300, 80, "60×20"), (80, 12, "32×8"), (80, 7, "32×3"), (80, 6, "none"),
  ]

  @Test(arguments: rooms) func theTextKeepsItsRoom(width: Int, rows: Int, room: String) {
    var settings = PictureSettings()
    settings.screen = PictureScreen()
    settings.screen?.rows = rows
    let frame = settings.frame(width: width)
    #expect(frame.map { "\($0.columns)×\($0.rows)" } ?? "none" == room)
    #expect(frame?.screenRows ?? rows == rows)
  }

  /// Only results on a terminal come with pictures.
  @Test(arguments: [true, false]) func aPipeHasNone(isTerminal: Bool) {
    var environment = TerminalEnvironment()
    environment.outputIsTerminal = isTerminal
    environment.rows = 50
    environment.cell = CellSize(width: 9, height: 18)
    environment.graphics = TerminalGraphics(method: .sixel)
    let settings = SessionSettings(Invocation(), environment, watch: .unwatched).pictures
    #expect(settings.areShown == isTerminal)
    #expect(settings.method == (isTerminal ? .sixel : nil))
    #expect(settings.screen?.rows == (isTerminal ? 50 : nil))
    #expect(settings.screen?.cell == (isTerminal ? CellSize(width: 9, height: 18) : nil))
  }
}
