// SPDX-License-Identifier: MIT

/// Dots on a grid of cells: eight of them to a cell in braille, one in ASCII.
struct DotGrid {
  let columns: Int
  let rows: Int
  private let ascii: Bool
  /// The dots of each cell as bits, in the order of Unicode's braille patterns.
  private var cells: [UInt8]

  init(columns: Int, rows: Int, ascii: Bool) {
    self.columns = columns
    self.rows = rows
    self.ascii = ascii
    cells = Array(repeating: 0, count: columns * rows)
  }

  var dotsAcross: Int { columns * (ascii ? 1 : 2) }
  var dotsDown: Int { rows * (ascii ? 1 : 4) }

  /// Sets a dot; both numbers count from 0 at the top left.
  mutating func mark(x: Int, y: Int) {
    if ascii {
      cells[y * columns + x] = 1
    } else {
      let bits = x % 2 == 0 ? Self.leftBits : Self.rightBits
      cells[y / 4 * columns + x / 2] |= bits[y % 4]
    }
  }

  /// Sets the dots between two, both included.
  mutating func markLine(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    let steps = max(abs(end.x - start.x), abs(end.y - start.y), 1)
    for step in 0...steps {
      mark(
        x: start.x + Self.rounded((end.x - start.x) * step, by: steps),
        y: start.y + Self.rounded((end.y - start.y) * step, by: steps))
    }
  }

  private static func rounded(_ value: Int, by divisor: Int) -> Int {
    (2 * value + (value < 0 ? -divisor : divisor)) / (2 * divisor)
  }

  private static let leftBits: [UInt8] = [0x01, 0x02, 0x04, 0x40]
  private static let rightBits: [UInt8] = [0x08, 0x10, 0x20, 0x80]

  /// One row of cells, those without dots as spaces.
  func line(_ row: Int) -> String {
    var line = String.UnicodeScalarView()
    for cell in cells[row * columns..<(row + 1) * columns] {
      let dots: Unicode.Scalar = ascii ? "*" : Unicode.Scalar(0x2800 + UInt32(cell)) ?? "*"
      line.append(cell == 0 ? " " : dots)
    }
    return String(line)
  }
}
