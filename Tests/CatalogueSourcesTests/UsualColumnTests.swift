// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import CatalogueSources

/// Columns that are made of all tokens at once hold what each value gives that is read by itself.
@Suite struct UsualColumnTests {
  /// Values as they stand in a text, and the tokens that tell where.
  private struct Written {
    var text = ""
    var tokens: [ValueToken] = []

    mutating func add(_ value: String, _ kind: ValueKind, _ spelling: ValueToken.Spelling) {
      let quote = kind == .string && spelling != .bare ? "\"" : ""
      let start = text.utf8.count + (spelling == .escapedWhole ? 0 : quote.utf8.count)
      text += quote + value + quote + ","
      let end = text.utf8.count - 1 - (spelling == .escapedWhole ? 0 : quote.utf8.count)
      tokens.append(ValueToken(start..<end, kind, spelling))
    }

    func decoder(_ type: ValueType, table: Bool = false) -> ColumnDecoder {
      let payload = Payload(name: "x", bytes: text.utf8)
      let values: any ValueReader =
        table
        ? CellReader(payload: payload, SeparatedDialect(separator: UInt8(ascii: ",")))
        : JSONFormat().values(of: payload)
      return ColumnDecoder(values, FieldReading(path: ["x"], type: type), field: 0)
    }
  }

  private static func numbers(_ column: NumberColumn) -> [Decimal?] {
    (0..<column.count).map(column.decimal)
  }

  private static func texts(_ column: TextColumn) -> [String?] {
    (0..<column.count).map(column.string)
  }

  private static func written(_ values: [String], _ kind: ValueKind = .number) -> Written {
    var written = Written()
    for value in values { written.add(value, kind, .bare) }
    return written
  }

  // Numbers.

  @Test(
    arguments: [
      [
        "0", "-0", "7", "-7", "42", "12345678", "123456789", "1234567890123456",
        "12345678901234567",
      ],
      ["1.5", "0.25", "-0.125", "100.0", "1234.567", "12345.6789", "0.0000001", "-1.5"],
      ["5.00", "6.00", "-7.0"], ["1.20", "3", "450.50"],
      ["999999999999999999", "-99999999999999999"],
      ["0.1234567890123456", "1"],
    ])
  func numbersAreExact(_ values: [String]) throws {
    let written = Self.written(values)
    var decoder = written.decoder(.decimal)
    let usual = try #require(decoder.usualNumbers(written.tokens))
    let each = decoder.numbers(written.tokens)
    #expect(Self.numbers(usual) == values.map { Decimal(text: Array($0.utf8)[...]) })
    #expect(Self.numbers(usual) == Self.numbers(each))
    guard case .narrow(_, let scale) = usual.storage, case .narrow(_, let other) = each.storage
    else {
      Issue.record("numbers of so few digits fit 64 bits")
      return
    }
    #expect(scale == other)
  }

  /// A column with any of these is read value by value.
  @Test(
    arguments: [
      "1e3", "2.5E-1", "1234567890123456789", "-123456789012345678", "12345678901234567.5",
    ])
  func otherNumbersAreReadOneByOne(_ value: String) {
    let written = Self.written(["1", value])
    #expect(written.decoder(.decimal).usualNumbers(written.tokens) == nil)
  }

  @Test func numbersThatDoNotFitAtOneScaleAreReadOneByOne() {
    let written = Self.written(["99999999999999999", "0.125"])
    #expect(written.decoder(.decimal).usualNumbers(written.tokens) == nil)
  }

