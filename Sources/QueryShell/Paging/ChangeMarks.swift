// SPDX-License-Identifier: MIT

import ResultRendering

/// Marks in lines what has changed since they were shown last.
struct ChangeMarks {
  /// The lines as they were, without colours; nil before there were any.
  private var last: [String]?
  private let style: TextStyle

  init(style: TextStyle) { self.style = style }

  /// The lines with their changes set off, and how many lines have some.
  mutating func marked(_ lines: [String]) -> (lines: [String], changed: Int) {
    let plain = lines.map(StyledLine.plain)
    defer { last = plain }
    guard let last else { return (lines, 0) }
    var changed = 0
    let marked = lines.indices.map { index in
      let before = index < last.count ? last[index] : ""
      guard before != plain[index] else { return lines[index] }
      changed += 1
      return shown(plain[index], since: before)
    }
    return (marked, changed + max(0, last.count - lines.count))
  }

  /// A line whose changed cells are set off; where there are no colours a mark stands behind it.
  private func shown(_ line: String, since before: String) -> String {
    guard style.isOn else { return line + "  <" }
    let old = Array(before)
    var shown = ""
    var run = ""
    for (place, character) in line.enumerated() {
      if place < old.count, old[place] == character {
        shown += style.styled(run, .yellow) + String(character)
        run = ""
      } else {
        run.append(character)
      }
    }
    return shown + style.styled(run, .yellow)
  }
}
