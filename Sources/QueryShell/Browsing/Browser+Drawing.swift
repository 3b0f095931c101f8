// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import QueryEngine
import ResultRendering

/// Moving and drawing.
extension Browser {
  /// How many rows of the table are seen at once: a title, the heads, a line that tells, the query.
  var height: Int { max(1, rows - 4) }

  mutating func go(toRow number: Int) {
    row = max(0, min(number, (view.table?.count ?? 0) - 1))
  }

  mutating func move(_ key: Key) {
    let last = (view.table?.columns.count ?? 0) - 1
    switch key {
    case .down, .control(0x0E): go(toRow: row + 1)
    case .up, .control(0x10): go(toRow: row - 1)
    case .pageDown, .character(" "): go(toRow: row + height)
    case .pageUp, .character("b"): go(toRow: row - height)
    case .home: go(toRow: 0)
    case .end: go(toRow: Int.max)
    case .left, .backTab: place = max(0, place - 1)
    case .right, .control(0x09): place = max(0, min(last, place + 1))
    case .wordLeft: place = 0
    case .wordRight: place = max(0, last)
    default: break
    }
  }

  /// Scrolls lines that are no rows; false for other keys.
  mutating func scrolls(_ key: Key) -> Bool {
    let most = max(0, lines.count - (rows - 3))
    switch key {
    case .down: top = min(top + 1, most)
    case .up: top = max(0, top - 1)
    case .pageDown, .character(" "): top = min(top + height, most)
    case .pageUp, .character("b"): top = max(0, top - height)
    case .home: top = 0
    case .end: top = most
    case .right: sideways = max(0, min(sideways + 8, widest - columns + 1))
    case .left: sideways = max(0, sideways - 8)
    default: return false
    }
    return true
  }

  /// The lines that are no rows.
  private var lines: [String] {
    if let overlay { return overlay }
    if case .page(let lines) = view.content { return lines }
    return []
  }

  /// Which of them are seen, and what shows the others; empty where all are.
  private var scrollWords: String {
    let height = max(1, rows - 3)
    guard lines.count > height else { return "" }
    let keys = options.ascii ? "arrows and space" : "↑ ↓ and space"
    let last = min(top + height, lines.count)
    return "\(top + 1)-\(last) of \(lines.count)  \(keys) scroll, "
  }

  private var widest: Int { lines.map(StyledLine.width).max() ?? 0 }

  /// The whole value of the present cell.
  var wholeCell: [String]? {
    guard let cell else { return nil }
    let text = options.page(cell.value ?? "null")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return ["\(options.page(cell.column)), \(cell.type)", ""]
      + lines.flatMap { DisplayWidth.wrapped(String($0), to: max(10, columns - 1)) }
  }

  /// The rows of the window.
  mutating func frame() -> [String] {
    let body = overlay != nil || view.table == nil ? pageRows : tableRows()
    let blank = Array(repeating: "", count: max(0, rows - 3 - body.count))
    let all = [titleRow] + body.prefix(max(0, rows - 3)) + blank + [statusRow, queryRow]
    return Array(all.suffix(rows)).map { StyledLine.part($0, from: 0, width: max(1, columns - 1)) }
  }

  private var pageRows: [String] {
    lines.dropFirst(top).prefix(max(1, rows - 3)).map {
      StyledLine.part($0, from: sideways, width: columns - 1)
    }
  }

  private mutating func tableRows() -> [String] {
    guard let table = view.table else { return [] }
    if row < top { top = row }
    if row >= top + height { top = row - height + 1 }
    top = max(0, min(top, table.count - height))
    let range = top..<min(top + height, table.count)
    let margin = String(max(range.upperBound, 1)).utf8.count + TableWindow.gap
    let parts = table.rows(range)
    for part in parts { window.measure(part) }
    let seen = seenColumns(room: columns - 1 - margin)
    return [window.head(seen, margin: margin)]
      + window.lines(
        parts, from: top, seen, margin: margin, chosen: (row, place), marked: seat.marked)
  }

