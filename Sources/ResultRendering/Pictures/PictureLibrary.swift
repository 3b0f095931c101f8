// SPDX-License-Identifier: MIT

/// A library that pictures need, loaded when the first one is decoded or drawn.
package enum PictureLibrary: String, CaseIterable, Sendable {
  case libjpeg, libpng, chafa

  /// Tries it, which loads it.
  package var isInstalled: Bool {
    do throws(PictureFault) {
      switch self {
      case .libjpeg: _ = try Picture.decode([0xFF, 0xD8, 0xFF])
      case .libpng: _ = try Picture.decode([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
      case .chafa:
        let dot = Picture(width: 1, height: 1, pixels: [0, 0, 0])
        _ = try PictureDrawing.draw(dot, in: PictureFrame(.blocks(.all), columns: 1, rows: 1))
      }
      return true
    } catch {
      if case .noLibrary = error { return false }
      return true
    }
  }
}
