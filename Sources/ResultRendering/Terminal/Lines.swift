// SPDX-License-Identifier: MIT

internal import Catalogue

extension Sanitiser {
  /// The lines of a text, each made safe and wrapped.
  func lines(_ text: ArraySlice<UInt8>, width: Int) -> [String] {
    let lines = text.split(separator: ASCII.newline, omittingEmptySubsequences: false)
    return lines.flatMap { line in
      var shown: [UInt8] = []
      append(line.last == ASCII.carriageReturn ? line.dropLast() : line, to: &shown)
      return DisplayWidth.wrapped(String(decoding: shown, as: UTF8.self), to: width)
    }
  }

  /// The safe form of a name on one line, whose line breaks are shown where that can be.
  func label(_ name: String) -> String {
    escapes ? text(name) : line(Array(name.utf8)[...])
  }

  /// The safe form of a text on one line.
  func line(_ text: ArraySlice<UInt8>) -> String {
    var line: [UInt8] = []
    appendLine(text, to: &line)
    return String(decoding: line, as: UTF8.self)
  }

  /// Appends the safe form of a text on one line: white space around a line break becomes one
  /// space.
  func appendLine(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
    guard text.contains(where: Self.isLineBreak) else { return append(text, to: &output) }
    var joined: [UInt8] = []
    for part in text.split(whereSeparator: Self.isLineBreak) {
      guard let first = part.firstIndex(where: { !Self.isBlank($0) }),
        let last = part.lastIndex(where: { !Self.isBlank($0) })
      else { continue }
      if !joined.isEmpty { joined.append(ASCII.space) }
      joined += part[first...last]
    }
    append(joined[...], to: &output)
  }

  private static func isLineBreak(_ byte: UInt8) -> Bool {
    byte == ASCII.newline || byte == ASCII.carriageReturn
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == ASCII.space || byte == ASCII.tab }
}
