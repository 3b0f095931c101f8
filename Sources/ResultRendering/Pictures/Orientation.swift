// SPDX-License-Identifier: MIT

/// How a camera was held, by the numbers of Exif: where the first row and column of the pixels are.
enum Orientation: Int {
  case upright = 1
  case mirrored
  case upsideDown
  case flipped
  case transposed
  case leftSideUp
  case transversed
  case rightSideUp

  var swapsSides: Bool { rawValue >= Self.transposed.rawValue }

  /// The pixel, in a picture of some size, that is seen at a place.
  func origin(column: Int, row: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch self {
    case .upright: (column, row)
    case .mirrored: (width - 1 - column, row)
    case .upsideDown: (width - 1 - column, height - 1 - row)
    case .flipped: (column, height - 1 - row)
    case .transposed: (row, column)
    case .leftSideUp: (row, height - 1 - column)
    case .transversed: (width - 1 - row, height - 1 - column)
    case .rightSideUp: (width - 1 - row, column)
    }
  }

  /// Upright where the file says nothing, or nothing that makes sense.
  init(jpeg bytes: [UInt8]) {
    self = ExifSegment(of: bytes)?.orientation ?? .upright
  }
}

/// The part of a JPEG in which cameras write: a small TIFF file.
private struct ExifSegment {
  /// From the byte order mark on.
  private let tiff: ArraySlice<UInt8>
  private let isLittleEndian: Bool

  private static let signature = Array("Exif\0\0".utf8)
  private static let orientationTag = 0x0112

  /// Walks over the segments before the pixels.
  init?(of jpeg: [UInt8]) {
    var offset = 2
    while offset + 4 <= jpeg.count, jpeg[offset] == 0xFF, jpeg[offset + 1] != 0xDA {
      let length = Int(jpeg[offset + 2]) << 8 | Int(jpeg[offset + 3])
      let body = jpeg[(offset + 4)...].prefix(max(0, length - 2))
      if jpeg[offset + 1] == 0xE1, body.starts(with: Self.signature) {
        self.init(tiff: body.dropFirst(Self.signature.count))
        return
      }
      offset += 2 + max(2, length)
    }
    return nil
  }

  private init?(tiff: ArraySlice<UInt8>) {
    self.tiff = tiff
    switch tiff.prefix(2) {
    case Array("II".utf8)[...]: isLittleEndian = true
    case Array("MM".utf8)[...]: isLittleEndian = false
    default: return nil
    }
  }

  /// The value of the entry that tells it, in the first directory.
  var orientation: Orientation? {
    guard let directory = number(at: 4, bytes: 4),
      let count = number(at: directory, bytes: 2)
    else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(at: entry, bytes: 2) else { return nil }
      if tag == Self.orientationTag {
        return number(at: entry + 8, bytes: 2).flatMap(Orientation.init)
      }
    }
    return nil
  }

  private func number(at offset: Int, bytes count: Int) -> Int? {
    let bytes = tiff.dropFirst(offset).prefix(count)
    guard bytes.count == count else { return nil }
    let order = isLittleEndian ? Array(bytes.reversed()) : Array(bytes)
    return order.reduce(0) { $0 << 8 | Int($1) }
  }
}
