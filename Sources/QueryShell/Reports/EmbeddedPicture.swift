// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources

/// A picture within a page.
enum EmbeddedPicture {
  /// Larger ones are left where they are.
  private static let most = 8 << 20

  /// The bytes of a file as an address; nil where there is none, or where it is no picture.
  static func address(ofFile path: String) -> String? {
    guard let payload = try? Payload.read(path: path, limit: most, watch: .unwatched) else {
      return nil
    }
    let bytes = Array(payload.bytes)
    return type(of: bytes).map { "data:\($0);base64,\(base64(bytes))" }
  }

  /// What the first bytes promise.
  private static func type(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: Array("GIF8".utf8)) { return "image/gif" }
    let isContainer = bytes.starts(with: Array("RIFF".utf8))
    if isContainer, bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) { return "image/webp" }
    return nil
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let part = bytes[start..<min(start + 3, bytes.count)]
      var bits = part.reduce(0) { $0 << 8 | Int($1) }
      bits <<= 8 * (3 - part.count)
      for place in 0..<4 {
        text.append(place > part.count ? UInt8(ascii: "=") : digits[bits >> (18 - 6 * place) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
