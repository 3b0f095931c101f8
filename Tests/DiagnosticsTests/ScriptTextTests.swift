// SPDX-License-Identifier: MIT

import Diagnostics
import TestSupport
import Testing

@Suite struct SourceTextTests {
  /// The place of every offset of a text, as `line:column` words.
  private static func places(_ source: ScriptText, past end: Int = 0) -> String {
    (0...source.bytes.count + end).map { offset in
      let place = source.place(of: offset)
      return "\(place.line):\(place.column)"
    }.joined(separator: " ")
  }

  @Test(arguments: [
    ("", "1:1"),
    ("ab", "1:1 1:2 1:3"),
    ("a\nb\n", "1:1 1:2 2:1 2:2 3:1"),
    ("\n\n", "1:1 2:1 3:1"),
    // A carriage return is a character of its line.
    ("a\r\nb", "1:1 1:2 1:3 2:1 2:2"),
    // An offset inside a character has the column after it.
    ("é|", "1:1 1:2 1:2 1:3"),
    ("漢\n👍x", "1:1 1:2 1:2 1:2 2:1 2:2 2:2 2:2 2:2 2:3"),
    // An accent of its own is a column of its own.
    ("e\u{301}x", "1:1 1:2 1:3 1:3 1:4"),
  ])
  func placesEveryOffset(text: String, places: String) {
    #expect(Self.places(ScriptText(name: "t", text)) == places)
  }

  @Test func clampsOffsets() {
    let source = ScriptText(name: "t", "ab\ncd")
    let places = [-1, 5, 6, 1000, .min, .max].map(source.place)
    #expect(places.map(\.line) == [1, 2, 2, 2, 1, 2])
    #expect(places.map(\.column) == [1, 3, 3, 3, 1, 3])
  }

  @Test(arguments: [
    ("ab\ncd\n", 0, "1 ab"), ("ab\ncd\n", 2, "1 ab"), ("ab\ncd\n", 3, "2 cd"),
    ("ab\ncd\n", 6, "3 "), ("ab\ncd\n", 99, "3 "), ("ab\ncd\n", -9, "1 ab"),
    ("ab\r\ncd\r\n", 3, "1 ab"), ("ab\r\ncd\r\n", 4, "2 cd"), ("ab\r", 0, "1 ab"),
    ("\r\n\r\n", 0, "1 "), ("\n", 1, "2 "), ("", 0, "1 "), ("日本\n本", 8, "2 本"),
  ])
  func findsLines(text: String, offset: Int, line: String) {
    let source = ScriptText(name: "t", text)
    let found = source.line(around: offset)
    #expect("\(found.number) \(source[found.range])" == line)
  }

  @Test func numbersExcerptsAsTheWholeDoes() {
    let source = ScriptText(name: "t", bytes: Array("x\ny".utf8), firstLine: 23)
    #expect(Self.places(source) == "23:1 23:2 24:1 24:2")
    #expect(source.line(around: 2).number == 24)
  }

  @Test func replacesInvalidBytes() {
    let source = ScriptText(name: "t", bytes: [0x61, 0xFF, 0x62])
    #expect(source[ScriptRange(0, 9)] == "a\u{FFFD}b")
    #expect(source[ScriptRange(-4, 1)] == "a")
  }

  /// Places and lines against a walk over the bytes, for random texts of few kinds of bytes.
  @Test func agreesWithAWalk() {
    var random = Seeded(1)
    var differences: [String] = []
    for _ in 0..<2_000 {
      let pieces = ["a", "\n", "\r\n", "é", "漢", "👍", "\r"]
      let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        pieces[Int.random(in: 0..<pieces.count, using: &random)]
      }.joined()
      let source = ScriptText(name: "t", text)
      var line = 1
      var column = 1
      for (offset, byte) in source.bytes.enumerated() {
        let found = source.place(of: offset)
        let isInside = byte & 0xC0 == 0x80
        if found.line != line || (!isInside && found.column != column) {
          differences.append("\(text.debugDescription) at \(offset): \(found)")
        }
        if byte & 0xC0 != 0x80 { column += 1 }
        if byte == UInt8(ascii: "\n") { (line, column) = (line + 1, 1) }
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }

  @Test func joinsRanges() {
    let range = ScriptRange(5, 2)
    #expect([range.start, range.end, range.count] == [5, 5, 0])
    #expect(range.isEmpty)
    #expect(ScriptRange(4, 6).union(ScriptRange(1, 2)) == ScriptRange(1, 6))
  }
}
