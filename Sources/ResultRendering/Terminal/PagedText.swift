// SPDX-License-Identifier: MIT

/// Lines of a result or of help that do not fit into the window.
package struct PagedText: Sendable, Equatable {
  /// Lines that stay at the top, as the head of a table does.
  package let head: [String]
  package let body: [String]
  /// Lines that stay at the bottom of what is left behind.
  package let footer: [String]

  package init(_ text: String, head: Int = 0, footer: Int = 0) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    let top = min(head, lines.count)
    let bottom = min(footer, lines.count - top)
    self.head = Array(lines.prefix(top))
    self.footer = Array(lines.suffix(bottom))
    body = Array(lines.dropFirst(top).dropLast(bottom))
  }

  package var lines: [String] { head + body + footer }

  /// Whether all of it stands in a window at once, with a line for what is typed next.
  package func fits(rows: Int, columns: Int) -> Bool {
    var used = 0
    for line in lines {
      used += max(1, (StyledLine.width(line) + columns - 1) / max(columns, 1))
      if used >= rows { return false }
    }
    return true
  }

  /// Whether some line is wider than a window.
  package func isWider(than columns: Int) -> Bool {
    lines.contains { StyledLine.width($0) > columns }
  }

  /// How many lines of the body stay behind.
  private static let kept = 10

  /// What stays on a screen of some width when the pager is left; lines that are wider are cut, and
  /// what stands below an empty line is left out.
  package func rest(columns: Int) -> String {
    guard !head.isEmpty else { return "" }
    let more = body.count - Self.kept
    let rows = (head + body.prefix(Self.kept)).map {
      StyledLine.part($0, from: 0, width: columns)
    }
    let count = more > 0 ? ["… \(more) more \(more == 1 ? "line" : "lines")"] : []
    return (rows + count + footer.prefix { !$0.isEmpty }).map { $0 + "\n" }.joined()
  }
}

/// A line of text with the sequences that set its colours.
package enum StyledLine {
  /// The cells that it takes.
  package static func width(_ line: String) -> Int {
    pieces(line).reduce(0) { sum, piece in
      if case .text(let text) = piece { sum + DisplayWidth.of(text) } else { sum }
    }
  }

  /// The text alone.
  package static func plain(_ line: String) -> String {
    pieces(line).map { piece in
      if case .text(let text) = piece { String(text) } else { "" }
    }.joined()
  }

  /// The part of it between two cells, in its colours.
  package static func part(_ line: String, from left: Int, width: Int) -> String {
    var shown = ""
    var position = 0
    var isStyled = false
    for piece in pieces(line) {
      switch piece {
      case .style(let sequence):
        shown += sequence
        isStyled = true
      case .text(let text):
        for character in text {
          let cells = DisplayWidth.of(character)
          defer { position += cells }
          if position >= left, position + cells <= left + width { shown.append(character) }
        }
      }
    }
    return isStyled ? shown + "\u{1B}[0m" : shown
  }

  private enum Piece {
    case text(Substring)
    case style(Substring)
  }

  private static func pieces(_ line: String) -> [Piece] {
    var pieces: [Piece] = []
    var rest = line[...]
    while let escape = rest.firstIndex(of: "\u{1B}") {
      if escape > rest.startIndex { pieces.append(.text(rest[..<escape])) }
      guard let end = rest[escape...].firstIndex(of: "m") else { return pieces }
      pieces.append(.style(rest[escape...end]))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { pieces.append(.text(rest)) }
    return pieces
  }
}
