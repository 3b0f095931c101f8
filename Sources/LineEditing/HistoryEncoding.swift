// SPDX-License-Identifier: MIT

/// The form of the history file: one line for each statement, so that one write is one entry.
///
/// A backslash stands before what would break a line: `\n` is a newline, `\\` a backslash.
/// Anything else after a backslash makes the line a damaged one.
package enum HistoryEncoding {
  /// Closes a line that some writer left torn; no entry ever ends so, whatever stands before.
  package static let damageMark = Array(#"\!\!"#.utf8)

  /// The line of a statement, its newline included.
  package static func line(for statement: String) -> [UInt8] {
    var line: [UInt8] = []
    for byte in statement.utf8 {
      switch byte {
      case UInt8(ascii: "\n"): line += Array(#"\n"#.utf8)
      case UInt8(ascii: #"\"#): line += Array(#"\\"#.utf8)
      default: line.append(byte)
      }
    }
    return line + [UInt8(ascii: "\n")]
  }

  /// The statement of a line without its newline; nil when the line is damaged or empty.
  package static func statement(of line: some Sequence<UInt8>) -> String? {
    var bytes: [UInt8] = []
    var isEscaped = false
    for byte in line {
      if isEscaped {
        switch byte {
        case UInt8(ascii: "n"): bytes.append(UInt8(ascii: "\n"))
        case UInt8(ascii: #"\"#): bytes.append(byte)
        default: return nil
        }
        isEscaped = false
      } else if byte == UInt8(ascii: #"\"#) {
        isEscaped = true
      } else {
        bytes.append(byte)
      }
    }
    return isEscaped || bytes.isEmpty ? nil : String(validating: bytes, as: UTF8.self)
  }

  /// What a file holds, oldest first.
  ///
  /// - Returns: the statements, without damaged lines and a torn last one; the number of lines,
  ///   damaged ones included; and whether the last line lacks its newline.
  package static func read(_ file: [UInt8]) -> (statements: [String], lines: Int, isTorn: Bool) {
    let newline = UInt8(ascii: "\n")
    var lines = file.split(separator: newline, omittingEmptySubsequences: false)
    let isTorn = lines.last?.isEmpty == false
    lines.removeLast()
    return (lines.compactMap { statement(of: $0) }, lines.count, isTorn)
  }
}
