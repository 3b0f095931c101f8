// SPDX-License-Identifier: MIT

// Whether a picture is there to its end, which a reply without a length does not tell.
extension PictureKind {
  /// False for a file that breaks off. Kinds that do not say where they end are taken as whole.
  package func isWhole(_ bytes: [UInt8]) -> Bool {
    var walk = PictureWalk(bytes)
    switch self {
    case .jpeg: return walk.endsAsJPEG()
    case .png: return walk.endsAsPNG()
    case .gif: return walk.endsAsGIF()
    case .webp: return walk.endsAsWebP()
    case .avif, .tiff, .bmp: return true
    }
  }
}

/// Steps over the parts of a picture by their lengths, without reading any pixel.
private struct PictureWalk {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Goes on by some bytes; false where the file ends before.
  private mutating func skip(_ count: Int) -> Bool {
    guard count <= bytes.count - place else { return false }
    place += count
    return true
  }

  private mutating func byte() -> UInt8? {
    guard place < bytes.count else { return nil }
    place += 1
    return bytes[place - 1]
  }

  /// A number of some bytes, the most telling first.
  private mutating func number(of count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let byte = byte() else { return nil }
      value = value << 8 | Int(byte)
    }
    return value
  }

  /// Segments with markers, and between them the coded pixels, in which a marker's first byte is
  /// followed by a zero.
  mutating func endsAsJPEG() -> Bool {
    while let byte = byte() {
      guard byte == 0xFF, let marker = bytes[place...].first else { continue }
      switch marker {
      case 0xD9: return true
      // No marker, or one without a segment.
      case 0x00, 0x01, 0xD0...0xD8: place += 1
      case 0xFF: continue
      default:
        place += 1
        guard let length = number(of: 2), skip(max(length - 2, 0)) else { return false }
      }
    }
    return false
  }

  mutating func endsAsPNG() -> Bool {
    place = 8
    while let length = number(of: 4), let name = number(of: 4) {
      // The check sum follows.
      guard skip(length + 4) else { return false }
      if name == 0x4945_4E44 { return true }
    }
    return false
  }

  /// A screen, then extensions and pictures in blocks, then a semicolon.
  mutating func endsAsGIF() -> Bool {
    place = 10
    guard let flags = byte(), skip(2 + Self.colours(flags)) else { return false }
    while let block = byte() {
      switch block {
      case UInt8(ascii: ";"): return true
      case UInt8(ascii: "!"): guard skip(1), skipBlocks() else { return false }
      case UInt8(ascii: ","):
        guard skip(8), let flags = byte(), skip(Self.colours(flags) + 1), skipBlocks() else {
          return false
        }
      default: return false
      }
    }
    return false
  }

  /// How many bytes the table of colours has that flags speak of.
  private static func colours(_ flags: UInt8) -> Int {
    flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1)
  }

  private mutating func skipBlocks() -> Bool {
    while let length = byte() {
      if length == 0 { return true }
      guard skip(Int(length)) else { return false }
    }
    return false
  }

  /// The header tells the length of all that follows it, the least telling byte first.
  mutating func endsAsWebP() -> Bool {
    place = 4
    guard let length = number(of: 4).map({ UInt32($0).byteSwapped }) else { return false }
    return skip(Int(length))
  }
}
