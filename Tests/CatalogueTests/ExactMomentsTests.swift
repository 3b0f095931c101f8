// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct ExactMomentsTests {
  private static func moments(_ values: [Decimal]) -> ExactMoments {
    var moments = ExactMoments()
    for value in values { moments.add(value) }
    return moments
  }

  /// What is added, the variance and the deviation; `–` where there is none.
  @Test(arguments: [
    ([], "–", "–"), (["4"], "–", "–"), (["4", "4"], "0", "0"),
    (["1", "3"], "2", "1.4142135623730950488016887242096980786"),
    (
      ["1", "2", "4"], "2.3333333333333333333333333333333333333",
      "1.527525231651946668862682397909336163"
    ),
    (
      ["1000000000000000001", "1000000000000000003"], "2", "1.4142135623730950488016887242096980786"
    ),
    (["-9e37", "-9e37", "-9e37"], "0", "0"), (["1e-38", "3e-38"], "0", "1e-38"),
    (["0", "4e19"], "–", "28284271247461900976.033774484193961571"),
    (["-9e37", "9e37"], "–", "–"),
    (
      ["12345678901234567890.123", "12345678901234567890.125"], "0.000002",
      "0.00141421356237309504880168872420969808"
    ),
  ])
  func varies(_ texts: [String], variance: String, deviation: String) {
    let moments = Self.moments(texts.compactMap { Decimal($0) })
    #expect(moments.count == texts.count)
    #expect(moments.variance == Decimal(variance))
    #expect(moments.deviation == Decimal(deviation))
  }

  /// By the definition, whatever is added together first; the root is the nearest one.
  @Test func agreesWithSchoolArithmetic() {
    var random = Seeded(18)
    var differences: [String] = []
    for round in 0..<3_000 {
      var (texts, parts) = ([String](), [ExactMoments(), ExactMoments()])
      var (sum, squares) = (BigDecimal("0"), BigDecimal("0"))
      let near = round % 3 == 0 ? DecimalOracleTests.number(&random) : nil
      let count = Int.random(in: 2...9, using: &random)
      for _ in 0..<count {
        var (text, number) = DecimalOracleTests.number(&random)
        if let near, Int.random(in: 0..<3, using: &random) > 0 { (text, number) = near }
        guard let value = Decimal(text) else { continue }
        parts[Int.random(in: 0...1, using: &random)].add(value)
        sum = sum + number
        squares = squares + number * number
        texts.append(text)
      }
      var moments = parts[0]
      moments.add(parts[1])
      let big = BigDecimal("\(texts.count)")
      let above = big * squares + -(sum * sum)
      let below = big * BigDecimal("\(texts.count - 1)")
      let variance = moments.variance
      if let fault = BigDecimal.fault(inQuotient: variance?.description, of: above, by: below) {
        differences.append("\(texts): \(variance.map { "\($0)" } ?? "nil") \(fault)")
      }
      guard let root = moments.deviation, let found = BigDecimal(text: "\(root)") else { continue }
      // Twice the root is between the two numbers beside it.
      let digits = root.isZero ? 38 : 38 - max(0, found.digits.count - found.scale)
      let unit = BigDecimal("1", scale: digits)
      let low = found + found + -unit
      let high = found + found + unit
      let four = above * BigDecimal("4")
      if BigDecimal.compare(high * high * below, four) < 0
        || !low.negative && BigDecimal.compare(low * low * below, four) > 0
      {
        differences.append("\(texts): root \(root)")
      }
    }
    #expect(differences.isEmpty, "\(differences.count): \(differences.first ?? "")")
  }
}
