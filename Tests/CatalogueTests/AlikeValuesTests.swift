// SPDX-License-Identifier: MIT

import Testing

@testable import Catalogue

/// Numbers are the same within a tolerance, however many digits they have.
@Suite struct AlikeValuesTests {
  private static let long = "0.99999999999999999999999999999999999999"

  @Test(
    arguments: [
      ("1", "1.5", "0.5", true), ("1", "1.51", "0.5", false), ("-1", "1", "2", true),
      // The lower one and the tolerance have more digits together than can be held.
      ("-0.2", "-\(long)", "10", true), ("-0.2", "-\(long)", "0.5", false),
      ("\(long)", "-\(long)", "2", true), ("\(long)", "-\(long)", "1", false),
    ])
  func numbersAreAlike(_ first: String, _ second: String, _ tolerance: String, _ expected: Bool) {
    let column = { (text: String) -> Column in
      var builder = NumberColumnBuilder()
      builder.append(Decimal(text: Array(text.utf8)[...]))
      return .number(builder.finish())
    }
    let limit = Decimal(text: Array(tolerance.utf8)[...])
    let alike = Alikeness(.decimal, within: limit)
    #expect(alike.bits(column(first), column(second)) == Bitmap([expected]))
    #expect(alike.bits(column(second), column(first)) == Bitmap([expected]))
  }
}
