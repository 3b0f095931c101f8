// SPDX-License-Identifier: MIT

/// The form of the history file: one line for each statement, so that one write is one entry.
///
/// A backslash stands before what would break a line: `\n` is a newline, `\\` a backslash. A line
/// that begins with `\=` says how a statement ended that stands before it, be others in between:
/// `\=failed` or `\=ok`, and the statement's mark. Anything else after a backslash makes the line a
/// damaged one, which is what such lines are to those who do not know them.
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

  /// The line that says how a statement ended, its newline included.
  package static func line(forOutcome hasFailed: Bool, of statement: String) -> [UInt8] {
    Array("\(outcomeMark)\(hasFailed ? "failed" : "ok") \(mark(of: statement))\n".utf8)
  }

  private static let outcomeMark = #"\="#

  /// A number by which a statement is found again, FNV-1a of its bytes. The checksum of kept
  /// replies is that too, in a module that the editor of lines does not know; what stands in
  /// people's files must not change with the form of those.
  private static func mark(of statement: String) -> String {
    let hash = statement.utf8.reduce(UInt64(0xcbf2_9ce4_8422_2325)) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return String(hash, radix: 16)
  }

  /// What a file holds.
  package struct Content: Equatable {
    /// The statements, oldest first, without damaged lines and a torn last one.
    package var statements: [String] = []
    /// Those of which the last that is said is that they failed.
    package var failed: Set<String> = []
    /// The number of lines, damaged ones included, but not those that say how something ended.
    package var lines = 0
    /// The number of those.
    package var outcomes = 0
  }

  /// What a file holds.
  package static func read(_ file: [UInt8]) -> Content {
    var content = Content()
    var failed: [String: Bool] = [:]
    let lines = file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for line in lines.dropLast() {
      if line.starts(with: outcomeMark.utf8) {
        let words = line.dropFirst(outcomeMark.utf8.count).split(separator: UInt8(ascii: " "))
        content.outcomes += 1
        guard let word = words.first, let mark = words.last, words.count > 1 else { continue }
        failed[String(decoding: mark, as: UTF8.self)] = word.elementsEqual("failed".utf8)
      } else {
        content.lines += 1
        if let statement = statement(of: line) { content.statements.append(statement) }
      }
    }
    guard failed.values.contains(true) else { return content }
    content.failed = Set(content.statements.filter { failed[mark(of: $0)] ?? false })
    return content
  }
}
