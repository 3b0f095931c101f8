// SPDX-License-Identifier: MIT

import LineEditing
import TestSupport
import Testing

/// Whatever frames follow each other, the terminal shows the last one.
@Suite struct PainterTests {
  init() { LineEditor.useUTF8() }

  /// A terminal below some output of other programs, with a line that is painted.
  private struct Painted {
    let terminal: TerminalEmulator
    var painter = Painter()
    var top = 0
    let rows: Int
    let columns: Int

    init(rows: Int, columns: Int, below: Int = 0) throws {
      terminal = try TerminalEmulator(rows: rows, columns: columns)
      self.rows = rows
      self.columns = columns
      for _ in 0..<below { terminal.write(Array("output\r\n".utf8)[...]) }
    }

    mutating func show(_ picture: LinePicture) -> Frame {
      let frame = picture.frame(columns: columns, height: rows - 1, top: &top)
      terminal.write(Array(painter.draw(frame).utf8)[...])
      return frame
    }
  }

  private static func picture(_ text: String, prompt: String = "cq> ") -> LinePicture {
    let parts = text.split(separator: "¦", omittingEmptySubsequences: false)
    let scalars = Array(parts.joined().unicodeScalars)
    let cursor = parts.count > 1 ? parts[0].unicodeScalars.count : scalars.count
    return LinePicture(prompt: prompt, continuation: " ..> ", scalars: scalars, cursor: cursor)
  }

  /// The rows of a frame as text.
  private static func text(_ frame: Frame) -> [String] {
    frame.rows.map { row in
      let text = row.map(\.text).joined()
      return String(text[...(text.lastIndex { $0 != " " } ?? text.startIndex)]).trimmed
    }
  }

  /// Alphabets whose characters every terminal shows in the same cells.
  static let alphabets: [[Character]] = [
    Array("ab |\n"), Array("a漢字 \n"), ["a", "e\u{301}", "ẹ\u{302}", "漢", " ", "\n", "\u{378}"],
  ]

  @Test(arguments: alphabets) func anyFrames(_ alphabet: [Character]) throws {
    var random = Seeded(1)
    for round in 0..<60 {
      let rows = Int.random(in: 2...12, using: &random)
      let columns = Int.random(in: 12...40, using: &random)
      var painted = try Painted(rows: rows, columns: columns, below: round % (rows + 2))
      for _ in 0..<20 {
        let text = random.text(of: alphabet, upTo: 120)
        var picture = Self.picture(text)
        picture.cursor = Int.random(in: 0...picture.scalars.count, using: &random)
        picture.roles = picture.scalars.indices.map { _ in
          [TextRole.plain, .stage, .hint].randomElement(using: &random) ?? .plain
        }
        if Bool.random(using: &random) {
          picture.below = [Cell.row("menu", .plain, room: 10)]
        }
        let frame = painted.show(picture)
        let screen = painted.terminal.screen
        let first = screen.cursor.row - frame.cursor.row
        let below = Array(screen.rows.dropFirst(first))
        #expect(screen.cursor.column == frame.cursor.column)
        let wanted = Self.text(frame)
        #expect(Array(below.prefix(frame.rows.count)) == wanted)
        let junk = below.dropFirst(frame.rows.count).filter { !$0.isEmpty }
        #expect(junk == [])
        let above = screen.rows.prefix(first).filter { $0 != "output" }
        #expect(above == [])
      }
    }
  }

  /// What terminals show in other numbers of cells leaves what stands behind it in its place.
  @Test func doubtfulCharacters() throws {
    for joined in ["👩\u{200D}👧\u{200D}👦", "❤\u{FE0F}", "🇸🇪", "👍🏽", "1\u{FE0F}\u{20E3}"] {
      var painted = try Painted(rows: 4, columns: 30)
      _ = painted.show(Self.picture("a\(joined)bc"))
      #expect(painted.terminal.screen.cursor == (0, 9))
      #expect(painted.terminal.screen.rows[0].hasSuffix("bc"))
      _ = painted.show(Self.picture("axyz"))
      #expect(painted.terminal.screen.rows[0] == "cq> axyz")
      _ = painted.show(Self.picture("\(joined)"))
      _ = painted.show(Self.picture("xy"))
      #expect(painted.terminal.screen.rows == ["cq> xy", "", "", ""])
    }
  }

