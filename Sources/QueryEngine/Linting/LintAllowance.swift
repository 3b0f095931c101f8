// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

/// A comment `# lint: allow RULE`, and the line for which it silences rules.
struct LintAllowance: Sendable {
  let line: Int
  /// Where the names of the rules stand.
  let names: [ScriptRange]

  private static let opening = Array("lint: allow".utf8)

  static func all(in source: ScriptText, _ tokens: [Token]) -> [LintAllowance] {
    var allowances: [LintAllowance] = []
    // Where the next word after a comment stands.
    var next = source.bytes.count
    for token in tokens.reversed() {
      if token.kind != .newline { next = token.range.start }
      let comments = comments(in: source, from: token.start, to: token.range.start)
      allowances += comments.reversed().compactMap { allowance($0, before: next, in: source) }
    }
    return allowances.reversed()
  }

  /// The comments in the space before a token, without their marks.
  private static func comments(in source: ScriptText, from start: Int, to end: Int) -> [ScriptRange]
  {
    var comments: [ScriptRange] = []
    var offset = start
    while offset < min(end, source.bytes.count) {
      guard source.bytes[offset] == UInt8(ascii: "#") else {
        offset += 1
        continue
      }
      let stop = min(source.line(around: offset).range.end, end)
      comments.append(ScriptRange(offset, stop))
      offset = max(stop, offset + 1)
    }
    return comments
  }

  private static func allowance(
    _ comment: ScriptRange, before next: Int, in source: ScriptText
  ) -> LintAllowance? {
    var start = comment.start
    while start < comment.end, [UInt8(ascii: "#"), UInt8(ascii: " ")].contains(source.bytes[start])
    {
      start += 1
    }
    guard source.bytes[start..<comment.end].starts(with: opening) else { return nil }
    let names = words(in: source, ScriptRange(start + opening.count, comment.end))
    return LintAllowance(line: line(of: comment, before: next, in: source), names: names)
  }

  private static func words(in source: ScriptText, _ range: ScriptRange) -> [ScriptRange] {
    let marks = Array(" \t,".utf8)
    return source.bytes[range.start..<range.end].split { marks.contains($0) }.map {
      ScriptRange($0.startIndex, $0.endIndex)
    }
  }

  /// The line at whose end it stands; for a comment alone on its line that of the next word.
  private static func line(
    of comment: ScriptRange, before next: Int, in source: ScriptText
  ) -> Int {
    let line = source.line(around: comment.start)
    let isAlone = isBlank(source.bytes[line.range.start..<comment.start])
    return isAlone ? source.line(around: next).number : line.number
  }

  private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy(isSpace) }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