  @Test func fractionsAreNoInts() {
    let written = Self.written(["1", "2.5"])
    #expect(written.decoder(.int).usualNumbers(written.tokens) == nil)
    let whole = Self.written(["1", "2.0"])
    #expect(
      whole.decoder(.int).usualNumbers(whole.tokens).map(Self.numbers) == [Decimal(1), Decimal(2)])
  }

  @Test func missingNumbersAreNull() throws {
    var written = Self.written(["1.5"])
    for _ in 0..<130 { written.tokens.append(.null) }
    written.tokens.append(.absent)
    written.add("2", .number, .bare)
    let usual = try #require(written.decoder(.decimal).usualNumbers(written.tokens))
    #expect(usual.decimal(at: 0) == Decimal(15, scale: 1))
    #expect((1..<132).allSatisfy { usual.decimal(at: $0) == nil })
    #expect(usual.decimal(at: 132) == Decimal(2))
  }

  @Test func generatedNumbersAreTheSame() {
    var chance = Seeded(7)
    var others = 0
    for _ in 0..<2_000 {
      let digits = Int.random(in: 1...9, using: &chance)
      var written = Written()
      for _ in 0..<Int.random(in: 1...80, using: &chance) {
        if Int.random(in: 0..<9, using: &chance) == 0 {
          written.tokens.append(.null)
          continue
        }
        var number = String(Int.random(in: 0..<[10, 1000, 10_000_000][digits % 3], using: &chance))
        if Bool.random(using: &chance) { number = "-" + number }
        if digits > 3 {
          let rest = (0..<Int.random(in: 1...digits, using: &chance)).map { _ in
            String(Int.random(in: 0...9, using: &chance))
          }
          number += "." + rest.joined()
        }
        written.add(number, .number, .bare)
      }
      var decoder = written.decoder(.decimal)
      let each = Self.numbers(decoder.numbers(written.tokens))
      let usual = decoder.usualNumbers(written.tokens)
      if let usual { #expect(Self.numbers(usual) == each, "\(written.text)") }
      let isShort = written.tokens.allSatisfy { $0.range.count <= 18 }
      #expect(usual != nil || !isShort || digits > 3, "\(written.text)")
      others += usual == nil ? 1 : 0
    }
    #expect(others < 400)
  }

  // Texts.

  @Test func escapesAreResolved() throws {
    var written = Written()
    let values = [
      "plain", "", #"a \"b\" c"#, #"\\ \/ \b\f\n\r\t"#, #"\u00e9\u20AC\ud83d\ude00"#, #"x\u0000y"#,
    ]
    for value in values { written.add(value, .string, value.contains("\\") ? .escaped : .plain) }
    written.tokens.append(.null)
    let usual = try #require(written.decoder(.text).usualTexts(written.tokens))
    #expect(
      Self.texts(usual) == [
        "plain", "", "a \"b\" c", "\\ / \u{8}\u{C}\n\r\t", "é€😀", "x\0y", nil,
      ])
  }

  @Test(arguments: [#"\ud83d"#, #"\ude00"#, #"\ud83d\u0041"#, #"\ud83dx"#])
  func halvesOfCharactersAreReadOneByOne(_ value: String) {
    var written = Written()
    written.add(value, .string, .escaped)
    #expect(written.decoder(.text).usualTexts(written.tokens) == nil)
  }

  @Test func doubledQuotesAreOne() throws {
    var written = Written()
    written.add(#"say ""yes"""#, .string, .escapedWhole)
    written.add("bare", .string, .bare)
    written.add(#""""#, .string, .escapedWhole)
    let usual = try #require(written.decoder(.text, table: true).usualTexts(written.tokens))
    #expect(Self.texts(usual) == [#"say "yes""#, "bare", "\""])
  }

  /// What stands behind a closing quote belongs to the cell, which only the exact way knows.
  @Test func quotesThatAreNotDoubledAreReadOneByOne() {
    var written = Written()
    written.add(#"a" b"#, .string, .escapedWhole)
    #expect(written.decoder(.text, table: true).usualTexts(written.tokens) == nil)
  }

  @Test func numbersAreTextsOfIdsAlone() throws {
    let written = Self.written(["007", "1.50"])
    #expect(written.decoder(.text).usualTexts(written.tokens) == nil)
    let ids = try #require(written.decoder(.id).usualTexts(written.tokens))
    #expect(Self.texts(ids) == ["007", "1.50"])
  }

  @Test func textsThatRepeatAreCodes() throws {
    var written = Written()
    let kinds = [
      "Shoes", "", "a longer kind of thing", "Shoes and more", "x", "exactly8", "12345678",
    ]
    for row in 0..<600 {
      if row % 11 == 5 { written.tokens.append(.absent) }
      written.add(kinds[row % kinds.count], .string, .plain)
    }
    let usual = try #require(written.decoder(.text).usualTexts(written.tokens))
    var decoder = written.decoder(.text)
    #expect(usual.codes != nil)
    #expect(usual.values.texts == kinds)
    #expect(Self.texts(usual) == Self.texts(decoder.texts(written.tokens)))
  }

  @Test func generatedTextsAreTheSame() {
    var chance = Seeded(8)
    let parts = [
      "a", "b", "Shoes", "é", "a long text with more than sixteen bytes", "\\n", "\\u0041",
    ]
    for _ in 0..<1_000 {
      var written = Written()
      let most = Int.random(in: 1...5, using: &chance)
      for _ in 0..<Int.random(in: 200...400, using: &chance) {
        let count = Int.random(in: 0...most, using: &chance)
        let text = (0..<count).map { _ in parts.randomElement(using: &chance) ?? "" }.joined()
        let kept = most < 3 ? text.filter { $0 != "\\" } : text
        written.add(kept, .string, kept.contains("\\") ? .escaped : .plain)
        if count == 2 { written.tokens.append(.null) }
      }
      var decoder = written.decoder(.text)
      let each = Self.texts(decoder.texts(written.tokens))
      #expect(decoder.usualTexts(written.tokens).map(Self.texts) == each)
    }
  }
}
