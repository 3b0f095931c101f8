// SPDX-License-Identifier: MIT

import Catalogue

/// A part of a file that holds whole records.
struct FileWindow: Sendable {
  /// In bytes.
  let range: Range<Int>
  /// The number, from 0, of its first record.
  let first: Int
  /// How many records it has.
  let records: Int
}

/// Cuts a file into parts of whole lines.
struct LineParts {
  private let file: OpenedFile
  private let sizes: WindowSizes
  /// Where the next part begins.
  private var offset: Int

  init(_ file: OpenedFile, from start: Int, _ sizes: WindowSizes) {
    self.file = file
    self.sizes = sizes
    offset = start
  }

  /// Where the next part stands; nil behind the last. One with a line that is longer than any
  /// window may be ends within that.
  mutating func next() throws(SourceFault) -> Range<Int>? {
    guard offset < file.size else { return nil }
    let start = offset
    offset = try end(from: min(start + sizes.window, file.size) - 1, most: start + sizes.largest)
    return start..<offset
  }

  /// Goes behind the line that has begun.
  mutating func skipLine() throws(SourceFault) {
    offset = try end(from: offset, most: offset + sizes.largest)
  }

  /// Where the line ends, with its line break, to which the byte at an offset belongs.
  private func end(from place: Int, most: Int) throws(SourceFault) -> Int {
    var place = place
    var step = 1 << 12
    while place < min(most, file.size) {
      let text = try file.part(place..<place + step)
      if let found = text.bytes.firstIndex(of: UInt8(ascii: "\n")) { return place + found + 1 }
      place += step
      step *= 4
    }
    return min(place, file.size)
  }
}
