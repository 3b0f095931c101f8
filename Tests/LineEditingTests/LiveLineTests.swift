// SPDX-License-Identifier: MIT

import LineEditing
import Testing

/// What is known of a line stays as far as it holds still.
@Suite struct LiveLineTests {
  private static func follow(_ line: inout LiveLine, _ text: String) {
    line.follow(Array(text.unicodeScalars), text) { text in
      text.hasPrefix("ä") ? [Highlight(0..<2, .stage), Highlight(3..<4, .value)] : []
    }
  }

  private static func shown(_ line: LiveLine, cursor: Int = 99) -> String {
    line.roles(cursor: cursor).map { role in
      switch role {
      case .stage: "s"
      case .value: "v"
      case .unknown: "u"
      default: "."
      }
    }.joined()
  }

  @Test func rolesByOffsets() {
    var line = LiveLine()
    Self.follow(&line, "ä 1")
    #expect(Self.shown(line) == "s.v")
  }

  /// What was searched for is set off, also in a text that has no roles.
  @Test func foundText() {
    var line = LiveLine()
    Self.follow(&line, "ä 1")
    #expect(line.roles(cursor: 0, found: 2..<3) == [.stage, .found, .value])
    Self.follow(&line, "ä" + String(repeating: "x", count: LiveLine.longestColoured))
    #expect(line.roles(cursor: 0, found: 2..<4).prefix(4) == [.plain, .found, .found, .plain])
  }

  /// A name is underlined once the cursor has left it, and no longer when it is changed.
  @Test func unknownNames() {
    var line = LiveLine()
    Self.follow(&line, "abc de")
    #expect(line.lacksReading)
    line.take(LineReading(unknown: [0..<3]))
    #expect(!line.lacksReading)
    #expect(Self.shown(line) == "uuu...")
    #expect(Self.shown(line, cursor: 3) == "......")
    #expect(Self.shown(line, cursor: 4) == "uuu...")
    Self.follow(&line, "abc def")
    #expect(Self.shown(line) == "uuu....")
    Self.follow(&line, "abd def")
    #expect(Self.shown(line) == ".......")
  }

  /// A hint that is typed shrinks; another letter ends it.
  @Test func hints() {
    var line = LiveLine()
    Self.follow(&line, "fr")
    line.propose("om hotels")
    Self.follow(&line, "fro")
    #expect(line.hint == "m hotels")
    Self.follow(&line, "frox")
    #expect(line.hint.isEmpty)
  }

  @Test func longTexts() {
    var line = LiveLine()
    Self.follow(&line, "ä" + String(repeating: "x", count: 5000))
    #expect(!line.lacksReading)
    #expect(Self.shown(line).hasPrefix("s"))
    Self.follow(&line, "ä" + String(repeating: "x", count: LiveLine.longestColoured))
    #expect(Self.shown(line).isEmpty)
  }
}
