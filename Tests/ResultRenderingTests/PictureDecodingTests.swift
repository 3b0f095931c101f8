// SPDX-License-Identifier: MIT

import ResultRendering
import Testing

/// The kinds of pictures that are read, and what is said of those that are not.
@Suite struct PictureDecodingTests {
  static let files: [(String, String)] = [
    ("baseline.jpg", "rg bw 24×16"), ("progressive.jpg", "rg bw 24×16"),
    ("grey.jpg", "kd lw 24×16"), ("inks.jpg", "rg bw 24×16"),
    // A camera held upright, which says that it has to be turned to the right.
    ("turned.jpg", "br wg 16×24"),
  ]

  @Test(arguments: files) func aJPEG(name: String, expected: String) {
    #expect(decoded(PictureFiles.read(name)) == expected)
  }

  /// Where Exif says that the first row and column are, and what is then seen.
  @Test func everyWayToHoldACamera() throws {
    let turned = PictureFiles.read("turned.jpg")
    let tag = try #require(turned.indices.first { turned[$0...].starts(with: [1, 0x12, 0, 3]) })
    let value = tag + 9
    try #require(turned[value] == 6)
    let seen = (0...9).map { orientation in
      var bytes = turned
      bytes[value] = UInt8(orientation)
      return "\(orientation) \(decoded(bytes))"
    }
    #expect(
      seen == [
        "0 rg bw 24×16", "1 rg bw 24×16", "2 gr wb 24×16", "3 wb gr 24×16", "4 bw rg 24×16",
        "5 rb gw 16×24", "6 br wg 16×24", "7 wg br 16×24", "8 gw rb 16×24", "9 rg bw 24×16",
      ])
  }

  /// Two by two pixels, or as many as interlacing needs.
  static let drawings: [(String, PNGWriter, [UInt8])] = [
    (
      "colours",
      PNGWriter(width: 2, height: 2, rows: [[1, 2, 3, 4, 5, 6], [7, 8, 9, 0, 255, 9]]),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 255, 9]
    ),
    (
      "grey of two bits",
      PNGWriter(width: 2, height: 2, bits: 2, colours: .grey, rows: [[0x10], [0xB0]]),
      [0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255]
    ),
    (
      "16 bits", PNGWriter(width: 1, height: 1, bits: 16, rows: [[0x80, 0x80, 0, 0, 0xFF, 0xFF]]),
      [0x80, 0, 0xFF]
    ),
    (
      "a palette, one colour of it clear",
      PNGWriter(
        width: 2, height: 1, colours: .palette,
        chunks: [("PLTE", [9, 8, 7, 200, 100, 0]), ("tRNS", [0])], rows: [[1, 0]]),
      [200, 100, 0, 128, 128, 128]
    ),
    (
      "alpha on the neutral ground",
      PNGWriter(
        width: 3, height: 1, colours: .rgba, rows: [[9, 8, 7, 255, 9, 8, 7, 0, 0, 0, 0, 0]]),
      [9, 8, 7, 128, 128, 128, 128, 128, 128]
    ),
    (
      "grey with alpha", PNGWriter(width: 1, height: 1, colours: .greyAlpha, rows: [[50, 255]]),
      [50, 50, 50]
    ),
    (
      // The passes of Adam7 over three by two pixels: one at the origin, one right of it, then
      // the third column of the first row, then the second row.
      "interlaced",
      PNGWriter(
        width: 3, height: 2, colours: .grey, isInterlaced: true, rows: [[1], [3], [2], [4, 5, 6]]),
      [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]
    ),
  ]

  @Test(arguments: drawings.indices) func aPNG(index: Int) throws {
    let (what, file, pixels) = Self.drawings[index]
    let picture = try Picture.decode(file.bytes)
    #expect(picture == Picture(width: file.width, height: file.height, pixels: pixels), "\(what)")
  }

  /// A PNG that says that it is of some size.
  private static func png(_ width: Int, _ height: Int) -> [UInt8] {
    PNGWriter(width: width, height: height, rows: [[1, 2, 3]]).bytes
  }

  /// The baseline JPEG with other bytes at some place after the marker that begins its frame.
  private static func frame(_ bytes: [UInt8], at offset: Int) -> [UInt8] {
    var file = PictureFiles.read("baseline.jpg")
    guard let marker = file.indices.first(where: { file[$0...].starts(with: [0xFF, 0xC0]) }) else {
      return []
    }
    file.replaceSubrange(marker + offset..<marker + offset + bytes.count, with: bytes)
    return file
  }

  static let refused: [([UInt8], String)] = [
    ([], "empty, it has no bytes"),
    (
      Array("<!DOCTYPE html><title>404 Not Found".utf8),
      "no picture, it begins with `<!DOCTYPE html><title>40`"
    ),
    (Array("no".utf8), "no picture, it begins with `no`"),
    ([0x1F, 0x8B, 8, 0, 1], "no picture, it begins with the bytes 1F 8B 08 00"),
    (Array("\u{1B}[31m".utf8), "no picture, it begins with the bytes 1B 5B 33 31"),
    (Array("GIF89a…".utf8), "a GIF, which cq does not draw"),
    (Array("GIF87a".utf8), "a GIF, which cq does not draw"),
    (Array("RIFF1234WEBPVP8 ".utf8), "a WebP, which cq does not draw"),
    (Array("\0\0\0\u{20}ftypavif".utf8), "an AVIF, which cq does not draw"),
    (Array("II*\0".utf8), "a TIFF, which cq does not draw"),
    (Array("MM\0*".utf8), "a TIFF, which cq does not draw"),
    (Array("BM123".utf8), "a BMP, which cq does not draw"),
    (frame([12], at: 4), "a JPEG of a sort that cq does not draw"),
    (frame([0xFF, 0xC3], at: 0), "a JPEG of a sort that cq does not draw"),
    (frame([0x40, 0x01, 0, 1], at: 5), "1×16385, too large to draw"),
    (frame([0x3F, 0xFF, 0x3F, 0xFF], at: 5), "16383×16383, too large to draw"),
    (png(16_385, 1), "16385×1, too large to draw"),
    (png(8_001, 8_000), "8001×8000, too large to draw"),
    (png(2_000_000, 2_000_000), "2000000×2000000, too large to draw"),
    (png(0, 1), "broken at byte 33"),
    (png(2, 2), "broken at byte 56"),
  ]

  @Test(arguments: refused.indices) func isRefusedInWords(index: Int) {
    #expect(decoded(Self.refused[index].0) == Self.refused[index].1)
  }
}
