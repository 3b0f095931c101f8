// SPDX-License-Identifier: MIT

package import ResultRendering

/// Whether and how the pictures of items are shown.
package struct PictureSettings: Sendable {
  /// What `set pictures` asks for.
  package enum Wish: String, CaseIterable, Sendable {
    case automatic = "auto"
    case blocks
    case kitty
    case sixel
    case iterm
    case off
  }

  package var wish = Wish.automatic
  /// How many cells a picture is wide at most; nil for what suits the line.
  package var size: Int?
  /// Where results are shown; nil where that is no terminal, which never gets pictures.
  package var screen: PictureScreen?

  package init() {}

  /// Whether anything is said of pictures.
  var areShown: Bool { screen != nil && wish != .off }

  /// How pictures are drawn; nil where they are only told of.
  var method: PictureMethod? {
    guard let screen, screen.isColoured else { return nil }
    let blocks = screen.isASCII ? nil : PictureMethod.blocks(screen.graphics.colours)
    switch wish {
    case .automatic: return screen.graphics.method ?? blocks
    case .blocks: return blocks
    case .kitty: return .kitty
    case .sixel: return .sixel
    case .iterm: return .iterm
    case .off: return nil
    }
  }

  /// The most cells of a picture, and the rows that remain for the text around it.
  private static let widest = 60
  private static let tallest = 20
  private static let otherRows = 4

  /// The room for a picture on lines of that many cells; nil where it is too small for anything.
  func frame(width: Int) -> PictureFrame? {
    guard let method, let screen else { return nil }
    let isBeside = width >= PicturedCard.leastWidth
    let usual = min(Self.widest, isBeside ? width * 2 / 5 : width)
    let most = isBeside ? width * 2 / 3 : width
    return frame(
      method, screen, columns: min(size ?? usual, most), mostRows: size ?? Self.tallest)
  }

  /// The room for the picture of each card of a grid; nil where it is too small for anything.
  func frame(in grid: CardGrid) -> PictureFrame? {
    guard let method, let screen else { return nil }
    return frame(
      method, screen, columns: min(size ?? grid.width, grid.width), mostRows: size ?? grid.width / 2
    )
  }

  private func frame(
    _ method: PictureMethod, _ screen: PictureScreen, columns: Int, mostRows: Int
  ) -> PictureFrame? {
    let rows = min(mostRows, screen.rows - Self.otherRows)
    guard rows > 2 else { return nil }
    return PictureFrame(
      method, columns: columns, rows: rows, cell: screen.cell ?? .usual, screenRows: screen.rows)
  }
}

/// A terminal, as far as pictures depend on it.
package struct PictureScreen: Sendable {
  package var graphics = TerminalGraphics()
  package var isColoured = true
  package var isASCII = false
  /// How many lines are seen.
  package var rows = 24
  /// The pixels of a cell; nil where the system does not know.
  package var cell: CellSize?

  package init() {}
}
