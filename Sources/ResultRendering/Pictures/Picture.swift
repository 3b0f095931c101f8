// SPDX-License-Identifier: MIT

/// The pixels of a picture.
package struct Picture: Sendable, Equatable {
  package let width: Int
  package let height: Int
  /// Red, green and blue of each pixel, row by row from the top.
  package let pixels: [UInt8]

  /// The most pixels that are decoded, of one side and of the whole.
  package static let maximumSide = 16_384
  package static let maximumPixels = 64_000_000

  package init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(
      width > 0 && height > 0 && pixels.count == width * height * 3, "each pixel has three bytes")
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The picture without so many pixels of each side; as it is where nothing would be left.
  package func cropped(by border: Int) -> Picture {
    guard border > 0, border < (min(width, height) + 1) / 2 else { return self }
    let columns = width - 2 * border
    let rows = height - 2 * border
    var kept: [UInt8] = []
    kept.reserveCapacity(columns * rows * 3)
    for row in border..<height - border {
      let start = (row * width + border) * 3
      kept += pixels[start..<start + columns * 3]
    }
    return Picture(width: columns, height: rows, pixels: kept)
  }

  /// The picture turned as its camera was held.
  func turned(_ orientation: Orientation) -> Picture {
    if orientation == .upright { return self }
    let (columns, rows) = orientation.swapsSides ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for row in 0..<rows {
      for column in 0..<columns {
        let (x, y) = orientation.origin(column: column, row: row, width: width, height: height)
        let start = (y * width + x) * 3
        turned += pixels[start..<start + 3]
      }
    }
    return Picture(width: columns, height: rows, pixels: turned)
  }
}
