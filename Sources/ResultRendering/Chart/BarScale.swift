// SPDX-License-Identifier: MIT

internal import Catalogue

/// How long bars are: the cells on either side of zero, both on one scale.
struct BarScale {
  /// The cells for what is below zero; an axis stands at their right where there are any.
  let left: Int
  let right: Int
  private let perCell: Double

  /// Divides `cells`, which are at least 4, for amounts of a range that holds zero.
  init(_ amounts: ClosedRange<Double>, cells: Int) {
    let (low, high) = (amounts.lowerBound, amounts.upperBound)
    guard low < 0 else {
      (left, right, perCell) = (0, cells, high / Double(cells))
      return
    }
    let room = cells - 1
    let share = Int(exactly: (Double(room) * -low / (high - low)).rounded()) ?? room
    left = high > 0 ? min(max(share, 1), room - 1) : room
    right = room - left
    perCell = max(-low / Double(left), right > 0 ? high / Double(right) : 0)
  }

  var cells: Int { left + (left > 0 ? 1 : 0) + right }

  /// The bar of an amount, with the space before it. What is not zero is always seen.
  func bar(_ amount: Double, glyphs: Glyphs) -> String {
    let space = String(repeating: " ", count: left)
    let axis = left > 0 ? glyphs.axis : ""
    if amount < 0 {
      let parts = glyphs.rightHalf.isEmpty ? 1 : 2
      let (full, rest) = length(-amount, parts: parts, cells: left)
        .quotientAndRemainder(dividingBy: parts)
      return space.dropLast(full + rest) + (rest > 0 ? glyphs.rightHalf : "")
        + String(repeating: glyphs.block, count: full) + axis
    }
    let parts = glyphs.eighths.count + 1
    let (full, rest) = length(amount, parts: parts, cells: right)
      .quotientAndRemainder(dividingBy: parts)
    return space + axis + String(repeating: glyphs.block, count: full)
      + (rest > 0 ? glyphs.eighths[rest - 1] : "")
  }

  /// How many whole cells an amount from zero on takes.
  func wholeCells(_ amount: Double) -> Int { length(amount, parts: 1, cells: right) }

  /// The length of a bar in parts of cells.
  private func length(_ amount: Double, parts: Int, cells: Int) -> Int {
    guard amount > 0, perCell > 0 else { return 0 }
    let length = Int(exactly: (amount / perCell * Double(parts)).rounded()) ?? 0
    return min(max(length, 1), cells * parts)
  }
}
