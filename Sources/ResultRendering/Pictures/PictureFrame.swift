// SPDX-License-Identifier: MIT

/// How a terminal shows pictures.
package enum PictureMethod: Sendable, Hashable {
  /// Block characters in the colours of the terminal.
  case blocks(TerminalColours)
  /// The graphics of kitty, of sixel terminals such as the DEC VT340, and of iTerm2.
  case kitty
  case sixel
  case iterm
}

/// How many colours a terminal has.
package enum TerminalColours: Sendable, Hashable {
  case all
  case indexed256
  case indexed16
}

/// The pixels of one cell of a terminal.
package struct CellSize: Sendable, Hashable {
  package let width: Int
  package let height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// A small cell, for a terminal that does not tell: where its cells are larger, a picture is
  /// smaller than it could be, and covers nothing.
  package static let usual = CellSize(width: 8, height: 16)
}

/// The place where a picture may be drawn.
package struct PictureFrame: Sendable, Hashable {
  package let method: PictureMethod
  /// The most cells that the picture may take.
  package let columns: Int
  package let rows: Int
  package let cell: CellSize
  /// How far up the cursor can go.
  package let screenRows: Int

  package init(
    _ method: PictureMethod, columns: Int, rows: Int, cell: CellSize = .usual, screenRows: Int = 24
  ) {
    self.method = method
    self.columns = columns
    self.rows = rows
    self.cell = cell
    self.screenRows = screenRows
  }

  /// The cells of a picture: as many as there is room for in its proportions, and not more than it
  /// has pixels for.
  package func cells(for picture: Picture) -> (columns: Int, rows: Int) {
    let unit = pixelsOfCell
    let widest = min(columns, Self.quotient(picture.width, unit.width))
    let tallest = min(rows, Self.quotient(picture.height, unit.height))
    // Compared without fractions: is the picture wider than its room?
    let fitsWidth =
      picture.width * tallest * cell.height >= picture.height * widest * cell.width
    if fitsWidth {
      let height = Self.rounded(
        widest * cell.width * picture.height, by: picture.width * cell.height)
      return (widest, min(tallest, height))
    }
    let width = Self.rounded(
      tallest * cell.height * picture.width, by: picture.height * cell.width)
    return (min(widest, width), tallest)
  }

  /// How many pixels one cell shows at most; a character shows two halves.
  private var pixelsOfCell: (width: Int, height: Int) {
    switch method {
    case .blocks: (1, 2)
    case .kitty, .sixel, .iterm: (cell.width, cell.height)
    }
  }

  /// Rounded up, at least 1.
  private static func quotient(_ value: Int, _ divisor: Int) -> Int {
    max(1, (value + divisor - 1) / max(1, divisor))
  }

  private static func rounded(_ value: Int, by divisor: Int) -> Int {
    max(1, (value + divisor / 2) / max(1, divisor))
  }
}
