// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct DecimalOracleTests {
  /// A number of up to 38 digits and its text, often with digits that are all 9 or mostly 0.
  static func number(_ random: inout Seeded) -> (text: String, big: BigDecimal) {
    let count = Int.random(in: 1...38, using: &random)
    let kind = Int.random(in: 0..<6, using: &random)
    var digits = (0..<count).map { index in
      let digit = Int.random(in: 0...9, using: &random)
      return kind == 0
        ? 9 : (kind == 1 ? (index == 0 ? 1 : 0) : (kind == 2 ? digit / 9 * 5 : digit))
    }
    if count > 1, digits[0] == 0 { digits[0] = 1 }
    let scale = kind == 3 ? 0 : Int.random(in: 0...38, using: &random)
    let negative = Bool.random(using: &random)
    let text = digits.map(String.init).joined()
    return (
      (negative ? "-" : "") + text + (scale == 0 ? "" : "e-\(scale)"),
      BigDecimal(text, scale: scale, negative: negative)
    )
  }

  /// What differs from the oracle in one calculation; nil when nothing does.
  private static func difference(
    _ operation: Int, _ first: BigDecimal, _ second: BigDecimal, _ left: Decimal, _ right: Decimal
  ) -> String? {
    switch operation {
    case 0:
      let found = Decimal.compare(left, right)
      return found == BigDecimal.compare(first, second) && (left < right) == (found < 0)
        ? nil : "compare \(found)"
    case 1: return different("+", Decimal.sum(left, right), (first + second).text)
    case 2: return different("*", Decimal.product(left, right), (first * second).text)
    case 3:
      let quotient = Decimal.quotient(left, right)?.description
      return BigDecimal.fault(inQuotient: quotient, of: first, by: second).map {
        "/ \(quotient ?? "nil"): \($0)"
      }
    default:
      let product = Decimal.product(left, right)
      return (left.hashValue == right.hashValue) == (left == right) && (-(-left)) == left
        && product == Decimal.product(right, left) ? nil : "laws"
    }
  }

  private static func different(_ mark: String, _ found: Decimal?, _ right: String?) -> String? {
    found?.description == right
      ? nil : "\(mark) \(found?.description ?? "nil"), not \(right ?? "nil")"
  }

  @Test func agreesWithSchoolArithmetic() {
    var random = Seeded(7)
    var differences: [String] = []
    for round in 0..<50_000 {
      let (firstText, first) = Self.number(&random)
      let (secondText, second) = Self.number(&random)
      guard let left = Decimal(firstText), let right = Decimal(secondText) else {
        differences.append("\(firstText) or \(secondText) is not read")
        continue
      }
      if left.description != first.text { differences.append("\(firstText) reads \(left)") }
      if let difference = Self.difference(round % 5, first, second, left, right) {
        differences.append("\(left) \(right): \(difference)")
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }

  /// A remainder is what is left of a multiple and a smaller number with the sign of both.
  @Test func leavesRemainders() {
    var random = Seeded(11)
    var differences: [String] = []
    var compared = 0
    for _ in 0..<20_000 {
      let (divisorText, divisor) = Self.number(&random)
      let (restText, rest) = Self.number(&random)
      let factor = BigDecimal(
        "\(UInt32.random(in: 0...99_999, using: &random))", negative: rest.negative)
      let product = divisor.magnitude * factor
      guard BigDecimal.compare(rest.magnitude, divisor.magnitude) < 0,
        let total = (product + rest).text, let dividend = Decimal(total),
        let divisor = Decimal(divisorText), let rest = Decimal(restText)
      else { continue }
      compared += 1
      let found = Decimal.remainder(dividend, divisor)
      if found != rest {
        differences.append(
          "\(dividend) % \(divisor) is \(rest), not \(found?.description ?? "nil")")
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
    #expect(compared > 2_000)
  }

  @Test func roundsLikeSchool() {
    var random = Seeded(13)
    var differences: [String] = []
    for _ in 0..<10_000 {
      let (text, big) = Self.number(&random)
      let places = Int.random(in: 0...38, using: &random)
      guard let value = Decimal(text) else { continue }
      let rounded = value.rounded(places: places)
      guard let found = BigDecimal(text: rounded.description) else { continue }
      let error = (big + -found).magnitude * BigDecimal("2")
      let order = BigDecimal.compare(error, BigDecimal("1", scale: places))
      let last = found.atScale(places).digits.last?.wholeNumberValue ?? 1
      if order > 0 || (order == 0 && last % 2 == 1) || rounded.scale > places {
        differences.append("\(value) to \(places): \(rounded)")
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }
}
