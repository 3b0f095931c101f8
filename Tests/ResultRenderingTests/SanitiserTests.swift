// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import Testing

struct SanitiserTests {
  private static let samples: [(String, String)] = [
    ("Dream", "Dream"), ("Chloé – 名前 ★", "Chloé – 名前 ★"), ("a\tb\r\nc", #"a\tb\r\nc"#),
    ("\u{1B}[31mred", #"\u{1B}[31mred"#), ("\0\u{7F}\u{9B}2J", #"\u{0}\u{7F}\u{9B}2J"#),
    ("a\u{202E}b\u{2069}", #"a\u{202E}b\u{2069}"#), ("a\u{200B}b\u{FEFF}", #"a\u{200B}b\u{FEFF}"#),
    ("a\u{200C}b", #"a\u{200C}b"#), ("a\u{2028}b", #"a\u{2028}b"#), ("\u{E0041}", #"\u{E0041}"#),
    ("\u{E000}\u{FFFE}\u{378}", #"\u{E000}\u{FFFE}\u{378}"#), ("a\u{AD}b", #"a\u{AD}b"#),
    // Joiners and selectors are parts of emoji, and nothing elsewhere.
    ("👩‍👩‍👧❤️🏳️‍🌈1️⃣", "👩‍👩‍👧❤️🏳️‍🌈1️⃣"), ("a\u{200D}b", #"a\u{200D}b"#),
    ("👩\u{200D}", #"👩\u{200D}"#), ("👩\u{200D}a", #"👩\u{200D}a"#), ("\u{200D}👩", #"\u{200D}👩"#),
    ("1\u{200D}2", #"1\u{200D}2"#), ("a\u{FE0F}", #"a\u{FE0F}"#), ("1\u{FE0F}", #"1\u{FE0F}"#),
    ("❤\u{FE0F}\u{FE0F}", #"❤️\u{FE0F}"#), ("葛\u{E0100}", #"葛\u{E0100}"#),
    // Marks need a base, and eight are enough for any.
    ("\u{301}a", #"\u{301}a"#), ("\u{7}\u{301}", #"\u{7}\u{301}"#), ("e\u{301}", "e\u{301}"),
    (
      "e" + String(repeating: "\u{301}", count: 10) + "x\u{301}",
      "e" + String(repeating: "\u{301}", count: 8) + #"\u{301}\u{301}x"# + "\u{301}"
    ),
  ]

  @Test func showsWhatWouldActOrHide() {
    let wrong = Self.samples.filter { !Sanitiser.visible($0.0).utf8.elementsEqual($0.1.utf8) }
    #expect(wrong.map { Sanitiser.visible($0.0) } == [])
    #expect(Sanitiser.visible(bytes: [0x61, 0xFF, 0xC3, 0x28]) == #"a\x{FF}\x{C3}("#)
    #expect(Sanitiser(ascii: true).text("Chloé\u{7}") == #"Chlo?\u{7}"#)
    #expect(Sanitiser(escapes: false, ascii: true).text("é\n") == "?\n")
  }

  /// Endless chains of joiners and marks do not grow one cell without end.
  @Test func chainsAreCut() {
    let chain = Sanitiser.visible(String(repeating: "👩\u{200D}", count: 40) + "👩")
    #expect(chain.map { $0.unicodeScalars.count }.max() ?? 0 <= 2 * UnsafeBytes.maximumJoined + 1)
    #expect(chain.unicodeScalars.filter { $0.properties.isEmojiPresentation }.count == 41)
  }

  @Test func everyScalarIsSafe() {
    var output: [UInt8] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      Sanitiser().append(Array(UTF8.encode(scalar) ?? .init())[...], to: &output)
    }
    #expect(!UnsafeBytes.holds(output))
  }

  /// The scalars of all planes, each after a letter and in a row of its own; of the planes that are
  /// ideographs, unassigned or private throughout, which the formats cannot tell apart, every 16th.
  private static let scalarsOfAllPlanes: [Batch] = (0..<17).map { plane in
    let isUniform = plane > 1 && plane != 14
    let start = UInt32(plane) << 16
    var texts = PackedTextBuilder()
    for value in stride(from: start, to: start + 0x10000, by: isUniform ? 16 : 1) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      texts.append([UInt8(ascii: "a")] + Array(UTF8.encode(scalar) ?? .init()))
    }
    return Batch([.text(TextColumn(texts.finish()))], count: texts.count)
  }

  @Test(arguments: allForms) func everyScalarIsSafe(as form: OutputForm) {
    var unsafe: [Int] = []
    for (plane, batch) in Self.scalarsOfAllPlanes.enumerated() {
      var renderer = form.makeRenderer(
        columns: [ResultColumn("text", .text)], options: RenderOptions(sanitise: true))
      var output: [UInt8] = []
      renderer.add(batch, to: &output)
      renderer.finish(footer: nil, to: &output)
      if UnsafeBytes.holds(output) { unsafe.append(plane) }
    }
    #expect(unsafe == [])
  }

  @Test(arguments: allForms) func namesListsAndFootersAreSafe(form: OutputForm) {
    let hostile = Self.samples.map(\.0).joined(separator: "\u{1B}]0;x\u{7}")
    let columns: [(String, ValueType, [Value])] = [
      (hostile, .id, [.text("1")]), ("list", .list(.text), [.list([.text(hostile)])]),
      ("record", .record([RecordMember(hostile, .text)]), [.record([.init(hostile, .text("1"))])]),
      ("any", .any, [.text(hostile)]), ("name", .text, [.text(hostile)]),
    ]
    let output = rendered(
      form, columns, RenderOptions(width: 9999, sanitise: true), footer: hostile)
    #expect(!UnsafeBytes.holds(Array(output.utf8), allowing: UnsafeBytes.partsOfEmoji))
  }

  @Test func everyPairOfBytesIsSafe() {
    var output: [UInt8] = []
    var vanished: [[UInt8]] = []
    for first in UInt8.min...UInt8.max {
      for second in UInt8.min...UInt8.max {
        let before = output.count
        Sanitiser().append([first, second], to: &output)
        if output.count < before + 2 { vanished.append([first, second]) }
      }
    }
    #expect(!UnsafeBytes.holds(output))
    #expect(vanished == [])
  }
}

/// What must not be in the output, said a second time and in another way than the product says it.
enum UnsafeBytes {
  static let maximumJoined = 8
  static let partsOfEmoji: Set<Unicode.Scalar> = ["\u{200D}", "\u{FE0F}"]

  /// Whether bytes hold anything that a terminal acts on or does not show, or no UTF-8 at all. Line
  /// ends and tabs are the renderers' own.
  static func holds(_ bytes: [UInt8], allowing allowed: Set<Unicode.Scalar> = []) -> Bool {
    guard String(validating: bytes, as: UTF8.self) != nil else { return true }
    var value: UInt32 = 0
    for byte in bytes {
      if byte < 0x80 {
        if byte < 0x20 ? byte != 0x09 && byte != 0x0A : byte == 0x7F { return true }
        continue
      }
      // A lead byte begins a value, the others add six bits; it is whole when it is a scalar's.
      if byte >= 0xC0 { value = UInt32(byte) } else { value = value << 6 | UInt32(byte & 0x3F) }
      if let scalar = whole(value), isUnsafe(scalar), !allowed.contains(scalar) { return true }
    }
    return false
  }

  /// The scalar of a lead byte and the six bits of each byte after it, when all are there.
  private static func whole(_ value: UInt32) -> Unicode.Scalar? {
    switch value {
    case 0xC2 << 6..<0xE0 << 6: Unicode.Scalar(value - 0xC0 << 6)
    case 0xE0 << 12..<0xF0 << 12: Unicode.Scalar(value - 0xE0 << 12)
    case 0xF0 << 18..<0xF8 << 18: Unicode.Scalar(value - 0xF0 << 18)
    default: nil
    }
  }

  private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x7F..<0xA0, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x3164, 0xFFA0,
      0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0x180B...0x180F, 0x200B...0x200F, 0x2028...0x202E,
      0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF, 0xFFF0...0xFFFB, 0xE000...0xF8FF,
      0xFDD0...0xFDEF, 0xE0000...0x10FFFF:
      true
    default:
      scalar.value & 0xFFFE == 0xFFFE || scalar.properties.generalCategory == .unassigned
    }
  }
}
