// SPDX-License-Identifier: MIT

extension Decimal {
  /// How often Newton's method at most doubles the right digits of a first guess of 15.
  private static let refinements = 6

  /// The square root, right to 36 digits at least; nil for a negative number.
  public var squareRoot: Decimal? {
    if isZero { return .zero }
    guard coefficient > 0, let number = Double("\(coefficient)e-\(scale)") else { return nil }
    guard var root = Decimal(text: "\(number.squareRoot())".utf8) else { return nil }
    for _ in 0..<Self.refinements {
      guard let quotient = Decimal.quotient(self, root) else { return root }
      var sum = ExactSum()
      sum.add(root)
      sum.add(quotient)
      guard let next = sum.mean(of: 2), next != root else { return root }
      root = next
    }
    return root
  }
}
