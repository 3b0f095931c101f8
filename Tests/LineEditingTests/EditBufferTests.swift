// SPDX-License-Identifier: MIT

import LineEditing
import Testing

@Suite struct EditBufferTests {
  init() { LineEditor.useUTF8() }

  /// A statement with `¦` at the cursor, so that a case shows the place.
  private static func buffer(_ marked: String) -> EditBuffer {
    let parts = marked.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
    return EditBuffer(
      statement: parts.joined(), cursor: parts[0].utf8.count, margin: 4)
  }

  private static func marked(_ buffer: EditBuffer) -> String {
    let bytes = Array(buffer.statement.utf8)
    return String(decoding: bytes[..<buffer.statementCursor], as: UTF8.self) + "¦"
      + String(decoding: bytes[buffer.statementCursor...], as: UTF8.self)
  }

  @Test func hasAMarginBeforeEachFurtherRow() {
    let buffer = EditBuffer(statement: "é\n  b\n", margin: 4)
    #expect(String(String.UnicodeScalarView(buffer.scalars)) == "é\n      b\n    ")
    #expect(buffer.statement == "é\n  b\n")
    #expect(buffer.statementCursor == 7)
    #expect(buffer.rowStarts == [0, 6, 14])
    #expect(buffer.endsWithBlankRow)
  }

  @Test(arguments: [
    ("left", "a\n¦b", "a¦\nb"), ("left", "¦a", "¦a"), ("left", "漢¦", "¦漢"),
    ("right", "a¦\nb", "a\n¦b"), ("right", "a¦", "a¦"),
    ("back", "a\n¦b", "a¦b"), ("back", "é¦b", "¦b"), ("back", "¦b", "¦b"),
    ("back", "a\n ¦b", "a\n¦b"),
    ("delete", "a¦\nb", "a¦b"), ("delete", "a¦", "a¦"), ("delete", "¦é", "¦"),
    ("start", "ab\ncd¦", "ab\n¦cd"), ("start", "ab¦", "¦ab"),
    ("end", "a¦b\ncd", "ab¦\ncd"), ("end", "ab\n¦", "ab\n¦"),
    ("newline", "a¦b", "a\n¦b"),
    ("up", "abc\nd\nef¦", "abc\nd¦\nef"), ("up", "abc\nd¦\n", "a¦bc\nd\n"), ("up", "a¦", "a¦"),
    ("down", "a¦bc\ndef", "abc\nd¦ef"), ("down", "abc¦\n\nx", "abc\n¦\nx"),
    ("down", "a\nb¦", "a\nb¦"),
    // A character of several scalars goes, and is passed, as a whole.
    ("back", "a👩‍👩‍👧¦", "a¦"), ("back", "🇩🇪🇫🇷¦", "🇩🇪¦"), ("back", "e\u{301}¦", "¦"), ("back", "👍🏽¦", "¦"),
    ("back", "a\n\u{301}¦", "a\n¦"), ("left", "a🇩🇪🇫🇷¦", "a🇩🇪¦🇫🇷"),
    ("left", "1\u{fe0f}\u{20e3}¦", "¦1\u{fe0f}\u{20e3}"),
    ("right", "¦🇩🇪🇫🇷", "🇩🇪¦🇫🇷"), ("delete", "¦👩‍👩‍👧b", "¦b"), ("delete", "🇩🇪¦🇫🇷x", "🇩🇪¦x"),
    ("down", "ab¦\n👩‍👩‍👧c", "ab\n¦👩‍👩‍👧c"), ("up", "🇩🇪\na¦b", "¦🇩🇪\nab"),
    ("swap", "ab¦c", "acb¦"), ("swap", "abc¦", "acb¦"), ("swap", "¦ab", "¦ab"),
    ("swap", "ab¦\nc", "ba¦\nc"),
    ("swap", "a\n¦b", "a\n¦b"), ("swap", "a👩‍👩‍👧¦", "👩‍👩‍👧a¦"), ("swap", "🇩🇪¦e\u{301}x", "e\u{301}🇩🇪¦x"),
    ("swap before", "abc¦d", "acb¦d"),
  ])
  func edits(edit: String, before: String, after: String) {
    var buffer = Self.buffer(before)
    switch edit {
    case "left": buffer.moveLeft()
    case "right": buffer.moveRight()
    case "back": buffer.deleteBackward()
    case "delete": buffer.deleteForward()
    case "start": buffer.moveToRowStart()
    case "end": buffer.moveToRowEnd()
    case "newline": buffer.insert("\n")
    case "swap": buffer.transpose()
    case "swap before": buffer.transpose(before: true)
    default: #expect(buffer.move(rows: edit == "up" ? -1 : 1) == (before != after))
    }
    #expect(Self.marked(buffer) == after)
    #expect(!buffer.isInMargin)
  }

