// SPDX-License-Identifier: MIT

/// How much may become of a file.
package struct ArrowAllowance: Sendable {
  /// How many bytes the file has.
  let size: Int
  /// To how many bytes so many compressed ones may grow, and what is said where they would to more.
  let growth: @Sendable (Int) -> Int
  let wordsOnGrowth: String
  /// More bytes are not held.
  let most: @Sendable () -> Int

  package init(
    size: Int, growth: @escaping @Sendable (Int) -> Int, wordsOnGrowth: String,
    most: @escaping @Sendable () -> Int
  ) {
    self.size = size
    self.growth = growth
    self.wordsOnGrowth = wordsOnGrowth
    self.most = most
  }

  /// How many values may be made of a file, of a batch of which so many bytes were unpacked, or
  /// more where that is few.
  func values(unpacked: Int, atLeast few: Int) -> Int {
    let bytes = max(size, unpacked)
    let (values, overflow) = bytes.multipliedReportingOverflow(by: ArrowLimit.perByte)
    return overflow ? .max : max(values, few)
  }
}
