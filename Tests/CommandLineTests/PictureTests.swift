// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The picture of a sample as the program draws it on a terminal.
@Suite struct PictureTests {
  private static let show = ["--offline", "-c", "show 40611 of hotels"]

  /// What is sent to terminals of several kinds, found by the beginning of what draws.
  static let terminals: [(environment: [String: String], drawing: String?)] = [
    (["COLORTERM": "truecolor"], "\u{1B}[38;2;"), ([:], "\u{1B}[38;5;"),
    (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,f=32,"), (["TERM": "foot"], "\u{1B}P0;1;0q"),
    (["TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1;"),
    (["NO_COLOR": "1"], nil), (["TERM": "dumb"], nil), (["LC_ALL": "C"], nil),
  ]

  @Test(arguments: terminals) func isDrawnAsTheTerminalShowsIt(
    environment: [String: String], drawing: String?
  ) throws {
    let (output, status) = try Workspace().showOnTerminal(Self.show, environment: environment)
    let text = String(decoding: output, as: UTF8.self)
    let kinds = Self.terminals.compactMap(\.drawing).filter { text.contains($0) }
    let size = environment["LC_ALL"] == "C" ? "238x148" : "238×148"
    #expect(kinds == (drawing.map { [$0] } ?? []) && status == .exited(0))
    #expect(text.contains("picture 1.jpg: \(size), border cropped"))
  }

  /// The rows of the screen as a person sees them: the text, and blocks right of it.
  @Test func blocksStandRightOfTheCard() throws {
    let workspace = try Workspace()
    let terminal = try TerminalDriver.start(
      program: Workspace.program,
      arguments: ["--offline", "-c", "show 40611 of hotels | show name, stars, rooms"],
      environment: workspace.environment(["COLORTERM": "truecolor"]), directory: workspace.path)
    _ = try terminal.waitForExit(timeout: 60)
    let blocks = "▀▄█▌▐▘▝▖▗▚▞▙▛▜▟"
    let shown = terminal.snapshot.rows.map { row in
      String(row.map { blocks.contains($0) ? "#" : $0 })
    }
    #expect(shown.contains { $0.hasPrefix("Belleclaire Hotel    ") && $0.contains("#") })
    #expect(shown.contains { $0.hasPrefix("stars  3             ") && $0.contains("#") })
    #expect(shown.contains("picture 1.jpg: 238×148, border cropped"))
    #expect(shown.allSatisfy { $0.count <= 21 + 32 })
  }

  /// A pipe gets the fields and not a byte more.
  @Test func aPipeGetsNone() throws {
    let run = try Workspace().run(Self.show + ["--to", "card", "--color", "always", "--quiet=all"])
    #expect(!run.outputText.contains("picture") && !run.outputText.contains("38;"))
    #expect(run.outputText.contains("1.jpg"))
  }

  /// A picture that breaks off, or does not come, is told with its name.
  @Test func whatIsBrokenHasAName() throws {
    let whole = try #require(Sample.bytes("hotels_3.jpg"))
    let server = try LoopbackServer { request in
      switch request.path {
      case "/list": .json(#"[{"id":1,"img":"cut.jpg"},{"id":2,"img":"down.jpg"}]"#)
      case "/cut.jpg":
        .reply(200, ["Content-Type": "image/jpeg"], body: Array(whole.prefix(700)))
      default: .status(501)
      }
    }
    let workspace = try Workspace([
      "pics.cq": """
      source pics {
        list    "\(server.address("/list"))"
        picture "\(server.address("/{img}"))"
        field id  Id key
        field img Text
      }
      """
    ])
    func shown(_ query: String) throws -> String {
      let (output, _) = try workspace.showOnTerminal(
        ["--define", "pics.cq", "--color", "never", "-c", query],
        environment: ["CQ_OFFLINE": ""], columns: 200)
      return String(decoding: output, as: UTF8.self)
    }
    let single = try shown("show 1 of pics; show 2 of pics")
    #expect(
      single.contains(
        "picture cut.jpg: the reply of pics is a JPEG that breaks off after 700 bytes"),
      "\(single)")
    #expect(
      single.contains("picture down.jpg: pics answered with an error (501 Not Implemented"),
      "\(single)")
    let cards = try shown("from pics | to card")
    #expect(
      cards.contains("picture cut.jpg: the reply") && cards.contains("picture down.jpg: pics"),
      "\(cards)")
  }

  /// Of two rows with one id each has its own, saved and shown.
  @Test func aRowHasItsOwnPicture() throws {
    let row = #"{"id":1,"name":"NAME","image":"NAME.png"}"#
    let workspace = try Workspace([
      "two.json": "[\(["a", "b"].map { row.replacing("NAME", with: $0) }.joined(separator: ","))]",
      "two.cq": """
      source two {
        list "two.json"
        picture "{image}"
        field id Id key
        field name Text
        field image Text
      }
      """,
    ])
    let run = try workspace.shell(
      #"""
      for name in a b; do printf '\211PNG\r\n\032\n%s' $name > $name.png; done
      for name in a b; do
        cq --define two.cq -q -c "from two | filter name = \"$name\" | save \"saved-$name.png\""
        cmp $name.png saved-$name.png
      done
      """#)
    #expect(Outcome(run) == Outcome())
  }

  /// The program links none of the libraries that draw.
  @Test func startingLoadsNothingForPictures() throws {
    let run = try Workspace().shell("ldd '\(Workspace.program)'")
    #expect(run.status == .exited(0))
    let libraries = ["jpeg", "png", "chafa", "glib"].filter { run.outputText.contains($0) }
    #expect(libraries == [])
  }
}
