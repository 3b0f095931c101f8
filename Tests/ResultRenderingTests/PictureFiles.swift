// SPDX-License-Identifier: MIT

import Foundation
import ResultRendering
import TestSupport

/// Pictures of the tests. The JPEGs are 24 by 16 pixels, a colour in each quarter.
enum PictureFiles {
  static func read(_ name: String) -> [UInt8] {
    let path = "\(TestSupport.repositoryRoot)/Tests/Fixtures/Pictures/\(name)"
    return FileManager.default.contents(atPath: path).map(Array.init) ?? []
  }

  /// A picture of named colours, a word for each row and a letter for each square of `scale` by
  /// `scale` pixels.
  static func drawn(_ rows: String, scale: Int = 1) -> Picture {
    func scaled<Part>(_ parts: [Part]) -> [Part] {
      parts.flatMap { Array(repeating: $0, count: scale) }
    }
    let rows = scaled(rows.split(separator: " ").map { scaled(Array($0)) })
    let pixels = rows.flatMap { row in row.flatMap { colours[$0] ?? [] } }
    return Picture(width: rows[0].count, height: rows.count, pixels: pixels)
  }

  static let colours: [Character: [UInt8]] = [
    "r": [220, 20, 20], "g": [20, 180, 40], "b": [20, 40, 220], "w": [245, 245, 245],
    "k": [0, 0, 0], "d": [90, 90, 90], "l": [160, 160, 160],
  ]

  /// The nearest named colours in the middle of the quarters, row by row.
  static func quarters(of picture: Picture) -> String {
    let xs = [picture.width / 4, picture.width * 3 / 4]
    let rows = [picture.height / 4, picture.height * 3 / 4].map { y in
      String(xs.map { name(of: picture, x: $0, y: y) })
    }
    return rows.joined(separator: " ") + " \(picture.width)×\(picture.height)"
  }

  private static func name(of picture: Picture, x: Int, y: Int) -> Character {
    let start = (y * picture.width + x) * 3
    let pixel = picture.pixels[start..<start + 3]
    func distance(_ colour: [UInt8]) -> Int {
      zip(pixel, colour).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    }
    let nearest = colours.min { (distance($0.value), $0.key) < (distance($1.value), $1.key) }
    return nearest.map { distance($0.value) < 40 ? $0.key : "?" } ?? "?"
  }
}

/// What comes of decoding, in one line.
func decoded(_ bytes: [UInt8]) -> String {
  do throws(PictureFault) {
    return PictureFiles.quarters(of: try Picture.decode(bytes))
  } catch {
    return error.words
  }
}

/// Writes a PNG by hand: its rows are stored, not compressed.
struct PNGWriter {
  enum Colours: UInt8 {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyAlpha = 4
    case rgba = 6
  }

  var width: Int
  var height: Int
  var bits: UInt8 = 8
  var colours = Colours.rgb
  var isInterlaced = false
  /// Chunks before the pixels, such as a palette.
  var chunks: [(name: String, bytes: [UInt8])] = []
  /// The bytes of each row without its filter; of an interlaced picture the rows of the passes.
  var rows: [[UInt8]]

  var bytes: [UInt8] {
    let header =
      Self.number(width) + Self.number(height)
      + [bits, colours.rawValue, 0, 0, isInterlaced ? 1 : 0]
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += Self.chunk("IHDR", header)
    for chunk in chunks { file += Self.chunk(chunk.name, chunk.bytes) }
    file += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
    return file + Self.chunk("IEND", [])
  }

  private static func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + bytes
    return number(bytes.count) + body + number(Int(checksum(body)))
  }

  private static func number(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// The stream of RFC 1950, with blocks of RFC 1951 that are stored.
  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      for value in [length, ~length] { stream += [UInt8(value & 0xFF), UInt8(value >> 8)] }
      stream.insert(rest.isEmpty ? 1 : 0, at: stream.count - 4)
      stream += block
    } while !rest.isEmpty
    var (first, second): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      first = (first + UInt32(byte)) % 65_521
      second = (second + first) % 65_521
    }
    return stream + number(Int(second << 16 | first))
  }

  /// The CRC of ISO 3309.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in
        sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1
      }
    }
  }
}
