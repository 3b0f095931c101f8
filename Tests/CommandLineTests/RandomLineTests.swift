// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Whatever is typed and pasted, and however the window changes meanwhile, line and screen agree
/// with a model.
@Suite struct RandomLineTests {
  /// Keys for each style; `CQ_RANDOM_KEYS` asks for more, `CQ_RANDOM_SEED` for others.
  private static let count = RandomKeyTests.number("CQ_RANDOM_KEYS") ?? 750
  private static let keysOfRound = 25

  @Test(arguments: ["emacs", "vi"], ["on", "off"])
  func screenAndLineAgreeWithModel(style: String, overlay: String) throws {
    var random = Seeded(UInt64(RandomKeyTests.seed))
    let typist = try Typist(style: style, isBare: overlay == "off")
    for round in 0..<max(1, Self.count / Self.keysOfRound) {
      var keys = typist.keys(round)
      keys = (0..<Self.keysOfRound).map { _ in keys.randomElement(using: &random) ?? keys[0] }
      let resized = Bool.random(using: &random)
      let size = (
        rows: Int.random(in: 6...20, using: &random),
        columns: Int.random(in: 24...70, using: &random)
      )
      let story =
        "round \(round), \(resized ? "\(size) after 12 of" : "after") "
        + keys.map(\.bytes.debugDescription).joined(separator: " ")
      do {
        typist.begin()
        typist.type(keys.prefix(12))
        if resized { try typist.resize(size) }
        typist.type(keys.dropFirst(12))
        try typist.compare(story)
        try typist.drop(clears: round.isMultiple(of: 3))
      } catch {
        Issue.record("\(story)")
        throw error
      }
    }
  }
}

/// Types at a prompt, and knows what ought to stand there.
private final class Typist {
  private let workspace: Workspace
  private let prompt: Prompt
  private let isVi: Bool
  /// Whether libedit draws.
  private let isBare: Bool
  private var size = (rows: 16, columns: 40)
  private var model = LineModel()
  /// Whether what libedit draws of this line is known to be wrong until it is drawn anew.
  private var isMisdrawn = false

  /// Stands nowhere else, so that it tells where the cursor is and that all before it was done.
  private static let mark = LineModel.Key.typed("§")
  private static let written = "written"

  init(style: String, isBare: Bool) throws {
    isVi = style == "vi"
    self.isBare = isBare
    let settings = isBare ? "set overlay = off\n" : "set hints = off\nset preview = off\n"
    workspace = try Workspace([
      ".config/cq/config": settings, ".editrc": isVi ? "bind -v\n" : "",
    ])
    // It leaves the line as it is, and a copy.
    let editor = "keep() { cp \"$1\" copy && mv copy \(Self.written); }; keep"
    prompt = try Prompt(
      workspace, environment: ["EDITOR": editor], rows: size.rows, columns: size.columns)
  }

  /// Where libedit draws, there are wide characters in every second line only; see ``note()``.
  func keys(_ round: Int) -> [LineModel.Key] {
    if round % 5 == 4 { return LineModel.joinedKeys }
    return isBare && round.isMultiple(of: 2) ? LineModel.narrowKeys : LineModel.wideKeys
  }

  func begin() {
    model = LineModel()
    isMisdrawn = false
  }

  func type(_ keys: ArraySlice<LineModel.Key>) {
    for key in keys { press(key) }
  }

  private func press(_ key: LineModel.Key) {
    prompt.send(key.bytes)
    key.edit(&model)
    note()
  }

  /// Two faults of libedit itself are left out, which are seen with `set overlay = off` alone: it
  /// goes on writing at the second cell of a wide character, by which the rest of the row and the
  /// cursor are a cell off (`漢word`, Home, a letter); and of a statement as tall as the window it
  /// knows the rows no more. The line itself is compared there too.
  ///
  /// What terminals make of characters of several scalars is not compared; the line itself is.
  private func note() {
    isMisdrawn = isMisdrawn || model.hasJoined
    guard isBare, !isMisdrawn else { return }
    let height = model.height(
      columns: size.columns, prompt: "cq*> ".count, lead: "   ...> ".count)
    isMisdrawn = model.isWide || height >= size.rows
  }

