// SPDX-License-Identifier: MIT

internal import Catalogue

/// Bars beside the rows of a table, as long as the counts of these are great.
struct CountBars {
  /// Bars of more cells tell no more, and those of fewer nothing.
  private static let cells = 8...20

  private let place: Int
  private var counts: [Int] = []
  private var scale: BarScale?

  /// Of the counts in one of the columns.
  init(of place: Int) { self.place = place }

  mutating func add(_ batch: Batch, count: Int) {
    guard case .number(let numbers) = batch[place] else { return }
    counts += (0..<count).map { max(0, numbers.decimal(at: $0)?.int ?? 0) }
  }

  /// Takes the room that the columns leave, where it is enough.
  mutating func take(_ room: Int) {
    let cells = min(room - TableLayout.separatorWidth, Self.cells.upperBound)
    guard cells >= Self.cells.lowerBound, counts.count > 1, let most = counts.max(), most > 0 else {
      return
    }
    scale = BarScale(0...Double(most), cells: cells)
  }

  func append(_ row: Int, glyphs: Glyphs, to output: inout [UInt8]) {
    guard let scale, counts.indices.contains(row) else { return }
    output.append(spaces: TableLayout.separatorWidth)
    output.append(scale.bar(Double(counts[row]), glyphs: glyphs))
  }
}
