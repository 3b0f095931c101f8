// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// A walk over windows gives what the exact way gives, or refuses.
@Suite struct WindowAgreementTests {
  /// Checks one text in windows of all kinds; true where it was clean and walked over.
  private static func agrees(_ text: [UInt8], _ layout: WindowWalker.Layout) -> Bool {
    let exact = WindowReading(exactly: text, layout)
    let mayBeRefused = exact.map { $0.mayBeRefused(text, layout) } ?? true
    var isWalked = true
    for cutting in Cutting.all {
      let walked = WindowReading(walking: text, layout, cutting)
      if walked == nil { isWalked = false }
      #expect(
        walked == exact || walked == nil && mayBeRefused,
        "\(layout), \(cutting): \(String(decoding: text, as: UTF8.self))")
    }
    return isWalked
  }

  @Test(arguments: 0..<10, [WindowWalker.Layout.lines, .elements])
  func generatedTextsAgree(_ seed: Int, _ layout: WindowWalker.Layout) {
    var generator = WindowTextGenerator(seed: UInt64(seed), layout)
    var clean = 0
    for _ in 0..<20 where Self.agrees(generator.text(), layout) { clean += 1 }
    #expect(clean > 10)
  }

  @Test(arguments: 0..<20, [WindowWalker.Layout.lines, .elements])
  func damagedTextsAgree(_ seed: Int, _ layout: WindowWalker.Layout) {
    var generator = WindowTextGenerator(seed: UInt64(seed), layout, records: 0...4)
    var clean = 0
    for _ in 0..<60 where Self.agrees(generator.damaged(generator.text()), layout) { clean += 1 }
    #expect(clean < 60)
  }
}

/// Makes lists and lines of records of all kinds of values.
private struct WindowTextGenerator {
  private static let names = [
    "id", "b", "ü", "a name of more than sixteen bytes", "a name of more than sixteen others",
    "sixteen bytes ab", "fifteen bytes a", "", "x", "y,", "{",
  ]
  private static let numbers = [
    "0", "-0", "7", "-12", "123456789", "12345678", "-1234567", "0.5", "-0.25", "10.0", "1e5",
    "1E-2", "2.5e+10", "999999999999999999", "-999999999999999999", "9223372036854775807",
    "-9223372036854775808", "9223372036854775808", "-9223372036854775809",
    "123456789012345678901234567890", "3.14159265358979323846", "1000000.25", "0e0", "-1.5",
  ]
  /// Texts that are days, or nearly.
  private static let days = [
    "2024-02-29", "1999-12-31", "0001-01-01", "2023-02-29", "2024-13-01", "2024-04-31",
    "0000-01-01", "2024-01-01 ", "2024-01-3", "2024-1-31", "2024\\u002d01-31", "2024/01/31",
    "2024-01-31T09:30:00", "2024-01-3\\u0031",
  ]
  private static let pieces = [
    "a", "plain words", "é", "😀", "\\n", "\\\"", "\\\\", "\\u00e9", "\\ud83d\\ude00", "\\uD800",
    "\\/", "{\\\"", "},{", "]", ",", ":", "[", " ", "\u{7F}", "'", "true", "12",
  ]
  /// What stands in the place of bytes of a damaged text, or between them.
  private static let damage: [UInt8] =
    Array("\"\\{}[]:, \n\t0-9.eEtfnulx/+a".utf8) + [0, 0x0C, 0x1A, 0x1F, 0x80, 0xC3, 0xED, 0xFF]

  private var numbers: Seeded
  private let layout: WindowWalker.Layout
  private let counts: ClosedRange<Int>
  /// Whether this text has space between its tokens.
  private var isSpaced = false

  init(seed: UInt64, _ layout: WindowWalker.Layout, records counts: ClosedRange<Int> = 0...30) {
    numbers = Seeded(seed)
    self.layout = layout
    self.counts = counts
  }

  mutating func text() -> [UInt8] {
    isSpaced = chance(3)
    let records = (0..<Int.random(in: counts, using: &numbers)).map { _ in
      chance(400) ? value(depth: 1) : object(depth: 3)
    }
    switch layout {
    case .elements:
      let comma = pick([",", ",", ",\n", " , ", ",\r\n  "])
      let text = records.joined(separator: comma)
      return Array((space() + "[\(space())\(text)\(space())]" + space()).utf8)
    case .lines:
      var text = ""
      for record in records {
        text += record + pick(["\n", "\n", "\n", "\r\n", " \n", "\n\n"])
        if chance(400) { text.removeLast() }
      }
      return Array((chance(4) ? String(text.dropLast()) : text).utf8)
    }
  }

  /// The text with one to three bytes changed, taken away or added, or cut.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &numbers) where !text.isEmpty {
      let place = Int.random(in: 0..<text.count, using: &numbers)
      let byte = Self.damage.randomElement(using: &numbers) ?? 0
      switch Int.random(in: 0..<7, using: &numbers) {
      case 0, 1: text[place] = byte
      case 2, 3: text.insert(byte, at: place)
      case 4, 5: text.remove(at: place)
      default: text.removeSubrange(place...)
      }
    }
    return text
  }

  private mutating func object(depth: Int) -> String {
    var names: [String] = []
    for name in Self.names where chance(2) { names.append(name) }
    if chance(4) { names.shuffle(using: &numbers) }
    if chance(1000) { names.append(pick(["id", "x"])) }
    if chance(150) { names += (0..<300).map { "k\($0)" }.filter { _ in chance(2) } }
    if chance(1000) { names.append("e\\u0078") }
    let members = names.map { "\(space())\"\($0)\"\(space()):\(space())\(value(depth: depth - 1))" }
    return "{\(members.joined(separator: space() + ","))\(space())}"
  }

  private mutating func value(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 10 : 7), using: &numbers) {
    case 0: return "null"
    case 1: return pick(["true", "false"])
    case 2, 3: return pick(Self.numbers)
    case 4, 5: return "\"\(words())\""
    case 6: return "\"\(pick(Self.days))\""
    case 7, 8:
      let count = pick([0, 1, 2, 5])
      let items = (0..<count).map { _ in value(depth: depth - 1) }
      return "[\(space())\(items.joined(separator: space() + "," + space()))\(space())]"
    default: return object(depth: depth)
    }
  }

  private mutating func words() -> String {
    (0..<Int.random(in: 0...6, using: &numbers)).map { _ in pick(Self.pieces) }.joined()
  }

  private mutating func space() -> String {
    guard isSpaced else { return "" }
    return pick(layout == .lines ? ["", " ", "\t", "\r"] : ["", " ", "\n", "\n    ", "\t"])
  }

  private mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[Int.random(in: 0..<choices.count, using: &numbers)]
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &numbers) == 0
  }
}
