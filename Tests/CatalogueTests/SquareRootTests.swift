// SPDX-License-Identifier: MIT

import Catalogue
import Testing

/// Square roots of decimals.
@Suite struct SquareRootTests {
  private static let exact = [
    ("0", "0"), ("1", "1"), ("4", "2"), ("2.25", "1.5"), ("0.01", "0.1"), ("1e-10", "0.00001"),
    ("152399025", "12345"), ("1e30", "1000000000000000"),
  ]

  @Test(arguments: exact) func exactRoots(_ square: String, _ root: String) {
    #expect(Decimal(square)?.squareRoot == Decimal(root))
  }

  /// By `bc` with 40 digits after the point.
  @Test func twoAndTwentyThirds() {
    let two = Decimal("2")?.squareRoot.map { "\($0)" } ?? ""
    #expect(two.hasPrefix("1.41421356237309504880168872420969807"))
    let third = Decimal("0.03")?.squareRoot.map { "\($0)" } ?? ""
    #expect(third.hasPrefix("0.17320508075688772935274463415058723"))
  }

  @Test func noRootOfLessThanNothing() { #expect(Decimal("-1")?.squareRoot == nil) }
}