  /// Only what differs is written.
  @Test func writesLittle() {
    var painter = Painter()
    var top = 0
    let draw = { (text: String) in
      painter.draw(Self.picture(text).frame(columns: 40, height: 10, top: &top))
    }
    #expect(draw("") == "cq> ")
    #expect(draw("a") == "a")
    #expect(draw("abc") == "bc")
    #expect(draw("abc") == "")
    #expect(draw("a¦bc") == "\u{8}\u{8}")
    #expect(draw("ax¦c") == "x")
    #expect(draw("ax¦") == "\u{1B}[K")
    #expect(draw("ax\nb") == "\r\n ..> b")
    #expect(draw("¦ax\nb") == "\u{1B}[1A\u{8}\u{8}")
    #expect(draw("ax") == "\r\n\u{1B}[J\u{1B}[1A\u{1B}[6C")
  }

  /// A statement that is taller than the window is a view that holds the cursor.
  @Test(arguments: [
    ("1\n2\n3\n4\n5\n6\n7\n8¦", "↑ 5 rows| ..> 6| ..> 7| ..> 8", 3),
    ("1\n2\n3\n4¦\n5\n6\n7\n8", "↑ 2 rows| ..> 3| ..> 4|↓ 4 rows", 2),
    ("¦1\n2\n3\n4\n5\n6\n7\n8", "cq> 1| ..> 2| ..> 3|↓ 5 rows", 0),
  ])
  func tallStatements(text: String, rows: String, cursor: Int) {
    var top = 0
    let frame = Self.picture(text).frame(columns: 40, height: 4, top: &top)
    #expect(Self.text(frame).joined(separator: "|") == rows)
    #expect(frame.cursor.row == cursor)
    let whole = Self.picture(text).whole(columns: 40)
    #expect(Self.text(whole) == ["cq> 1"] + (2...8).map { " ..> \($0)" })
  }

  /// The view stays where it is as long as the cursor is in it.
  @Test func viewStays() {
    var top = 0
    let rows = (1...9).map(String.init)
    var seen: [Int] = []
    for row in [8, 7, 6, 5, 4, 3, 4, 5, 6] {
      var picture = Self.picture(rows.joined(separator: "\n"))
      picture.cursor = row * 2
      _ = picture.frame(columns: 40, height: 5, top: &top)
      seen.append(top)
    }
    #expect(seen == [4, 4, 4, 4, 3, 2, 2, 2, 3])
  }

  @Test func hints() {
    let hinted = { (text: String, hint: String, isASCII: Bool) in
      var picture = Self.picture(text)
      picture.hint = hint
      picture.isASCII = isASCII
      var top = 0
      return Self.text(picture.frame(columns: 21, height: 4, top: &top))
    }
    #expect(hinted("from", " hotels", false) == ["cq> from hotels"])
    #expect(hinted("fr¦om", " hotels", false) == ["cq> from"])
    #expect(hinted("from", " hotels | limit", false) == ["cq> from hotels | l…"])
    #expect(hinted("from", " hotels | limit", true) == ["cq> from hotels |..."])
    #expect(hinted("from", " a |\nlimit", false) == ["cq> from a |…"])
    #expect(hinted("from hotel", "s", false) == ["cq> from hotel"])
  }

  /// A window that became narrower has wrapped the rows, or cut them.
  @Test func resized() throws {
    var painter = Painter()
    var top = 0
    _ = painter.draw(Self.picture("12345678\nb").frame(columns: 40, height: 9, top: &top))
    var other = painter
    #expect(painter.clear(wrappedAt: 6) == "\r\u{1B}[3A\u{1B}[J")
    #expect(other.clear() == "\r\u{1B}[1A\u{1B}[J")
    #expect(other.clear() == "\r\u{1B}[J")
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], true, PaintColours.palette),
    (["TERM": "xterm", "COLORTERM": "truecolor"], true, .palette),
    (["TERM": "xterm"], true, .sixteen), (["TERM": "xterm-256color"], false, .attributes),
    (["TERM": "xterm-256color", "COLORFGBG": "0;15"], true, .light),
    (["TERM": "xterm-256color", "COLORFGBG": "15;default;0"], true, .dark),
    (["TERM": "xterm-256color", "COLORFGBG": "15;default"], true, .palette),
    (["TERM": "xterm", "COLORFGBG": "0;15"], true, .sixteen),
  ])
  func colours(variables: [String: String], isColoured: Bool, colours: PaintColours) {
    let found = PaintColours(isColoured: isColoured) { variables[$0] }
    #expect(found == colours)
  }
}

extension String {
  fileprivate var trimmed: String { self == " " ? "" : self }
}
