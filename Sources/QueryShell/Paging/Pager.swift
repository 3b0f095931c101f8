// SPDX-License-Identifier: MIT

package import LineEditing
package import ResultRendering

/// What a person looks at of a text that is larger than the window: the lines below a head that
/// stays, from some cell on.
package struct Pager {
  /// What becomes of a key.
  package enum Step: Equatable { case stay, leave, suspend }

  private let head: [String]
  /// The lines that scroll, those below the rows last.
  private let lines: [String]
  /// How many of them are those of rows.
  private let count: Int
  /// How many cells the longest line takes.
  private let widest: Int
  private let style: TextStyle
  private let ascii: Bool
  package var rows: Int
  package var columns: Int
  private var top = 0
  private var left = 0
  /// What is being typed behind `/`; nil where nothing is.
  private var typing: String?
  private var sought = ""
  /// The line that was found last.
  private var found: Int?
  /// What is told in the place of the keys, until the next one.
  private var message = ""

  /// How many cells an arrow moves.
  private static let sideways = 8

  package init(
    _ text: PagedText, rows: Int, columns: Int, style: TextStyle, ascii: Bool = false
  ) {
    head = text.head
    lines = text.body + text.footer
    count = text.body.count
    widest = text.lines.map(StyledLine.width).max() ?? 0
    self.rows = rows
    self.columns = columns
    self.style = style
    self.ascii = ascii
  }

  /// How many of them are seen at once.
  private var height: Int { max(1, rows - head.count - 1) }

  private var last: Int { max(0, lines.count - height) }

  /// The rows of the window.
  package var frame: [String] {
    let first = min(top, last)
    let fixed = head.map { StyledLine.part($0, from: left, width: columns) }
    let seen = (first..<min(first + height, lines.count)).map { index in
      let line = StyledLine.part(lines[index], from: left, width: columns)
      return index == found ? style.styled(line, .bold) : line
    }
    let shown = fixed + seen
    let blank = Array(repeating: "", count: max(0, rows - 1 - shown.count))
    return Array((shown + blank).prefix(max(1, rows - 1))) + [status]
  }

  private var status: String {
    let ellipsis = ascii ? "..." : "…"
    if let typing {
      let text = ascii ? PlainText.ascii(typing) : typing
      return "/" + DisplayWidth.ending(of: text, in: columns - 3, ellipsis: ellipsis)
    }
    let first = min(top, last)
    let place = "\(min(first + 1, count))-\(min(first + height, count)) of \(count)"
    let arrows = ascii ? "arrows scroll" : "↑ ↓ ← → scroll"
    // Of a narrow window the end is not seen.
    let keys = "q leaves, \(arrows), space turns the page, / searches"
    let words = message.isEmpty ? "\(place)  \(keys)" : "\(place)  \(message)"
    return style.styled(
      DisplayWidth.truncated(words, to: columns - 1, ellipsis: ellipsis), .dim)
  }

  package mutating func take(_ key: Key) -> Step {
    if typing != nil { return type(key) }
    message = ""
    switch key {
    case .down, .control(0x0D), .control(0x0A), .character("j"): move(1)
    case .up, .character("k"): move(-1)
    case .character(" "), .character("f"), .pageDown: move(height)
    case .character("b"), .pageUp: move(-height)
    case .home, .character("g"): top = 0
    case .end, .character("G"): top = last
    case .right, .wordRight: left = max(0, min(left + Self.sideways, widest - columns))
    case .left, .wordLeft: left = max(0, left - Self.sideways)
    case .character("/"): typing = ""
    case .character("n"): find(from: (found ?? top - 1) + 1, by: 1)
    case .character("N"): find(from: (found ?? top) - 1, by: -1)
    case .character("q"), .character("Q"), .control(0x1B), .control(0x03), .control(0x04):
      return .leave
    case .control(0x1A): return .suspend
    default: break
    }
    return .stay
  }

  /// The window has another size.
  package mutating func resize(rows: Int, columns: Int) {
    self.rows = rows
    self.columns = columns
    top = min(top, last)
    left = max(0, min(left, widest - columns))
  }

  private mutating func move(_ count: Int) { top = max(0, min(top + count, last)) }

  private mutating func type(_ key: Key) -> Step {
    switch key {
    case .control(0x0D), .control(0x0A):
      if let typing, !typing.isEmpty { sought = typing }
      typing = nil
      find(from: top, by: 1)
    case .control(0x1B), .control(0x03): typing = nil
    case .control(0x7F), .control(0x08):
      if typing?.isEmpty ?? true { typing = nil } else { typing?.removeLast() }
    case .character(let scalar) where PlainText.isSafe(scalar):
      typing?.unicodeScalars.append(scalar)
    case .paste(let text): typing? += PlainText.cleanLine(text)
    default: break
    }
    return .stay
  }

  /// Goes to the next line that holds what is sought, in any case, around the end of the text.
  private mutating func find(from start: Int, by step: Int) {
    guard !sought.isEmpty else { return }
    let wanted = sought.lowercased()
    let count = lines.count
    for offset in 0..<count {
      let index = ((start + offset * step) % count + count) % count
      if StyledLine.plain(lines[index]).lowercased().contains(wanted) {
        found = index
        top = min(index, last)
        return
      }
    }
    found = nil
    message = "not found: \(ascii ? PlainText.ascii(sought) : sought)"
  }
}
