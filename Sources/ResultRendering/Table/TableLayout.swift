// SPDX-License-Identifier: MIT

/// Which columns of a table fit into a line, and how wide each of them is.
struct TableLayout: Equatable {
  /// The wishes of one column.
  struct Wish: Equatable {
    let natural: Int
    /// The least width; equal to the natural one for what cannot be cut.
    let minimum: Int
  }

  static let separatorWidth = 2

  /// The widths of the columns that are shown, which are the first ones.
  let widths: [Int]

  /// Fits columns into `width` cells: the widest of those that can be cut give way first, down to
  /// their minimum; then columns are left out from the right, though never the first.
  init(_ wishes: [Wish], width: Int) {
    var shown = wishes.count
    while shown > 1, Self.total(wishes[..<shown].map(\.minimum)) > width { shown -= 1 }
    var widths = wishes[..<shown].map(\.natural)
    var level = widths.max() ?? 0
    // A column is as wide as it wishes or as the level, which sinks until all of them fit.
    while Self.total(widths) > width, level > 0 {
      level -= 1
      for index in widths.indices where widths[index] > level {
        widths[index] = max(level, wishes[index].minimum)
      }
    }
    self.widths = Self.spent(width - Self.total(widths), on: widths, wishes: wishes)
  }

  /// Gives the cells that the last step left over to the first columns that were cut.
  private static func spent(_ rest: Int, on widths: [Int], wishes: [Wish]) -> [Int] {
    var rest = rest
    return zip(widths, wishes).map { width, wish in
      guard rest > 0, width < wish.natural else { return width }
      rest -= 1
      return width + 1
    }
  }

  private static func total(_ widths: [Int]) -> Int {
    widths.reduce(0, +) + separatorWidth * max(0, widths.count - 1)
  }
}
