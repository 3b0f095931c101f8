// SPDX-License-Identifier: MIT

import LineEditing
import Testing

@Suite struct KeyDecoderTests {
  private static func keys(_ bytes: [UInt8]) -> [Key] {
    var rest = bytes[...]
    var keys: [Key] = []
    while let first = rest.popFirst() {
      let decoder = KeyDecoder(
        nextByte: { _ in rest.popFirst() }, putBack: { rest.insert($0, at: rest.startIndex) })
      keys.append(decoder.key(startingWith: first))
    }
    return keys
  }

  @Test(arguments: [
    ("aé漢👍", [Key.character("a"), .character("é"), .character("漢"), .character("👍")]),
    ("\u{3}\u{7f}\r", [.control(3), .control(0x7f), .control(13)]),
    ("\u{1b}", [.control(0x1b)]),
    ("\u{1b}[A\u{1b}OB\u{1b}[1;5C\u{1b}[1;3D", [.up, .down, .wordRight, .wordLeft]),
    ("\u{1b}[H\u{1b}[4~\u{1b}[3~\u{1b}OF", [.home, .end, .delete, .end]),
    ("\u{1b}\r\u{1b}[13;3u", [.newRow, .newRow]),
    (
      "\u{1b}OP\u{1b}[11~\u{1b}[1;2P\u{1b}[[A\u{1b}[[Bx",
      [
        .help, .help, .help, .help, .unknown, .character("x"),
      ]
    ),
    ("\u{1b}bx", [.alternate(UInt8(ascii: "b")), .character("x")]),
    ("\u{1b}[15~\u{1b}[99;99Zx", [.unknown, .unknown, .character("x")]),
    ("\u{1b}[200~a\r\nb\u{1b}[2\u{1b}[201~c", [.paste("a\r\nb\u{1b}[2"), .character("c")]),
    ("\u{1b}[200~lost", [.paste("lost")]),
  ])
  func decodes(typed: String, keys: [Key]) {
    #expect(Self.keys(Array(typed.utf8)) == keys)
  }

  @Test(
    arguments: [
      [0xff], [0x80], [0xc0, 0xaf], [0xe2, 0x82], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func dropsWhatIsNoText(bytes: [UInt8]) {
    #expect(Self.keys(bytes).allSatisfy { $0 == .unknown })
  }

  /// What stands behind half of something is a key of its own.
  @Test(
    arguments: [
      ([0xc3, 0x03], .control(3)), ([0xe6, 0xbc, 0x0d], .control(13)),
      ([0xf0, 0x9f, 0x61], .character("a")), ([0x1b, 0x5b, 0x31, 0x03], .control(3)),
      ([0xe6, 0xc3, 0xa9], .character("é")),
    ] as [([UInt8], Key)])
  func losesNoKeyBehindABrokenOne(bytes: [UInt8], key: Key) {
    #expect(Self.keys(bytes) == [.unknown, key])
  }

  /// Ctrl-C that is pasted is text; after a pause it is a person who waits for the end of a paste.
  @Test(arguments: [
    ("ab\u{3}c", 0, [Key.paste("ab\u{3}c")]),
    ("ab\u{3}c", 9, [.paste("ab"), .control(3), .character("c")]),
    ("ab\u{3}c", 8, [.paste("ab\u{3}c")]),
  ])
  func endsALostPaste(typed: String, pause: Int, keys: [Key]) {
    var rest = Array("\u{1b}[200~\(typed)".utf8)[...]
    var isLate = pause == 0
    var found: [Key] = []
    while let first = rest.popFirst() {
      let decoder = KeyDecoder(
        nextByte: { milliseconds in
          guard isLate || rest.startIndex < pause - 1 else {
            isLate = true
            return nil
          }
          return rest.popFirst()
        }, putBack: { rest.insert($0, at: rest.startIndex) })
      found.append(decoder.key(startingWith: first))
    }
    #expect(found == keys)
  }

  @Test func cutsAnEndlessPaste() {
    let text = String(repeating: "x", count: 200_000)
    #expect(Self.keys(Array("\u{1b}[200~\(text)\u{1b}[201~z".utf8)).count == 2)
  }

  @Test(arguments: [
    ("a\tb\r\nc\rd\n", "a b\nc\nd\n"), ("\u{1b}[31mred\u{7}\u{7f}\u{0}", "[31mred"),
    ("\u{9b}31m\u{85}x", "31mx"), ("a\u{202e}b\u{200b}\u{feff}\u{e0041}\u{2028}c", "abc"),
    ("é漢👩‍👧", "é漢👩‍👧"),
  ])
  func cleansText(text: String, clean: String) {
    #expect(PlainText.clean(text) == clean)
  }

  /// No scalar that a terminal obeys survives, and everything printable does.
  @Test func cleansEveryScalar() {
    let kept = (0...UInt32(0x10ffff)).compactMap(Unicode.Scalar.init).filter(PlainText.isSafe)
    let control = kept.filter { $0.properties.generalCategory == .control }
    #expect(control.isEmpty)
    #expect(kept.count > 1_111_000)
    #expect(PlainText.ascii("   …> é\n") == "   ...> ? ")
  }
}