  func resize(_ size: (rows: Int, columns: Int)) throws {
    press(Self.mark)
    try waitUntilDrawn()
    self.size = size
    note()
    prompt.terminal.resize(rows: size.rows, columns: size.columns)
    try waitUntilDrawn()
    press(LineModel.erase)
  }

  private func waitUntilDrawn() throws {
    try prompt.terminal.waitAtRest(
      until: { isMisdrawn || Self.beforeCursor($0).hasSuffix("§") }, timeout: 20)
  }

  /// Compares line and screen with the model, and the screen with what the line drawn anew is.
  func compare(_ story: String) throws {
    press(Self.mark)
    try waitUntilDrawn()
    if !isMisdrawn {
      let before = Self.shown(prompt.terminal.snapshot)
      #expect(before.letters == nil || before.letters == Self.letters(model.statement), "\(story)")
      try drawAnew()
      #expect(before == Self.shown(prompt.terminal.snapshot), "\(story)")
    }
    let statement = model.statement
    #expect(try line() == (statement.hasSuffix("\n") ? statement : statement + "\n"), "\(story)")
  }

  /// Draws the line in an empty window, and waits for it.
  private func drawAnew() throws {
    let start = prompt.terminal.output.count
    prompt.send("\u{C}")
    try prompt.wait { _ in
      String(decoding: prompt.terminal.output[start...], as: UTF8.self)
        .contains("\u{1B}[H\u{1B}[2J")
    }
    try waitUntilDrawn()
  }

  /// The line as an editor gets it.
  private func line() throws -> String? {
    prompt.send(isVi ? "\u{1B}v" : "\u{18}\u{5}")
    var line: String?
    try prompt.wait { _ in
      line = try? workspace.text(of: Self.written)
      return line != nil
    }
    try FileManager.default.removeItem(atPath: "\(workspace.path)/\(Self.written)")
    try prompt.terminal.waitAtRest(until: { _ in !prompt.terminal.isCooked }, timeout: 20)
    return line
  }

  func drop(clears: Bool) throws {
    prompt.send("\u{3}")
    try prompt.wait { $0.line == "cq*>" }
    guard clears else { return }
    prompt.send("\u{C}")
    try prompt.wait { $0.text == "cq*>" }
  }

  /// What the row of the cursor has before it; at its start the row above, which is full then, or
  /// tells of rows that are not shown.
  private static func beforeCursor(_ screen: Screen) -> String {
    let cursor = screen.cursor
    if cursor.column == 0, cursor.row > 0 {
      let above = screen.rows[cursor.row - 1]
      return above.hasPrefix("↑") ? "§" : above
    }
    var left = cursor.column
    var before = String.UnicodeScalarView()
    for scalar in screen.line.unicodeScalars {
      left -= LineModel.width(of: scalar)
      if left < 0 { break }
      before.append(scalar)
    }
    return String(before)
  }

  /// What is seen of a statement.
  private struct Shown: Equatable {
    var rows: [String]
    var row: Int
    var column: Int
    /// Without leads and blanks; nil where not all of it is seen.
    var letters: String?
  }

  private static func shown(_ screen: Screen) -> Shown {
    // Where letters are commands of vi there is a colon.
    let first = screen.rows.lastIndex { $0.hasPrefix("cq*") || $0.hasPrefix("↑") } ?? 0
    let rows = screen.rows[first...].reversed().drop(while: \.isEmpty).reversed()
    let isWhole = !rows.contains { $0.hasPrefix("↑") || $0.hasPrefix("↓") }
    let text = rows.enumerated().map { index, row in
      let row = index == 0 ? row.replacing("cq*:", with: "cq*>") : row
      let lead = index == 0 ? "cq*>" : "   ...>"
      return row.hasPrefix(lead) ? String(row.dropFirst(lead.count)) : row
    }
    return Shown(
      rows: Array(rows), row: screen.cursor.row - first, column: screen.cursor.column,
      letters: isWhole ? letters(text.joined()) : nil)
  }

  private static func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
}
