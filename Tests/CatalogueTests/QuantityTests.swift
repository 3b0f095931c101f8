// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

/// Units: what columns hold, how data writes it.
@Suite struct QuantityTests {
  static func money(_ code: String) -> ValueType {
    Currency(code).map { .money(.fixed($0)) } ?? .any
  }

  @Test func currenciesAreKnownByTheirCodes() {
    #expect(Currency.codes == Currency.codes.sorted())
    #expect(Set(Currency.codes).count == Currency.codes.count)
    #expect(Currency.codes.allSatisfy { $0.count == 3 && $0.allSatisfy(\.isUppercase) })
    #expect(Currency("gbp") == nil)
    #expect(Currency("XXX") == nil)
    let digits = ["GBP", "JPY", "KWD"].map { Currency($0)?.minorUnits }
    #expect(digits == [2, 0, 3])
    #expect(Currency.codes.compactMap { Currency($0)?.sign } == ["€", "£", "$"])
    #expect(["£", "€", "$", "¥"].map { Currency.of(sign: $0)?.code } == ["GBP", "EUR", nil, nil])
    #expect(["USD", "CAD", "GBP"].map { Currency($0)?.isDollar } == [true, true, false])
  }

  /// Every number of at most 30 digits comes back from metres as it went in.
  @Test(arguments: LengthUnit.allCases) func lengthsComeBackExactly(unit: LengthUnit) {
    var random = Seeded(7)
    let type = ValueType.length(unit)
    for _ in 0..<2_000 {
      let digits = Int.random(in: 1...30, using: &random)
      let text = (0..<digits).map { _ in String(Int.random(in: 0...9, using: &random)) }.joined()
      let scale = Int.random(in: 0...min(digits, 20), using: &random)
      guard let number = Int128(text).flatMap({ Decimal($0, scale: scale) }) else { continue }
      guard let stored = type.stored(number) else {
        Issue.record("\(number) \(unit) is not kept")
        continue
      }
      #expect(type.shown(stored) == number)
    }
  }

  @Test(arguments: [
    (LengthUnit.metre, "1"), (.kilometre, "1000"), (.mile, "1609.344"), (.foot, "0.3048"),
    (.yard, "0.9144"),
  ])
  func unitsAreThoseOfTheStandard(unit: LengthUnit, metres: String) {
    #expect(unit.metres == Decimal(metres))
  }

  @Test(arguments: [
    ("12.50", money("GBP"), "12.5"), ("£12.50", money("GBP"), "12.5"),
    ("GBP 12.50", money("GBP"), "12.5"), ("12.50 GBP", money("GBP"), "12.5"),
    ("12.50£", money("GBP"), "12.5"), ("-£3", money("GBP"), "-3"), ("£-3", money("GBP"), "-3"),
    ("--3", money("GBP"), nil), ("-£-3", money("GBP"), nil), ("€12.50", money("GBP"), nil),
    ("12.50 EUR", money("GBP"), nil), ("12,50", money("GBP"), nil), ("£", money("GBP"), nil),
    ("", money("GBP"), nil), ("free", money("GBP"), nil), ("$5", money("CAD"), "5"),
    ("$5", money("USD"), "5"), ("$5", money("GBP"), nil), ("5", .money(.unspecified), "5"),
    ("£5", .money(.unspecified), nil), ("2", .length(.kilometre), "2000"),
    ("2 km", .length(.metre), "2000"), ("2mi", .length(.metre), "3218.688"),
    ("2 leagues", .length(.metre), nil), ("km", .length(.metre), nil),
    ("9e37 mi", .length(.metre), nil), ("1970-01-02", .date, "86400"), ("soon", .date, nil),
    ("5", .duration, nil), ("5", .decimal, "5"), ("x", .text, nil),
  ])
  func readsTextsOfData(text: String, type: ValueType, stored: String?) {
    #expect(type.stored(text: Array(text.utf8)[...])?.description == stored)
  }

  @Test func typesAreNamedAsDefinitionsWriteThem() {
    let types: [ValueType] = [
      Self.money("GBP"), .money(.unspecified), .length(.mile), .date, .duration,
      .list(.length(.kilometre)),
    ]
    #expect(
      types.map(\.description) == [
        "Money in GBP", "Money", "Length in mi", "Date", "Duration", "List<Length in km>",
      ])
  }

  @Test func textsBecomeDates() {
    let texts = Column(.text, [.text("2024-02-29"), .text("x"), .null])
    let json = Column(.any, [.text("2024-02-29"), .text("x"), .number(Decimal(5))])
    let expected = ["2024-02-29", "", ""]
    for column in [texts.dates, json.converted(to: .date)] {
      let cells = CellText.cells(column, type: .date)
      #expect((0..<3).map { String(decoding: cells[$0], as: UTF8.self) } == expected)
      #expect(column.nullCount == 2)
    }
  }
}