  /// The columns that there is room for: the one that names the rows, then those from some on, the
  /// present one among them.
  private mutating func seenColumns(room: Int) -> [TableWindow.Seen] {
    let all = view.table?.columns ?? []
    guard !all.isEmpty else { return [] }
    let name = all.firstIndex { ["name", "title"].contains($0.label.lowercased()) } ?? 0
    seat.left = min(seat.left, place)
    while true {
      let seen = seenColumns(from: seat.left, name: name, room: room)
      if seen.contains(where: { $0.place == place }) || seat.left >= place { return seen }
      seat.left += 1
    }
  }

  private func seenColumns(from left: Int, name: Int, room: Int) -> [TableWindow.Seen] {
    let all = view.table?.columns ?? []
    let fixed = fixedColumns(left: left, name: name, room: room)
    let places = fixed + Array(left..<all.count).filter { !fixed.contains($0) }
    let whole = places.reduce(0) { $0 + window.width(ofColumn: $1) + TableWindow.gap }
    var rest = room
    var seen: [TableWindow.Seen] = []
    for place in places where rest > 0 {
      let width = whole <= room ? window.width(ofColumn: place) : width(of: place, name, room)
      // A part of a column is seen where no other one stands beside the name.
      let isBeside = seen.contains { !fixed.contains($0.place) && $0.place != name }
      if width > rest, isBeside || place != self.place { break }
      seen.append(TableWindow.Seen(place: place, width: min(width, rest)))
      rest -= min(width, rest) + TableWindow.gap
    }
    return seen
  }

  /// The columns that are seen wherever one is: those that are kept in sight, as far as two thirds
  /// of the room go, else the one that names the rows.
  private func fixedColumns(left: Int, name: Int, room: Int) -> [Int] {
    guard seat.frozen > 0 else { return name < left ? [name] : [] }
    var used = 0
    return Array(0..<seat.frozen).filter { place in
      let width = min(window.width(ofColumn: place), max(8, room / 5)) + TableWindow.gap
      guard used + width <= room * 2 / 3 else { return false }
      used += width
      return true
    }
  }

  /// The cells that a column takes where not all can be seen whole: the present one as many as it
  /// wants, beside the name.
  private func width(of place: Int, _ name: Int, _ room: Int) -> Int {
    let wanted = window.width(ofColumn: place)
    guard window.isCut(place) else { return wanted }
    let half = max(8, room / 2 - TableWindow.gap)
    if place == self.place { return min(wanted, place == name ? room : half) }
    return min(wanted, place == name ? min(half, max(12, room / 3)) : max(8, room / 5))
  }

  private var titleRow: String {
    let keys = "? keys"
    let style = TextStyle(isOn: options.colour)
    let room = max(0, columns - 1 - keys.count - 2)
    let title = DisplayWidth.truncated(
      options.page(view.title), to: room, ellipsis: options.ellipsis)
    let free = columns - 1 - keys.count - DisplayWidth.of(title)
    let gap = String(repeating: " ", count: max(2, free))
    return style.styled(title, .bold) + gap + style.styled(keys, .dim)
  }

  /// What is typed, what is told, or what keys would write.
  private var statusRow: String {
    let style = TextStyle(isOn: options.colour)
    if let typing {
      let mark =
        switch typing.purpose {
        case .find: "find: "
        case .row: "go to row: "
        case .column: "go to column: "
        case .holding: "contains: "
        case .limit: "how many rows: "
        case .save: "save as: "
        }
      let room = columns - 2 - mark.count
      return mark
        + DisplayWidth.ending(
          of: options.page(typing.text), in: room, ellipsis: options.ellipsis)
    }
    if !message.isEmpty { return style.styled(options.page(message), .yellow) }
    if overlay != nil { return style.styled(scrollWords + "any other key goes back", .dim) }
    guard view.table != nil else {
      return style.styled(scrollWords + "u goes back, q leaves", .dim)
    }
    let told = [BrowserKey.same, .sort, .count].compactMap { key in
      stages(of: key).map { stages in
        "\(key.name) | \(stages.map(\.text).joined(separator: " | "))"
      }
    }
    let line = options.page(told.joined(separator: "   "))
    return style.styled(
      DisplayWidth.truncated(line, to: columns - 1, ellipsis: options.ellipsis), .dim)
  }
}
