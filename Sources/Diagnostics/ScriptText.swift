// SPDX-License-Identifier: MIT

/// A text that diagnostics point into: a script, a line typed at the prompt, or a piece of data.
public struct ScriptText: Sendable, Hashable {
  /// What the text is called in messages: a file's path as it was given, or `<prompt>`.
  public let name: String
  /// The bytes as they were read; offsets everywhere are offsets into these.
  public let bytes: [UInt8]
  /// The number of the first line, 1 unless the text is an excerpt of something longer.
  public let firstLine: Int
  /// The column at which the first line begins, 1 unless the text begins inside a line.
  public let firstColumn: Int
  /// How many columns of a longer text are left out before an offset.
  private let leftOut: [Int: Int]
  private let lineStarts: [Int]

  public init(
    name: String, bytes: [UInt8], firstLine: Int = 1, firstColumn: Int = 1,
    leftOut: [Int: Int] = [:]
  ) {
    self.leftOut = leftOut
    self.name = name
    self.bytes = bytes
    self.firstLine = firstLine
    self.firstColumn = firstColumn
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    lineStarts = starts
  }

  public init(name: String, _ text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }

  /// The starts of the lines follow from the bytes, which are mostly one and the same array: a text
  /// is compared with many faults' own.
  public static func == (first: ScriptText, second: ScriptText) -> Bool {
    first.firstLine == second.firstLine && first.firstColumn == second.firstColumn
      && first.name == second.name && first.leftOut == second.leftOut
      && first.bytes == second.bytes
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(bytes)
    hasher.combine(firstLine)
    hasher.combine(firstColumn)
  }

  /// The text between two offsets, with invalid bytes replaced.
  public subscript(range: ScriptRange) -> String {
    String(decoding: bytes[clamped(range.start)..<clamped(range.end)], as: UTF8.self)
  }

  /// Where an offset stands: line and column from 1, the column counted in Unicode scalars.
  public func place(of offset: Int) -> SourcePlace {
    let index = lineIndex(of: clamped(offset))
    let before = bytes[lineStarts[index]..<clamped(offset)]
    var column = before.reduce(into: index == 0 ? firstColumn : 1) {
      if $1 & 0xC0 != 0x80 { $0 += 1 }
    }
    let line = lineStarts[index]...clamped(offset)
    for (place, columns) in leftOut where line.contains(place) { column += columns }
    return SourcePlace(line: index + firstLine, column: column)
  }

  /// The line that holds an offset, without its line break.
  public func line(around offset: Int) -> SourceLine {
    let index = lineIndex(of: clamped(offset))
    let start = lineStarts[index]
    var end = index + 1 < lineStarts.count ? lineStarts[index + 1] - 1 : bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return SourceLine(number: index + firstLine, range: ScriptRange(start, end))
  }

  private func lineIndex(of offset: Int) -> Int {
    var low = 0
    var high = lineStarts.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func clamped(_ offset: Int) -> Int { min(max(offset, 0), bytes.count) }
}

/// A line and a column, both from 1.
public struct SourcePlace: Sendable, Hashable {
  public let line: Int
  public let column: Int

  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// One line of a source text: its number and where its bytes are.
public struct SourceLine: Sendable, Hashable {
  public let number: Int
  public let range: ScriptRange
}

/// A half-open range of UTF-8 offsets into a `ScriptText`.
public struct ScriptRange: Sendable, Hashable {
  public var start: Int
  public var end: Int

  public init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = max(start, end)
  }

  /// The smallest range that holds both.
  public func union(_ other: ScriptRange) -> ScriptRange {
    ScriptRange(min(start, other.start), max(end, other.end))
  }

  /// Whether another range lies within it.
  public func contains(_ other: ScriptRange) -> Bool { start <= other.start && other.end <= end }

  public var isEmpty: Bool { start == end }
  public var count: Int { end - start }
}
