// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import ResultRendering

/// The paragraphs of a lesson as lines of a terminal.
enum LessonText {
  /// What begins so is code, as Markdown has it too, and stays as it is.
  private static let codeMargin = "    "

  static func isCode(_ line: String) -> Bool { line.hasPrefix(codeMargin) }

  /// A block of code as a paragraph.
  static func code(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(
      text.hasSuffix("\n") ? 1 : 0
    )
    .map { codeMargin + $0 }.joined(separator: "\n")
  }

  /// The lines of a paragraph as one, but for the elements of lists, the rows of tables and code.
  static func joined(_ lines: [String]) -> String {
    var text = ""
    var isWhole = false
    for (number, line) in AlignedTable.replacingTables(in: lines).enumerated() {
      let stays = line.hasPrefix("|") || isCode(line)
      if number > 0 { text += stays || isWhole || beginsElement(line) ? "\n" : " " }
      text += stays || number == 0 || beginsElement(line) ? line : line.trimmed
      isWhole = stays
    }
    return text
  }

  private static func beginsElement(_ line: String) -> Bool {
    line.prefixMatch(of: /\s*([-*+]|\d{1,9}[.)])\s/) != nil
  }

  /// The paragraph in lines of so many cells at most; words that are longer stay whole.
  static func wrapped(_ text: String, to width: Int, indent: Int = 0) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { wrappedLine(String($0), to: width, indent: indent) }.joined()
  }

  /// A query with line breaks in the place of blanks, so that none of its lines takes more cells: a
  /// stage that fits on no line with the one before begins a new one. Words that are longer, texts
  /// and comments stay whole.
  static func broken(_ query: String, to width: Int) -> String {
    words(of: query).map { words in
      var (broken, cells) = ("", 0)
      for (place, word) in words.enumerated() {
        let taken = DisplayWidth.of(word)
        let stage = word == "|" ? words[(place + 1)...].prefix { $0 != "|" } : []
        let needed = stage.reduce(taken) { $0 + 1 + DisplayWidth.of($1) }
        let fits = taken == 0 || cells + 1 + needed <= width
        if place > 0 { broken += fits ? " " : "\n" }
        cells = place > 0 && fits ? cells + 1 + taken : taken
        broken += word
      }
      return broken
    }.joined(separator: "\n")
  }

  /// The lines of a query, as words between which it may be broken.
  private static func words(of query: String) -> [[String]] {
    let tokens = Lexer.tokens(of: ScriptText(name: "<query>", query)).tokens.map(\.range)
    var lines: [[[UInt8]]] = [[[]]]
    var (next, isComment) = (0, false)
    for (offset, byte) in query.utf8.enumerated() {
      while next < tokens.count, tokens[next].end <= offset { next += 1 }
      let isInside = next < tokens.count && tokens[next].start <= offset
      let goesOn = isComment && byte != UInt8(ascii: "\n")
      isComment = !isInside && (goesOn || byte == UInt8(ascii: "#"))
      switch byte {
      case UInt8(ascii: "\n"): lines.append([[]])
      case UInt8(ascii: " ") where !isInside && !isComment: lines[lines.count - 1].append([])
      default: lines[lines.count - 1][lines[lines.count - 1].count - 1].append(byte)
      }
    }
    return lines.map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  /// A query below its first line, with the same margin.
  static func lines(of query: String, to width: Int, margin: Int) -> String {
    broken(query, to: max(width - margin, 20))
      .replacing("\n", with: "\n" + String(repeating: " ", count: margin))
  }

  private static func wrappedLine(_ text: String, to width: Int, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    if isCode(text) || text.hasPrefix("|") { return margin + text + "\n" }
    return DisplayWidth.wrapped(text, to: max(1, width - indent), keepingWords: true)
      .map { margin + $0 + "\n" }.joined()
  }
}
