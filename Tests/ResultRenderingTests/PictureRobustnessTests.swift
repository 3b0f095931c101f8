// SPDX-License-Identifier: MIT

import ResultRendering
import TestSupport
import Testing

/// Damaged pictures: nothing traps, and what is not whole is never drawn as if it were.
@Suite struct PictureRobustnessTests {
  static let files: [(name: String, bytes: [UInt8])] =
    ["baseline.jpg", "progressive.jpg", "inks.jpg", "turned.jpg"].map {
      ($0, PictureFiles.read($0))
    }
    + [
      (
        "colours.png",
        PNGWriter(width: 2, height: 2, rows: [[1, 2, 3, 4, 5, 6], [7, 8, 9, 1, 2, 3]]).bytes
      )
    ]

  /// What is said of each beginning of a file, with how many beginnings in a row it is said of.
  private static func words(ofBeginningsOf bytes: [UInt8]) -> [String] {
    var told: [(words: String, count: Int)] = []
    for count in bytes.indices {
      let words = decoded(Array(bytes[..<count]))
        .replacing("after \(count) bytes", with: "at its end")
      if told.last?.words == words {
        told[told.count - 1].count += 1
      } else {
        told.append((words, 1))
      }
    }
    return told.map { "\($0.count) \($0.words)" }
  }

  @Test(arguments: files.prefix(4)) func aJPEGThatIsCutOff(name: String, bytes: [UInt8]) {
    let words = Self.words(ofBeginningsOf: bytes)
    #expect(
      words == [
        "1 empty, it has no bytes", "1 no picture, it begins with the bytes FF",
        "1 no picture, it begins with the bytes FF D8", "\(bytes.count - 3) cut off at its end",
      ])
  }

  /// The last chunk of a PNG holds no pixels, and the checksum before it comes after the last one.
  @Test func aPNGThatIsCutOff() {
    let words = Self.words(ofBeginningsOf: Self.files[4].bytes)
    #expect(words.suffix(2) == ["62 cut off at its end", "12 kk kk 2×2"])
  }

  /// Damage by chance: each file is a picture or a fault in words, and drawn or not, it is over.
  @Test(arguments: files) func bytesThatAreChanged(name: String, bytes: [UInt8]) {
    var random = Seeded(7)
    for _ in 0..<2_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      let words = decoded(damaged)
      #expect(!words.isEmpty && words.utf8.count < 80, "\(words)")
    }
  }

  /// A progressive picture of many scans is small and takes long: this one has 127.
  @Test func aJPEGOfTooManyScans() {
    #expect(decoded(PictureFiles.read("scans.jpg")) == "a JPEG of a sort that cq does not draw")
  }
}
