// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@Suite struct DecimalTests {
  private static let nines = String(repeating: "9", count: 38)
  private static func zeros(_ count: Int) -> String { String(repeating: "0", count: count) }

  @Test(
    arguments: [
      ("0", "0"), ("-0", "0"), ("0.0", "0"), ("0e5", "0"), ("-0.000E-9999999999999999999", "0"),
      ("1", "1"), ("-1", "-1"), ("10", "10"), ("13.10", "13.1"), ("3.0", "3"), ("0.5", "0.5"),
      ("-0.050", "-0.05"), ("1e3", "1000"), ("1E+3", "1000"), ("1e-3", "0.001"),
      ("12.34e1", "123.4"),
      ("12.34e2", "1234"), ("12.34e-1", "1.234"), ("120e-1", "12"), ("1.50e1", "15"),
      ("9223372036854775808", "9223372036854775808"),
      ("-9223372036854775809", "-9223372036854775809"),
      // The limits: 38 digits, 38 places; zeros at the ends do not count.
      (nines, nines), ("-" + nines, "-" + nines), (nines + "9", nil),
      ("1" + zeros(37), "1" + zeros(37)),
      ("1" + zeros(38), nil), ("1e37", "1" + zeros(37)), ("1e38", nil), ("1.0e38", nil),
      ("0." + zeros(37) + "1", "0." + zeros(37) + "1"), ("0." + zeros(38) + "1", nil),
      ("1e-38", "0." + zeros(37) + "1"), ("1e-39", nil), ("10e-39", "0." + zeros(37) + "1"),
      ("0." + nines, "0." + nines), ("9." + nines, nil), (nines + ".000", nines),
      ("0." + zeros(60) + "1e60", "0.1"), ("1" + zeros(60) + "e-60", "1"),
      ("1." + zeros(100), "1"), ("1e99999999999999999999", nil), ("1e-99999999999999999999", nil),
      ("5e00000000000000000000000001", "50"),
      // What JSON does not write.
      ("", nil), ("-", nil), ("+1", nil), ("01", nil), ("00", nil), ("-01", nil), (".5", nil),
      ("5.", nil), ("1e", nil), ("1e+", nil), ("1.e3", nil), ("1 ", nil), (" 1", nil), ("1_0", nil),
      ("0x1", nil), ("1e1.5", nil), ("--1", nil), ("1-", nil), ("NaN", nil), ("inf", nil),
      ("１", nil),
    ] as [(String, String?)])
  func reads(text: String, value: String?) {
    #expect(Decimal(text)?.description == value)
  }

  /// Every spelling of a value is the same value.
  @Test func isCanonical() {
    let spellings = ["13.1", "13.10", "131e-1", "0.131e2", "1.3100e+1"].compactMap { Decimal($0) }
    let made = [Decimal(131, scale: 1), Decimal(131_000, scale: 4)].compactMap { $0 }
    #expect(Set(spellings + made).count == 1)
    #expect(spellings.count + made.count == 7)
    let parts = [Decimal(0, scale: 38), Decimal(-500, scale: 2), Decimal(5, scale: 39)]
    #expect(parts.map { $0?.coefficient } == [0, -5, nil])
    #expect(parts.map { $0?.scale } == [0, 0, nil])
  }

  @Test(
    arguments: [
      ("9223372036854775807", Int.max), ("-9223372036854775808", .min),
      ("9223372036854775808", nil), ("0.5", nil), ("1e3", 1000),
    ] as [(String, Int?)])
  func convertsToInt(text: String, int: Int?) {
    #expect(Decimal(text)?.int == int)
  }

  @Test(arguments: [
    ("2.5", 0, "2"), ("3.5", 0, "4"), ("-2.5", 0, "-2"), ("-3.5", 0, "-4"), ("2.51", 0, "3"),
    ("2.49999", 0, "2"), ("0.5", 0, "0"), ("-0.5", 0, "0"), ("1.25", 1, "1.2"), ("1.35", 1, "1.4"),
    ("9.995", 2, "10"), ("-9.995", 2, "-10"), ("1.5", 1, "1.5"), ("1.5", 38, "1.5"), ("7", 0, "7"),
    ("0." + nines, 37, "1"), ("0." + zeros(37) + "5", 37, "0"),
  ])
  func rounds(text: String, places: Int, rounded: String) {
    #expect(Decimal(text)?.rounded(places: places).description == rounded)
  }

  @Test(
    arguments: [
      ("25", 1, "20"), ("35", 1, "40"), ("-25.0", 1, "-20"), ("25.1", 1, "30"), ("7", 1, "10"),
      ("1234.5", -1, "1234.5"), ("1234.5", 0, "1234"), ("1234.5", 2, "1200"), ("49.9", 2, "0"),
      ("0." + nines, 1, "0"), (nines, 1, nil), (nines, 37, nil), (nines, 38, nil), (nines, 39, "0"),
      ("4" + zeros(37), 38, "0"), ("9" + zeros(36), 37, "1" + zeros(37)), ("5", .max, "0"),
      ("1.5", -38, "1.5"),
    ] as [(String, Int, String?)])
  func roundsToPowers(text: String, power: Int, rounded: String?) {
    #expect(Decimal(text)?.rounded(toPowerOfTen: power)?.description == rounded)
  }

  @Test(arguments: [
    ("2.5", "2", "3"), ("-2.5", "-3", "-2"), ("7", "7", "7"), ("-7", "-7", "-7"),
    ("0." + zeros(37) + "1", "0", "1"), ("-0." + nines, "-1", "0"), (nines, nines, nines),
    ("9." + zeros(36) + "1", "9", "10"),
  ])
  func findsWholeNeighbours(text: String, floor: String, ceiling: String) {
    #expect(Decimal(text)?.floor.description == floor)
    #expect(Decimal(text)?.ceiling.description == ceiling)
  }

  @Test(
    arguments: [
      ("/", "1", "3", "0." + String(repeating: "3", count: 38)),
      ("/", "2", "3", "0." + String(repeating: "6", count: 37) + "7"),
      ("/", "-1", "8", "-0.125"), ("/", "10", "4", "2.5"), ("/", "0", "7", "0"),
      ("/", "7", "0", nil),
      ("/", "100", "3", "33." + String(repeating: "3", count: 36)),
      ("/", "1", "0." + zeros(37) + "1", nil), ("/", nines, "0.1", nil), ("/", nines, "1", nines),
      ("/", "5e-38", "10", "0"), ("/", "15e-38", "10", "2e-38"), ("/", "25e-38", "10", "2e-38"),
      // A divisor with many digits leaves as many to the quotient.
      (
        "/", "1", "0." + String(repeating: "7", count: 38),
        "1.2857142857142857142857142857142857143"
      ),
      (
        "/", "1", "1.0000000000000000000000000000000000001",
        "0." + String(repeating: "9", count: 37)
      ),
      // 39 digits are refused only where the result needs them.
      ("*", "5e37", "0.5", "25" + zeros(36)), ("*", "5e37", "2", nil), ("*", "1e37", "1e-37", "1"),
      ("*", "1e-20", "1e-19", nil), ("*", "1e-20", "1e-18", "1e-38"), ("*", nines, "10", nil),
      ("+", nines, "1", nil), ("-", nines, "-1", nil),
      ("+", nines, "-1", String(nines.dropLast()) + "8"),
      ("+", nines, "0.1", nil), ("+", "1e37", "1e-1", nil), ("-", "0.1", "0.1", "0"),
      (
        "+", "17500000000000000000000000000000000000", "-9999999999999999999999999999999999999.9",
        "7500000000000000000000000000000000000.1"
      ),
      ("%", "7", "3", "1"), ("%", "-7", "3", "-1"), ("%", "7", "-3", "1"), ("%", "7.5", "2", "1.5"),
      ("%", "7", "0", nil), ("%", "0.3", "0.1", "0"), ("%", nines, "7e-38", "2e-38"),
      ("%", "9e37", "0.7", "0.4"), ("%", "1e-38", nines, "1e-38"),
    ] as [(String, String, String, String?)])
  func calculates(operation: String, first: String, second: String, result: String?) throws {
    let operation = try #require(Arithmetic(rawValue: operation))
    let (first, second) = (try #require(Decimal(first)), try #require(Decimal(second)))
    #expect(operation.apply(first, second) == result.flatMap { Decimal($0) })
  }
}
