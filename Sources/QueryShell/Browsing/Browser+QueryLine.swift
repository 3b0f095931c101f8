// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import ResultRendering

/// The query in the last row of the window.
extension Browser {
  /// The query as it stands, its end where it is long, painted as at the prompt.
  var queryRow: String {
    let text = options.page(line.onOneLine)
    let room = columns - 1 - DisplayWidth.of(prompt)
    let shown = DisplayWidth.ending(of: text, in: room, ellipsis: options.ellipsis)
    if shown == text { return prompt + painted(text, from: 0) }
    let mark = shown.hasPrefix(options.ellipsis) ? options.ellipsis : ""
    let end = shown.utf8.count - mark.utf8.count
    return prompt + mark + painted(text, from: text.utf8.count - end)
  }

  /// A text from a UTF-8 offset on, with the colours of its words.
  private func painted(_ text: String, from start: Int) -> String {
    let bytes = Array(text.utf8)
    var shown = ""
    var end = start
    let add = { (range: Range<Int>) in shown += String(decoding: bytes[range], as: UTF8.self) }
    let plain = colours.sequence(.plain)
    for highlight in LineHighlights(text).all where highlight.range.upperBound > end {
      let colour = colours.sequence(highlight.role)
      guard colour != plain else { continue }
      let first = max(highlight.range.lowerBound, end)
      add(end..<first)
      shown += colour
      add(first..<highlight.range.upperBound)
      shown += plain
      end = highlight.range.upperBound
    }
    add(end..<bytes.count)
    return shown
  }
}
