// SPDX-License-Identifier: MIT

import LineEditing
import Testing

@Suite struct KeyDecoderTests {
  private static func keys(_ bytes: [UInt8]) -> [Key] {
    var rest = bytes[...]
    var keys: [Key] = []
    while let first = rest.popFirst() {
      let decoder = KeyDecoder(nextByte: { _ in rest.popFirst() })
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