  @Test(arguments: [
    // A prompt of 2 columns in a terminal of 10: the cursor and the last place, row and column.
    ("abc¦", [0, 5], [0, 5], []), ("12345678¦", [1, 0], [1, 0], []),
    ("1234567¦漢", [1, 0], [1, 2], []), ("¦a\nb", [0, 2], [1, 5], [1]),
    ("12345678\nb¦", [2, 5], [2, 5], [2]),
    // A mark has no column, a joiner neither; a number stands for what is not printable.
    ("e\u{301}x¦", [0, 4], [0, 4], []), ("👩\u{200D}👧¦", [0, 6], [0, 6], []),
    ("ab\u{378}¦", [1, 1], [1, 1], []),
  ])
  func laysOutAsTheTerminalDoes(text: String, cursor: [Int], end: [Int], rows: [Int]) {
    let layout = ScreenLayout(prompt: "> ", buffer: Self.buffer(text), columns: 10)
    #expect([layout.cursor.row, layout.cursor.column] == cursor)
    #expect([layout.end.row, layout.end.column] == end)
    #expect(layout.continuationRows == rows)
  }

  /// A character and its marks, the row and the column.
  @Test(arguments: [
    ("xe\u{301}\u{323}y", ["e\u{301}\u{323} 0 3"]), ("1234567e\u{301}", ["e\u{301} 0 9"]),
    ("1234567漢\u{301}", ["漢\u{301} 1 0"]), ("a\n\u{301}", []), ("\u{301}a", []),
    ("👩\u{200D}❤\u{FE0F}", []), ("a\u{200D}\u{301}", []), ("\u{378}\u{301}", []),
    ("e" + String(repeating: "\u{301}", count: 9), ["e\u{301}\u{301}\u{301}\u{301} 0 2"]),
  ])
  func placesMarks(text: String, places: [String]) {
    let layout = ScreenLayout(
      prompt: "> ", buffer: EditBuffer(statement: text, margin: 0), columns: 10)
    let found = layout.marked.map { "\($0.text) \($0.position.row) \($0.position.column)" }
    #expect(found.map { Array($0.unicodeScalars) } == places.map { Array($0.unicodeScalars) })
  }

  /// What is typed over ends with its row.
  @Test(arguments: [
    ("ab¦cd", "xyz", "abxyz¦"), ("a¦b\nc", "xy", "axy¦\nc"), ("a¦bcd", "x", "ax¦cd"),
    ("ab¦", "x", "abx¦"), ("¦👩‍👩‍👧b", "x", "x¦b"), ("👩¦👧b", "\u{200D}", "👩\u{200D}¦👧b"),
    ("¦a🇩🇪c", "xy", "xy¦c"),
  ])
  func overwrites(before: String, text: String, after: String) {
    var buffer = Self.buffer(before)
    buffer.overwrite(Array(text.unicodeScalars))
    #expect(Self.marked(buffer) == after)
  }

  /// A character is passed with its marks, and deleted with them.
  @Test func passesMarks() {
    var buffer = Self.buffer("ae\u{301}\u{323}👩\u{200D}👧¦b")
    buffer.moveLeft()
    #expect(Self.marked(buffer) == "ae\u{301}\u{323}¦👩\u{200D}👧b")
    buffer.moveLeft()
    #expect(Self.marked(buffer) == "a¦e\u{301}\u{323}👩\u{200D}👧b")
    buffer.moveRight()
    #expect(Self.marked(buffer) == "ae\u{301}\u{323}¦👩\u{200D}👧b")
    buffer.deleteBackward()
    #expect(Self.marked(buffer) == "a¦👩\u{200D}👧b")
    buffer.deleteForward()
    #expect(Self.marked(buffer) == "a¦b")
  }

  @Test(arguments: [
    ("ab¦cd", 1, "abx¦d"), ("ab¦cd", 9, "abxx¦"), ("ab¦", 2, "ab¦"), ("a¦\nb", 1, "a\n¦b"),
    ("¦👩‍👩‍👧🇩🇪c", 2, "xx¦c"), ("¦🇩🇪\nb", 3, "x¦\nb"),
  ])
  func replaces(before: String, count: Int, after: String) {
    var buffer = Self.buffer(before)
    buffer.replace(count, with: "x")
    #expect(Self.marked(buffer) == after)
  }
}
