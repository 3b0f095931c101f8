// SPDX-License-Identifier: MIT

internal import Catalogue
internal import Diagnostics

/// The characters with which people's formats draw.
struct Glyphs: Sendable {
  let rule: String
  let null: String
  let ellipsis: String

  /// A vertical axis, one with a number beside it, and where it meets the horizontal one.
  let axis: String
  let tick: String
  let corner: String
  /// A cell of a bar.
  let block: String
  /// Cells of the parts of a bar, which are told apart without colour.
  let parts: [String]
  /// The beginning of a bar's last cell in one to seven eighths; empty where cells are not divided.
  let eighths: [String]
  /// The right half of a cell; empty where cells are not divided.
  let rightHalf: String

  static let unicode = Glyphs(
    rule: "─", null: "–", ellipsis: "…", axis: "│", tick: "┤", corner: "└", block: "█",
    parts: ["█", "▒", "▓", "░", "▚", "▤"],
    eighths: ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], rightHalf: "▐")
  static let ascii = Glyphs(
    rule: "-", null: "-", ellipsis: "...", axis: "|", tick: "+", corner: "+", block: "#",
    parts: ["#", "=", "+", ":", "o", "."],
    eighths: [], rightHalf: "")
}

/// What stands below the rows of people's formats: how many are not shown, and the footer.
struct RowNotes {
  let style: TextStyle
  let sanitiser: Sanitiser
  let glyphs: Glyphs
  /// After how many cells a line is wrapped; nil for none.
  let width: Int?

  /// What is said `beside` the footer stands at the end of its first line.
  func append(
    shown: Int, total: Int, footer: String?, beside: String? = nil, to output: inout [UInt8]
  ) {
    if total > shown {
      let rows = total - shown == 1 ? "row" : "rows"
      appendLine("\(glyphs.ellipsis) \(CountText.of(total - shown)) more \(rows)", to: &output)
    }
    let said = (footer ?? (total == 0 ? "no rows" : nil))?.utf8.split(separator: ASCII.newline)
    var lines = (said ?? []).map { String(Substring($0)) }
    if let beside {
      let first = lines.first.map { "\($0) · \(beside)" } ?? beside
      lines = [first] + lines.dropFirst()
    }
    for line in lines {
      let text = sanitiser.text(line)
      let parts = width.map { DisplayWidth.wrapped(text, to: max($0, 1)) } ?? [text]
      for part in parts {
        let end = part.lastIndex { $0 != " " }.map { part.index(after: $0) } ?? part.startIndex
        appendLine(String(part[..<end]), to: &output)
      }
    }
  }

  private func appendLine(_ text: String, to output: inout [UInt8]) {
    output.append(style.styled(text, .dim))
    output.append(ASCII.newline)
  }
}
