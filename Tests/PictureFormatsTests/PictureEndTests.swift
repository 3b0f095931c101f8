// SPDX-License-Identifier: MIT

import PictureFormats
import TestSupport
import Testing

/// Pictures that break off are told from whole ones.
@Suite struct PictureEndTests {
  private static let gif: [UInt8] =
    Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 1, 2, 3, 4, 5, 6]
    + [0x21, 0xFE, 1, 0x3B, 0, 0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
  private static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 1] + Array("IDAT".utf8)
    + [7, 1, 2, 3, 4, 0, 0, 0, 0] + Array("IEND".utf8) + [0xAE, 0x42, 0x60, 0x82]
  private static let webp: [UInt8] =
    Array("RIFF".utf8) + [12, 0, 0, 0] + Array("WEBPVP8 ".utf8) + [0, 0, 0, 0]
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xD9, 0xFF, 0xD9, 0xFF, 0xFF, 0xDA, 0, 3, 1]
    + [9, 0xFF, 0, 8, 0xFF, 0xD0, 7, 0xFF, 0xD9]

  @Test(arguments: [gif, png, webp, jpeg, Sample.bytes("hotels_1.jpg") ?? []])
  func tellsWhatBreaksOff(_ whole: [UInt8]) throws {
    let kind = try #require(PictureKind(whole))
    #expect(kind.isWhole(whole) && kind.isWhole(whole + [0, 0]))
    let cuts = [whole.count - 1, whole.count - 2, whole.count / 2]
    #expect(cuts.filter { $0 > 16 && kind.isWhole(Array(whole[..<$0])) } == [])
  }

  /// Where a kind does not tell its end, nothing can be said.
  @Test func takesOthersAsWhole() { #expect(PictureKind.bmp.isWhole(Array("BM".utf8))) }
}
