// SPDX-License-Identifier: MIT

import Glibc
import LineEditing
import Testing

/// What waits at the terminal is taken at once as far as it is text, and no further.
@Suite struct TypedAheadTests {
  /// What is taken of bytes that wait, behind their first key, and the keys that are left.
  private static func ahead(
    _ bytes: [UInt8], room: Int = 65_536
  ) throws -> (text: String, rest: [InputEvent]) {
    var ends: [Int32] = [0, 0]
    try #require(unsafe pipe(&ends) == 0)
    var signals: [Int32] = [0, 0]
    try #require(unsafe pipe(&signals) == 0)
    defer { for end in [ends[0], signals[0], signals[1]] { close(end) } }
    #expect(unsafe write(ends[1], bytes, bytes.count) == bytes.count)
    close(ends[1])
    let input = KeyInput(wakeDescriptor: signals[0], descriptor: ends[0])
    _ = input.next()
    // `#` stands for a key that a person has bound.
    let scalars = input.charactersAhead(within: room) {
      (0x20..<0x7f).contains($0) && $0 != UInt8(ascii: "#")
    }
    var rest: [InputEvent] = []
    while rest.count < 4, rest.last != .end { rest.append(input.next()) }
    return (String(String.UnicodeScalarView(scalars)), rest)
  }

  private static let words = String(repeating: "é word ", count: 12)

  @Test(
    arguments: [
      ([0x03], [.key(.control(3)), .key(.character("x"))]),
      ([0x0d], [.key(.control(13)), .key(.character("x"))]),
      ([0x7f], [.key(.control(0x7f)), .key(.character("x"))]),
      (Array("#".utf8), [.key(.character("#")), .key(.character("x"))]),
      (Array("\u{1b}[A".utf8), [.key(.up), .key(.character("x"))]),
      (
        Array("\u{1b}[200~a\rb\u{1b}[201~".utf8),
        [.key(.paste("a\rb")), .key(.character("x"))]
      ),
    ] as [([UInt8], [InputEvent])])
  func stopsAtWhatIsNoText(stop: [UInt8], rest: [InputEvent]) throws {
    let found = try Self.ahead(Array(("." + Self.words).utf8) + stop + Array("x".utf8))
    #expect(found.text == Self.words)
    #expect(found.rest == rest + [.end])
  }

  /// Bytes that are no UTF-8 vanish, as do characters that a terminal obeys or hides; what stands
  /// behind them does not.
  @Test(
    arguments: [
      [0xff], [0xc3], [0xe6, 0xbc], [0xf0, 0x9f, 0x91], [0xc2, 0x9b], [0xe2, 0x80, 0xae],
    ] as [[UInt8]])
  func dropsWhatIsNoCharacter(bytes: [UInt8]) throws {
    let found = try Self.ahead(Array(("." + Self.words).utf8) + bytes + Array("x\ry".utf8))
    #expect(found.text == Self.words + "x")
    #expect(found.rest == [.key(.control(13)), .key(.character("y")), .end])
  }

  /// Half a character at the end of what waits has its other half behind it, or none.
  @Test func endsWithinACharacter() throws {
    let found = try Self.ahead(Array(("." + Self.words).utf8) + [0xe6, 0xbc])
    #expect(found.text == Self.words)
    #expect(found.rest == [.end])
  }

  /// A character takes four bytes at most, and there is room for as many.
  @Test(arguments: [0, 3, 4, 5, 64])
  func stopsAtTheLimit(room: Int) throws {
    let found = try Self.ahead(Array(("." + String(repeating: "漢", count: 40)).utf8), room: room)
    #expect(found.text.utf8.count <= room)
    #expect(found.text.count == (room < 4 ? 0 : (room - 4) / 3 + 1))
    #expect(found.rest.first == .key(.character("漢")))
  }

  /// Few bytes are keys that a person types.
  @Test func leavesSingleKeys() throws {
    let found = try Self.ahead(Array(".abc".utf8))
    #expect(found.text == "")
    let keys = "abc".unicodeScalars.map { InputEvent.key(.character($0)) }
    #expect(found.rest == keys + [.end])
  }
}
