// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// A search through the bytes of lines finds each that holds what is sought, and few others.
@Suite struct LineSearchTests {
  private static func search(
    _ literal: String, _ mode: TextPattern.Mode = .contains, exact: Bool = false
  ) -> LineSearch? {
    LineSearch([PartFilter(conditions: [holds(literal, mode, exact: exact)])])
  }

  private static func holds(
    _ literal: String, _ mode: TextPattern.Mode = .contains, exact: Bool = false
  ) -> PartCondition {
    .holds(field: 0, TextPattern(literal, mode: mode, exact: exact).sought)
  }

  /// The lines that are found; nil where all are to be parsed.
  private static func found(_ search: LineSearch?, in lines: [String]) -> [String]? {
    let text = lines.map { $0 + "\n" }.joined()
    let found = search?.records(of: Payload(name: "x", bytes: text.utf8))
    #expect(found.map { $0.count == $0.text.bytes.count { $0 == UInt8(ascii: "\n") } } ?? true)
    return found.map { found in
      String(decoding: found.text.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }
  }

  private static let others = (0..<9).map { #"{"id":\#($0),"name":"plain words"}"# }

  @Test(
    arguments: [
      ("Shoes", .contains, false, #"{"name":"red SHOÉS x"}"#),
      ("Shoes", .equals, false, #"{"name":"shoes"}"#),
      ("Shoes", .startsWith, false, #"{"name":"Shoes and more"}"#),
      ("Shoes", .endsWith, true, #"{"name":"more Shoes"}"#),
      ("Shoes", .contains, true, #"{"name":"\u0053hoes"}"#),
      ("50/60 \"x\"", .equals, false, #"{"name":"50\/60 \"X\""}"#),
      ("straße", .contains, false, #"{"name":"STRASSE"}"#),
    ] as [(String, TextPattern.Mode, Bool, String)])
  func findsTheLine(_ sought: String, _ mode: TextPattern.Mode, _ exact: Bool, _ line: String) {
    let search = Self.search(sought, mode, exact: exact)
    #expect(Self.found(search, in: Self.others + [line]) == [line])
    #expect(Self.found(search, in: [line] + Self.others) == [line])
    #expect(Self.found(search, in: Self.others) == [])
  }

  @Test func findsEachOfSeveral() {
    let search = LineSearch([
      PartFilter(conditions: [
        .compares(field: 1, .less, .number(Decimal(3))), Self.holds("word"),
        .any([Self.holds("blue jacket"), Self.holds("shirt", .equals)]),
      ])
    ])
    let lines = [#"{"a":"blue jackets"}"#, #"{"a":"Shirt"}"#]
    #expect(
      Self.found(search, in: [lines[0]] + Self.others + [lines[1], #"{"a":"shirts"}"#]) == lines)
  }

  /// What is short stands everywhere, and of what is no text nothing is found.
  @Test func doesNotLookForEverything() {
    #expect(Self.search("ab") == nil)
    #expect(Self.search("a\"b\\c/d") == nil)
    #expect(LineSearch([]) == nil)
    #expect(LineSearch([PartFilter(conditions: [.isNull(field: 0)])]) == nil)
    let mixed = PartCondition.any([Self.holds("long enough"), .isNull(field: 1)])
    #expect(LineSearch([PartFilter(conditions: [mixed])]) == nil)
    let many = PartCondition.any((0..<9).map { Self.holds("word \($0)") })
    #expect(LineSearch([PartFilter(conditions: [many])]) == nil)
    let deep = (0..<200).reduce(Self.holds("a word")) { inner, _ in
      .any([Self.holds("a word"), inner])
    }
    #expect(LineSearch([PartFilter(conditions: [deep])]) == nil)
  }

  @Test func whereMostLinesHoldItAllAreParsed() {
    #expect(Self.found(Self.search("plain"), in: Self.others) == nil)
  }

  /// The last line need not be ended.
  @Test func takesTheLastLine() throws {
    let text = Self.others.map { $0 + "\n" }.joined() + #"{"name":"shoes"}"#
    let search = try #require(Self.search("shoes"))
    let found = try #require(search.records(of: Payload(name: "x", bytes: text.utf8)))
    #expect(String(decoding: found.text.bytes, as: UTF8.self) == #"{"name":"shoes"}"#)
    #expect(found.count == 1)
  }

  /// Whatever a value is written with, its line is found where the value holds what is sought.
  @Test func noLineIsMissed() {
    var chance = Seeded(5)
    let parts = [
      "a", "B", "ab", "é", "e\u{301}", "ß", "ﬁ", "K", "ſ", "x", "/", "\"", "\\", "\n", "-", "日本",
      " ",
    ]
    func text(_ most: Int) -> String {
      (0..<Int.random(in: 1...most, using: &chance)).map { _ in
        parts.randomElement(using: &chance) ?? ""
      }.joined()
    }
    func written(_ value: String) -> String {
      var result = ""
      for scalar in value.unicodeScalars {
        let unit = Array(String(scalar).utf16)
        if Int.random(in: 0..<12, using: &chance) == 0 {
          for unit in unit {
            let digits = String(unit, radix: 16)
            result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
          }
          continue
        }
        switch scalar {
        case "\"": result += "\\\""
        case "\\": result += "\\\\"
        case "\n": result += "\\n"
        case "/" where Bool.random(using: &chance): result += "\\/"
        default: result.unicodeScalars.append(scalar)
        }
      }
      return result
    }
    var searches = 0
    for _ in 0..<1_500 {
      let values = (0..<30).map { _ in text(6) }
      let lines = values.map { #"{"name":"\#(written($0))"}"# }
      let modes: [TextPattern.Mode] = [.contains, .equals, .startsWith, .endsWith]
      let mode = modes.randomElement(using: &chance) ?? .contains
      let pattern = TextPattern(text(4), mode: mode, exact: Bool.random(using: &chance))
      guard let search = LineSearch([PartFilter(conditions: [.holds(field: 0, pattern.sought)])]),
        let found = Self.found(search, in: lines)
      else { continue }
      searches += 1
      let matches = pattern.matches(TextColumn(PackedText(values))).indices.map { lines[$0] }
      #expect(matches.allSatisfy(found.contains), "\(pattern.text): \(matches) in \(found)")
    }
    #expect(searches > 300, "\(searches)")
  }
}
