// SPDX-License-Identifier: MIT

/// How many of something there are, as a person reads it.
package enum CountText {
  /// Shorter numbers are read at a glance.
  private static let longestPlain = 4

  /// The count, a longer one with a comma before each group of three digits.
  package static func of(_ count: Int) -> String {
    let digits = String(count)
    guard digits.utf8.count > longestPlain else { return digits }
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return text
  }
}
