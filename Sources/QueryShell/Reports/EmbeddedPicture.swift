// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import PictureFormats

/// A picture within a page.
enum EmbeddedPicture {
  /// Larger ones are left where they are.
  private static let most = 8 << 20

  /// The bytes of a file as an address; nil where there is none, or where it is no picture.
  static func address(ofFile path: String, watch: ReadingWatch) -> String? {
    guard let payload = try? Payload.read(path: path, limit: most, watch: watch) else {
      return nil
    }
    let bytes = Array(payload.bytes)
    return type(of: bytes).map { "data:\($0);base64,\(Base64.encoded(bytes))" }
  }

  /// What the first bytes promise; nil for a kind that not every browser shows.
  private static func type(of bytes: [UInt8]) -> String? {
    switch PictureKind(bytes) {
    case .jpeg: "image/jpeg"
    case .png: "image/png"
    case .gif: "image/gif"
    case .webp: "image/webp"
    case .avif, .tiff, .bmp, nil: nil
    }
  }
}
