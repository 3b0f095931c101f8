// SPDX-License-Identifier: MIT

package import Catalogue

/// What a card shows of its item's picture: the drawing where there is one, and a line on it.
package struct CardPicture: Sendable, Equatable {
  package let drawing: PictureDrawing?
  package let words: String

  package init(drawing: PictureDrawing? = nil, words: String) {
    self.drawing = drawing
    self.words = words
  }

  /// Nil for a source without pictures. Without a `frame` the picture is told of, not drawn.
  package init?(_ picture: ItemPicture, in frame: PictureFrame?) {
    switch picture {
    case .none: return nil
    case .empty: self.init(words: "no picture")
    case .missing(let name, let reason):
      self.init(words: "picture \(name): not there (\(reason))")
    case .withheld(let reason): self.init(words: "no picture with a copy (\(reason))")
    case .bytes(let bytes, let name, let crop, _):
      do throws(PictureFault) {
        try self.init(bytes, name, crop, frame)
      } catch {
        self.init(words: "picture \(name): \(error.words)")
      }
    }
  }

  private init(
    _ bytes: [UInt8], _ name: String, _ crop: Int, _ frame: PictureFrame?
  ) throws(PictureFault) {
    let whole = try Picture.decode(bytes)
    let shown = whole.cropped(by: crop)
    let isCropped = shown.width < whole.width
    words =
      "picture \(name): \(shown.width)×\(shown.height)" + (isCropped ? ", border cropped" : "")
    if let frame { drawing = try .draw(shown, in: frame) } else { drawing = nil }
  }
}
