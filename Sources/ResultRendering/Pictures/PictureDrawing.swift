// SPDX-License-Identifier: MIT

internal import CPicture
internal import Glibc

/// A picture as bytes for a terminal, and the cells that it takes there.
package struct PictureDrawing: Sendable, Equatable {
  /// What is written.
  package enum Form: Sendable, Equatable {
    /// A line for each row, of characters and colours.
    case lines([[UInt8]])
    /// One sequence, written where the picture's upper left corner is to be.
    case sequence([UInt8])
  }

  package let columns: Int
  package let rows: Int
  package let form: Form
  /// How far up the cursor can go to write a sequence.
  let screenRows: Int

  /// Draws a picture by means of chafa.
  package static func draw(
    _ picture: Picture, in frame: PictureFrame
  ) throws(PictureFault) -> PictureDrawing {
    let (columns, rows) = frame.cells(for: picture)
    let form: Form? =
      switch frame.method {
      case .blocks(let colours): cells(picture, columns, rows, colours)
      case .kitty: sequence(picture, columns, rows, .kitty, frame.cell)
      case .sixel: sequence(picture, columns, rows, .sixel, frame.cell)
      case .iterm: sequence(picture, columns, rows, .iterm, frame.cell)
      }
    guard let form else { throw .noLibrary("chafa") }
    return PictureDrawing(columns: columns, rows: rows, form: form, screenRows: frame.screenRows)
  }

  private static func cells(
    _ picture: Picture, _ columns: Int, _ rows: Int, _ colours: TerminalColours
  ) -> Form? {
    var cells = [cq_cell](repeating: cq_cell(), count: columns * rows)
    let isDrawn = unsafe cells.withUnsafeMutableBufferPointer { cells in
      guard let start = cells.baseAddress else { return false }
      return unsafe drawing(picture, columns, rows) { drawing in
        unsafe cq_draw_cells(drawing, colours.inC, start) != 0
      }
    }
    guard isDrawn else { return nil }
    return .lines(
      (0..<rows).map { row in
        BlockLine.bytes(of: cells[row * columns..<(row + 1) * columns], in: colours)
      })
  }

  private static func sequence(
    _ picture: Picture, _ columns: Int, _ rows: Int, _ graphics: cq_graphics, _ cell: CellSize
  ) -> Form? {
    var count = 0
    let bytes = unsafe drawing(picture, columns, rows) { drawing in
      unsafe cq_draw_graphics(
        drawing, graphics, UInt32(cell.width), UInt32(cell.height), &count)
    }
    guard let bytes = unsafe bytes else { return nil }
    defer { unsafe free(bytes) }
    return unsafe .sequence(Array(UnsafeBufferPointer(start: bytes, count: count)))
  }

  /// Calls `body` with the picture in the form that C takes.
  private static func drawing<Result>(
    _ picture: Picture, _ columns: Int, _ rows: Int, _ body: (cq_drawing) -> Result
  ) -> Result {
    unsafe picture.pixels.withUnsafeBufferPointer { pixels in
      guard let start = pixels.baseAddress else { preconditionFailure("a picture has pixels") }
      return unsafe body(
        cq_drawing(
          pixels: start, width: UInt32(picture.width), height: UInt32(picture.height),
          columns: UInt32(columns), rows: UInt32(rows)))
    }
  }
}

extension PictureDrawing {
  /// Goes up so many lines from where room was made, draws, and comes back: where a terminal leaves
  /// the cursor after a picture differs. What is higher than the screen stands at its first line.
  func append(_ sequence: [UInt8], above lines: Int, at column: Int, to output: inout [UInt8]) {
    let up = min(lines, screenRows - 1)
    output.append("\u{1B}7\u{1B}[\(up)A\u{1B}[\(column + 1)G")
    output += sequence
    output.append("\u{1B}8")
  }
}

extension TerminalColours {
  fileprivate var inC: cq_colours {
    switch self {
    case .all: .all
    case .indexed256: .indexed256
    case .indexed16: .indexed16
    }
  }
}
