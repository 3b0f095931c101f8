// SPDX-License-Identifier: MIT

/// How a text was written before it was converted to UTF-8.
struct TextWriting: Sendable {
  let encoding: TextEncoding
  /// How many bytes its mark takes.
  let mark: Int

  /// `payload` is what was converted.
  init(of payload: Payload, in encoding: TextEncoding) {
    self.encoding = encoding
    let start = Array(payload.bytes.prefix(2))
    mark = encoding != .windows1252 && (start == [0xFF, 0xFE] || start == [0xFE, 0xFF]) ? 2 : 0
  }

  /// How many bytes a character took, by the first of those that it takes now.
  fileprivate func width(ofCharacter first: UInt8) -> Int {
    if case .utf16 = encoding { first < 0xF0 ? 2 : 4 } else { 1 }
  }
}

/// Finds where places of a converted text were before that, one after another.
struct WrittenPlaces {
  private let writing: TextWriting
  private var known: (place: Int, written: Int)

  init(_ writing: TextWriting) {
    self.writing = writing
    known = (0, writing.mark)
  }

  /// Where a place of a text was written, in bytes.
  mutating func written(_ place: Int, in text: Payload) -> Int {
    if place < known.place { known = (0, writing.mark) }
    for byte in text.bytes[known.place..<min(place, text.count)] where byte & 0xC0 != 0x80 {
      known.written += writing.width(ofCharacter: byte)
    }
    known.place = max(known.place, min(place, text.count))
    return known.written
  }
}
