// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct ExactSumTests {
  private static func sum(_ texts: [String]) -> ExactSum {
    var sum = ExactSum()
    for text in texts { if let value = Decimal(text) { sum.add(value) } }
    return sum
  }

  /// What is added, the sum and the mean; `–` for one of more than 38 digits, or of nothing.
  @Test(arguments: [
    ([], "0", "–"),
    (["1.5", "2.25"], "3.75", "1.875"),
    (["1", "1", "0"], "2", "0.66666666666666666666666666666666666667"),
    (["9e37", "9e37", "-9e37"], "9\(String(repeating: "0", count: 37))", "3e37"),
    (["9e37", "9e37"], "–", "9e37"),
    (["-9e37", "-9e37", "1e-38"], "–", "-6e37"),
    (["99999999999999999999999999999999999999", "1e-38"], "–", "5e37"),
    (
      ["99999999999999999999999999999999999999", "1e-38", "-1e-38", "-1"],
      "99999999999999999999999999999999999998", "25000000000000000000000000000000000000"
    ),
    (
      ["0.95000000000000000000000000000000000005", "0.95000000000000000000000000000000000005"],
      "1.9000000000000000000000000000000000001", "0.95000000000000000000000000000000000005"
    ),
    (
      ["3", "0", "1e-38", "-1e-38", "48999999999999999999999999999999999998", "0"],
      "49000000000000000000000000000000000001", "8166666666666666666666666666666666666.8"
    ),
    (
      ["24999999999999999999999999999999999999", "24999999999999999999999999999999999998"],
      "49999999999999999999999999999999999997", "24999999999999999999999999999999999998"
    ),
    (["0.00000000000000000000000000000000000001", "0"], "1e-38", "0"),
    (["0.00000000000000000000000000000000000003", "0"], "3e-38", "2e-38"),
    (["-1", "0.99999999999999999999999999999999999999"], "-1e-38", "0"),
  ])
  func addsAndDivides(_ texts: [String], total: String, mean: String) {
    let sum = Self.sum(texts)
    #expect(sum.decimal == Decimal(total))
    #expect(sum.mean(of: texts.count) == Decimal(mean))
  }

  @Test func agreesWithSchoolArithmetic() {
    var random = Seeded(17)
    var differences: [String] = []
    for _ in 0..<5_000 {
      var (sum, big, texts) = (ExactSum(), BigDecimal("0"), [String]())
      for _ in 0..<Int.random(in: 1...9, using: &random) {
        let (text, number) = DecimalOracleTests.number(&random)
        guard let value = Decimal(text) else { continue }
        sum.add(value)
        big = big + number
        texts.append(text)
      }
      if sum.decimal?.description != big.text { differences.append("\(texts): sum") }
      let mean = sum.mean(of: texts.count)?.description
      let count = BigDecimal("\(texts.count)")
      if let fault = BigDecimal.fault(inQuotient: mean, of: big, by: count) {
        differences.append("\(texts): \(mean ?? "nil") \(fault)")
      }
    }
    #expect(differences.count == 0, "\(differences.first ?? "")")
  }
}
