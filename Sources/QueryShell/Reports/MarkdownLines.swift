// SPDX-License-Identifier: MIT

/// The lines of a text as cmark counts them, from 1.
struct MarkdownLines {
  private let bytes: [UInt8]
  /// Where each line begins and ends, without its line break.
  private var ranges: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var start = 0
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      guard byte == 0x0A || byte == 0x0D else { continue }
      ranges.append(start..<(index - 1))
      if byte == 0x0D, index < bytes.count, bytes[index] == 0x0A { index += 1 }
      start = index
    }
    if start < bytes.count { ranges.append(start..<bytes.count) }
  }

  var numbers: Range<Int> { 1..<(ranges.count + 1) }

  subscript(line: Int) -> ArraySlice<UInt8> {
    numbers.contains(line) ? bytes[ranges[line - 1]] : []
  }

  /// The line with its line break.
  func whole(_ line: Int) -> ArraySlice<UInt8> {
    let end = line < ranges.count ? ranges[line].lowerBound : bytes.count
    return bytes[ranges[line - 1].lowerBound..<end]
  }
}
