// SPDX-License-Identifier: MIT

package import PictureFormats

/// Why the bytes of a picture are not drawn.
package enum PictureFault: Error, Sendable, Equatable {
  case empty
  /// The bytes are no picture; their beginning as text.
  case noPicture(beginning: String)
  /// A picture of a kind that is not drawn.
  case notDrawn(PictureKind)
  /// Of that kind, but a sort of it that its library does not read.
  case unsupported(PictureKind)
  /// The picture is larger than `Picture.maximumSide` or `Picture.maximumPixels`.
  case tooLarge(width: Int, height: Int)
  case cutOff(bytes: Int)
  case broken(offset: Int)
  case noMemory(width: Int, height: Int)
  /// A library is not installed.
  case noLibrary(String)

  /// The fault as the end of a sentence that begins with the name of the picture.
  package var words: String {
    switch self {
    case .empty: "empty, it has no bytes"
    case .noPicture(let beginning): "no picture, it begins with \(beginning)"
    case .notDrawn(let kind): "\(kind.name), which cq does not draw"
    case .unsupported(let kind): "\(kind.name) of a sort that cq does not draw"
    case .tooLarge(let width, let height): "\(width)×\(height), too large to draw"
    case .cutOff(let bytes): "cut off after \(bytes) bytes"
    case .broken(let offset): "broken at byte \(offset)"
    case .noMemory(let width, let height): "\(width)×\(height), too large for the memory"
    case .noLibrary(let name): "not drawn, \(name) is not installed"
    }
  }

  /// What bytes that are no picture are; of text its beginning is told, since that often is a
  /// server's excuse.
  package init(unknown bytes: [UInt8]) {
    self = bytes.isEmpty ? .empty : .noPicture(beginning: Self.beginning(bytes))
  }

  private static func beginning(_ bytes: [UInt8]) -> String {
    let beginning = bytes.prefix { $0 >= ASCII.space && $0 < 0x7F }.prefix(toldBytes)
    if beginning.count >= min(bytes.count, legibleBytes) {
      return "`\(String(decoding: beginning, as: UTF8.self))`"
    }
    let pairs = bytes.prefix(legibleBytes).map { byte in
      var digits: [UInt8] = []
      digits.append(hexadecimal: UInt32(byte), digits: 2, letters: UInt8(ascii: "A"))
      return String(decoding: digits, as: UTF8.self)
    }
    return "the bytes \(pairs.joined(separator: " "))"
  }

  private static let toldBytes = 24
  private static let legibleBytes = 4
}
