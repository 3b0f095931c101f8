// SPDX-License-Identifier: MIT

/// The candidates as rows of text below the line that is edited.
package enum CompletionListing {
  /// Lays the labels out in columns, or with their notes one a row where there are notes.
  ///
  /// `width` is that of the terminal, in columns; no row is wider than one less. There are at most
  /// `height` rows; a last one says how many candidates it leaves out.
  package static func rows(_ items: [Completion], width: Int, height: Int) -> [String] {
    let labels = items.map { PlainText.visibleLine($0.label) }
    let notes = items.map { PlainText.visibleLine($0.note) }
    let usable = max(1, width - 1)
    let hasNotes = notes.contains { !$0.isEmpty }
    let rows = hasNotes ? described(labels, notes, usable) : columns(labels, usable)
    guard rows.count > max(height, 2) else { return rows }
    let kept = Array(rows.prefix(max(height, 2) - 1))
    let shown = hasNotes ? kept.count : min(labels.count, kept.count * perRow(labels, usable))
    return kept + [ScreenLayout.fit("... and \(labels.count - shown) more", columns: usable)]
  }

  private static func described(_ labels: [String], _ notes: [String], _ width: Int) -> [String] {
    let widest = labels.map { ScreenLayout.width(of: $0) }.max() ?? 0
    // A few long labels must not push all notes off the screen.
    let labelWidth = min(widest, max(8, width / 2))
    return zip(labels, notes).map { label, note in
      let cut = ScreenLayout.fit(label, columns: min(labelWidth, width))
      let room = width - labelWidth - 4
      guard !note.isEmpty, room >= 8 else { return ScreenLayout.fit("  " + cut, columns: width) }
      return "  " + pad(cut, to: labelWidth) + "  " + ScreenLayout.fit(note, columns: room)
    }
  }

  private static func columns(_ labels: [String], _ width: Int) -> [String] {
    let count = perRow(labels, width)
    let cell = cellWidth(labels, width)
    return stride(from: 0, to: labels.count, by: count).map { start in
      let row = labels[start..<min(start + count, labels.count)]
      let cells = row.map { pad(ScreenLayout.fit($0, columns: cell - 2), to: cell) }
      let line = cells.joined()
      return String(line[...(line.lastIndex { $0 != " " } ?? line.startIndex)])
    }
  }

  private static func perRow(_ labels: [String], _ width: Int) -> Int {
    max(1, (width + 2) / cellWidth(labels, width))
  }

  private static func cellWidth(_ labels: [String], _ width: Int) -> Int {
    min(labels.map { ScreenLayout.width(of: $0) }.max() ?? 0, width) + 2
  }

  private static func pad(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - ScreenLayout.width(of: text)))
  }
}
