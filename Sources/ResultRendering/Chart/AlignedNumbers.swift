// SPDX-License-Identifier: MIT

internal import Catalogue

/// Numbers as texts of one width that line up at the decimal point, or only at their ends where the
/// digits on both sides of the point would take too much room.
struct AlignedNumbers {
  private var whole = 0
  /// The width from the point on; nil where numbers do not line up there.
  private var fraction: Int?

  var width: Int { whole + (fraction ?? 0) }

  init(_ numbers: some Sequence<Decimal> = [], atPoint: Bool = true) {
    fraction = atPoint ? 0 : nil
    for number in numbers { add(number) }
  }

  /// Makes room for a number.
  mutating func add(_ number: Decimal) {
    let (width, places) = Self.widths(of: number.description)
    whole = max(whole, fraction == nil ? width : width - places)
    fraction = fraction.map { max($0, places) }
  }

  /// The text of a number, with a sign directly before it where one is given.
  func text(_ number: Decimal, after sign: String = "") -> String {
    let text = number.description
    let (width, places) = Self.widths(of: text)
    let before = whole - (fraction == nil ? width : width - places)
    let after = (fraction ?? places) - places
    return String(repeating: " ", count: max(0, before)) + sign + text
      + String(repeating: " ", count: max(0, after))
  }

  /// The characters of a number and those from the point on.
  private static func widths(of text: String) -> (all: Int, fraction: Int) {
    let bytes = Array(text.utf8)
    return (bytes.count, NumberCell(bytes[...]).fraction.count)
  }
}
