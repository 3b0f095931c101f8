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

/// What a window holds, where that is known to whoever finds it.
enum WindowText: Sendable {
  /// It is read by whoever looks at it.
  case stored
  case taken(Payload)
  /// What is there is damaged.
  case unclear
}

/// Cuts a text into parts of whole lines.
struct LineParts {
  private let reading: TextReading
  private let sizes: WindowSizes
  /// Where the next part begins.
  private var offset: Int

  init(_ reading: TextReading, from start: Int, _ sizes: WindowSizes) {
    self.reading = reading
    self.sizes = sizes
    offset = start
  }

  /// Where the next part stands; nil behind the last. One with a line that is longer than any
  /// window may be ends within that.
  mutating func next() throws(SourceFault) -> (range: Range<Int>, text: WindowText)? {
    let start = offset
    guard try reading.goes(beyond: start) else { return nil }
    if case .stored(let file) = reading {
      offset = try end(of: file, from: start + sizes.window - 1, most: start + sizes.largest)
      return (start..<offset, .stored)
    }
    var size = sizes.window
    while let text = try reading.part(start..<start + size) {
      let isLast = try !reading.goes(beyond: start + size) || size >= sizes.largest
      if isLast {
        offset += text.count
        return (start..<offset, .taken(text))
      }
      if let last = text.bytes.lastIndex(of: UInt8(ascii: "\n")) {
        offset += last + 1
        return (start..<offset, .taken(text.shortened(to: last + 1)))
      }
      size *= 4
    }
    return (start..<start + size, .unclear)
  }

  /// Goes behind the line that has begun.
  mutating func skipLine(of file: any StoredFile) throws(SourceFault) {
    offset = try end(of: file, from: offset, most: offset + sizes.largest)
  }

  /// Where the line ends, with its line break, to which the byte at an offset belongs.
  private func end(
    of file: any StoredFile, from place: Int, most: Int
  ) throws(SourceFault) -> Int {
    var place = place
    var step = 1 << 12
    while place < most {
      let text = try file.part(place..<place + step)
      if let found = text.bytes.firstIndex(of: UInt8(ascii: "\n")) { return place + found + 1 }
      if text.count < step { return file.size }
      place += step
      step *= 4
    }
    return place
  }
}
