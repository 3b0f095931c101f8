// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

/// `in` of many values, which are looked up, against the same values compared one by one.
@Suite struct MembershipTests {
  private static let fields = [
    "code", "title", "price", "was_price", "extra", "category", "`Price (INR)`",
  ]

  private static let members = [
    "10", "\"10\"", "2.5", "2.50", "7", "1e20", "\"CAFE\"", "\"café\"", "exact \"CAFÉ\"",
    "\"d366\"",
    "\"a b\"", "null", "0", "\"food\"", "\"\"", "exact \"Toys\"", "\"x\"", "\"éclair\"",
    "9007199254740993",
    "true", "20", "\"007\"", "1.5",
  ]

  /// The members that a field can be compared with.
  private static func fitting(_ field: String) -> [String] {
    members.filter { !QueryRun().text("from things | filter \(field) = \($0)").hasPrefix("!") }
  }

  @Test(arguments: fields) func findsWhatComparisonsFind(field: String) {
    var random = Seeded(7)
    let fitting = Self.fitting(field)
    for _ in 0..<30 {
      let chosen = (0..<20).map { _ in fitting.randomElement(using: &random) ?? "null" }
      let rows = { (condition: String) in
        QueryRun().text("from things | filter \(condition) | show code, x = \(field)")
      }
      let one = chosen.map { "\(field) = \($0)" }.joined(separator: " or ")
      #expect(rows("\(field) in (\(chosen.joined(separator: ", ")))") == rows(one), "\(chosen)")
      #expect(
        rows("\(field) not in (\(chosen.joined(separator: ", ")))") == rows("not (\(one))"))
    }
  }
}
