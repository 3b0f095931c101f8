// SPDX-License-Identifier: MIT

import Diagnostics

/// A command of the prompt as it was typed. What is wrong with the statement that it stands for is
/// told at its own places: nobody typed that statement.
struct TypedCommand {
  /// What the statements are called that commands stand for, with words of their own.
  static let statementName = "<command>"

  /// Whether a statement was typed at the prompt, or comes of what was.
  static func hasTyped(_ source: ScriptText) -> Bool {
    source.name == InteractiveLoop.scriptName || source.name == statementName
  }

  /// Where a part of a statement stands in the line.
  private struct Part {
    let start: Int
    let lineStart: Int
    let count: Int

    var end: Int { start + count }

    /// Where a place of the statement is in the line.
    func moved(_ offset: Int) -> Int { lineStart + min(max(0, offset - start), count) }
  }

  private let line: ScriptText
  private let argument: String

  init(_ line: String, argument: String) {
    self.line = ScriptText(name: InteractiveLoop.scriptName, line)
    self.argument = argument.withoutQuotes
  }

  /// The fault as it is told.
  func told(_ fault: Diagnostic) -> Diagnostic {
    guard let source = fault.source, let part = part(of: source) else { return fault }
    // The command may have put quotes around it.
    let isQuoted = part.start > 0 && source.bytes[part.start - 1] == UInt8(ascii: "\"")
    let (first, last) = isQuoted ? (part.start - 1, part.end + 1) : (part.start, part.end)
    return fault.moved(into: line) { range in
      let start = range.start < first ? 0 : part.moved(range.start)
      let end = range.end <= first ? wordEnd : part.moved(range.end)
      return (ScriptRange(start, end), first <= range.start && range.end <= last)
    }
  }

  /// The line in which a statement has become another one; nil where it has not all of that.
  func line(for statement: String, inPlaceOf source: ScriptText?) -> String? {
    guard let source, let part = part(of: source) else { return nil }
    let (before, after) = (source.bytes[..<part.start], source.bytes[part.end...])
    let bytes = Array(statement.utf8)
    guard bytes.starts(with: before), bytes.reversed().starts(with: after.reversed()),
      bytes.count >= before.count + after.count
    else { return nil }
    let written =
      line.bytes[..<part.lineStart] + bytes[before.count..<(bytes.count - after.count)]
      + line.bytes[(part.lineStart + part.count)...]
    return String(decoding: written, as: UTF8.self)
  }

  /// The part of a statement that was typed: all of it, or what stands behind the command.
  private func part(of source: ScriptText) -> Part? {
    let count = source.bytes.count
    if count > 0, line.bytes.suffix(count).elementsEqual(source.bytes) {
      return Part(start: 0, lineStart: line.bytes.count - count, count: count)
    }
    guard source.name == Self.statementName else { return nil }
    let words = Array(argument.utf8)
    guard let start = Self.lastPlace(of: words, in: source.bytes),
      let lineStart = Self.lastPlace(of: words, in: line.bytes)
    else { return nil }
    return Part(start: start, lineStart: lineStart, count: words.count)
  }

  /// The end of the command itself.
  private var wordEnd: Int {
    line.bytes.firstIndex(of: UInt8(ascii: " ")) ?? line.bytes.count
  }

  private static func lastPlace(of part: [UInt8], in bytes: [UInt8]) -> Int? {
    guard part.count <= bytes.count else { return nil }
    return (0...(bytes.count - part.count)).last { bytes[$0...].starts(with: part) }
  }
}
