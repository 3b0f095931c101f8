// SPDX-License-Identifier: MIT

import ResultRendering

/// A table of a text in Markdown as lines of a terminal, where its columns stand below each other.
struct AlignedTable {
  /// In wider tables each cell takes what it needs: a terminal breaks their lines anyway.
  private static let widest = 160

  private let alignments: [MarkdownTable.Alignment]
  private let texts: [[String]]
  /// Of each column, in cells.
  private let widths: [Int]
  private let isAligned: Bool

  init(_ table: MarkdownTable) {
    let columns = table.alignments.indices
    let texts = ([table.headings] + table.rows).map {
      $0.map { String(decoding: $0, as: UTF8.self) }
    }
    let most = texts.reduce(into: columns.map { _ in 3 }) { most, row in
      for (column, text) in row.enumerated() {
        most[column] = max(most[column], DisplayWidth.of(text))
      }
    }
    isAligned = most.reduce(1) { $0 + $1 + 3 } <= Self.widest
    widths = isAligned ? most : columns.map { _ in 3 }
    alignments = table.alignments
    self.texts = texts
  }

  /// The headings, the hyphens below them, and the rows.
  var lines: [String] {
    let rows = texts.map { row in Self.line(isAligned ? aligned(row) : row) }
    let hyphens = Self.line(zip(alignments, widths).map { $0.hyphens($1) })
    return [rows[0], hyphens] + rows.dropFirst()
  }

  private func aligned(_ row: [String]) -> [String] {
    alignments.indices.map { column in
      let text = column < row.count ? row[column] : ""
      return alignments[column].padded(text, with: widths[column] - DisplayWidth.of(text))
    }
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// The lines of a paragraph with such lines in the place of those of tables.
  static func replacingTables(in lines: [String]) -> [String] {
    let bytes = lines.map { Array($0.utf8)[...] }
    var result: [String] = []
    var line = 0
    while line < lines.count {
      guard line + 1 < lines.count, !LessonText.isCode(lines[line + 1]),
        var table = MarkdownTable(bytes[line], bytes[line + 1])
      else {
        result.append(lines[line])
        line += 1
        continue
      }
      line += 2
      while line < lines.count, !LessonText.isCode(lines[line]), table.add(bytes[line]) {
        line += 1
      }
      result += AlignedTable(table).lines
    }
    return result
  }
}

extension MarkdownTable.Alignment {
  fileprivate func padded(_ text: String, with blanks: Int) -> String {
    let before =
      switch self {
      case .none, .left: 0
      case .centre: blanks / 2
      case .right: blanks
      }
    return String(repeating: " ", count: before) + text
      + String(repeating: " ", count: blanks - before)
  }

  fileprivate func hyphens(_ width: Int) -> String {
    let begins = self == .left || self == .centre ? ":" : ""
    let ends = self == .right || self == .centre ? ":" : ""
    let count = width - begins.utf8.count - ends.utf8.count
    return begins + String(repeating: "-", count: count) + ends
  }
}
