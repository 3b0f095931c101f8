// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// How the line comes to the screen: painted by ``Painter``, or as libedit draws it, over which
/// only continuation prompts and marks are put.
extension LineEditor {
  /// Shows the settled line; or says what has to be put right first.
  func settle() -> EditAction? {
    guard appearance.isPainted else { return settleDrawing() }
    paint()
    return nil
  }

  func paint() {
    let size = size
    let buffer = currentBuffer
    var picture = picture(of: buffer)
    picture.prompt = promptOfMode
    picture.hint = shownHint(buffer)
    picture.below = menuRows(size)
    seenHint = picture.hint
    picture.note = shownPreview(buffer)
    let frame = picture.frame(columns: size.columns, height: max(1, size.rows - 1), top: &viewTop)
    writeAll(STDOUT_FILENO, painter.draw(frame))
  }

  /// The prompt, which ends in a colon where letters are commands.
  private var promptOfMode: String {
    guard isCommanding, search == nil, prompt.hasSuffix("> ") else { return prompt }
    return prompt.dropLast(2) + ": "
  }

  /// Shows what is known of the line once nobody types for a moment.
  func paintAtRest() {
    let lacksPreview = wantsPreview && live.lacksPreview
    guard appearance.isPainted, search == nil, live.lacksReading || lacksPreview,
      !input.isReady(within: Self.rest)
    else { return }
    if live.lacksReading {
      readLive()
      paint()
    }
    if lacksPreview { previewAtRest() }
  }

  /// Milliseconds after which typing rests.
  private static let rest: Int32 = 15

  /// What is shown of the line now.
  private func picture(of buffer: EditBuffer) -> LinePicture {
    var picture = LinePicture(
      prompt: prompt, continuation: continuation, scalars: buffer.scalars, cursor: buffer.cursor)
    follow(buffer)
    picture.roles = live.roles(cursor: buffer.cursor, found: search?.match(in: buffer.statement))
    picture.isASCII = appearance.isASCII
    return picture
  }

  /// Shows the whole line, as it stays when it is left.
  func drawWhole() {
    guard appearance.isPainted else { return paintOverlay() }
    let whole = picture(of: currentBuffer).whole(columns: size.columns)
    // What is taller than the window cannot be compared with what was seen of it.
    let output = whole.rows.count < size.rows ? "" : painter.clear()
    writeAll(STDOUT_FILENO, output + painter.draw(whole) + "\r\n")
    painter.forget()
  }

  /// Writes below the line, which is then at an end or drawn anew.
  func writeBelow(_ text: String) {
    guard appearance.isPainted else { return writeBelowDrawing(text) }
    var picture = picture(of: currentBuffer)
    picture.cursor = picture.scalars.count
    let frame = picture.frame(columns: size.columns, height: max(1, size.rows - 1), top: &viewTop)
    writeAll(STDOUT_FILENO, painter.draw(frame) + text)
    painter.forget()
  }

  /// Takes for granted that the line stands nowhere yet, and the cursor in an empty row.
  func forgetDrawing() {
    painter.forget()
    painted = ScreenLayout.Overlay()
  }

  /// Clears the rows of the line from its first one on, after the terminal's size has changed.
  func clearForNewSize() {
    let wraps = Self.terminalWrapsAnew
    guard !appearance.isPainted else {
      return writeAll(STDOUT_FILENO, painter.clear(wrappedAt: wraps ? size.columns : nil))
    }
    // The line starts as many rows above the cursor as it would at the new width, or as it did at
    // the old one where the terminal leaves its rows as they were.
    let layout = layout(columns: wraps ? size.columns : drawnColumns)
    let up = Self.vertical(from: layout.cursor.row, to: 0)
    writeAll(STDOUT_FILENO, "\r" + up + "\u{1b}[J")
    painted = ScreenLayout.Overlay()
  }

  /// Most terminals wrap what they show anew when their width changes; asking them is no way to
  /// know, since not all answer.
  private static var terminalWrapsAnew: Bool {
    let isSet = { (name: String) in unsafe getenv(name) != nil }
    if isSet("TMUX") { return true }
    let name = unsafe getenv("TERM").map { unsafe String(cString: $0) } ?? ""
    let keeps = ["linux", "screen", "rxvt", "vt1", "vt2"].contains { name.hasPrefix($0) }
    return !keeps && !isSet("XTERM_VERSION") && !isSet("INSIDE_EMACS")
  }
}

// Over what libedit draws.
extension LineEditor {
  private func layout(columns: Int) -> ScreenLayout {
    ScreenLayout(prompt: prompt, buffer: currentBuffer, columns: columns)
  }

  private func settleDrawing() -> EditAction? {
    var buffer = currentBuffer
    // Once only: in the command mode of vi there is no place behind the margin of an empty row.
    if buffer.isInMargin, buffer != corrected {
      corrected = buffer
      buffer.leaveMargin()
      return .edit(buffer)
    }
    let layout = layout(columns: drawnColumns)
    // libedit knows nothing of it, and takes a text without it for drawn.
    guard painted.isPart(of: layout.overlay) else {
      painted = ScreenLayout.Overlay()
      return .redraw
    }
    paintOverlay(layout)
    return nil
  }

  /// The rows typed ahead have their prompts, too, when the line is left.
  private func paintOverlay() { paintOverlay(layout(columns: drawnColumns)) }

  private func paintOverlay(_ layout: ScreenLayout) {
    painted = layout.overlay
    guard !painted.isEmpty else { return }
    // Of a text taller than the screen libedit shows the last rows.
    let top = max(0, layout.end.row - size.rows + 1)
    var output = makeRows(layout) + "\u{1b}7"
    var row = layout.cursor.row
    for target in layout.continuationRows where target >= top {
      output += "\r" + Self.vertical(from: row, to: target) + continuation
      row = target
    }
    for marked in layout.marked where marked.position.row >= top {
      output += "\r" + Self.vertical(from: row, to: marked.position.row)
      if marked.position.column > 0 { output += "\u{1b}[\(marked.position.column)C" }
      output += marked.text
      row = marked.position.row
    }
    writeAll(STDOUT_FILENO, output + "\u{1b}8")
  }

  /// Makes the rows below the cursor, since those that are blank at the end libedit does not draw:
  /// at the end of the window they are not there yet, and their prompts would go over others.
  private func makeRows(_ layout: ScreenLayout) -> String {
    let below = (layout.continuationRows.last ?? 0) - layout.cursor.row
    guard below > 0, layout.end.row < size.rows else { return "" }
    return String(repeating: "\u{1b}D", count: below) + "\u{1b}[\(below)A"
  }

  private func writeBelowDrawing(_ text: String) {
    let layout = layout(columns: drawnColumns)
    paintOverlay(layout)
    var output = Self.vertical(from: layout.cursor.row, to: layout.end.row) + "\r"
    if layout.end.column > 0 { output += "\u{1b}[\(layout.end.column)C" }
    writeAll(STDOUT_FILENO, output + text)
    painted = ScreenLayout.Overlay()
  }

  /// The sequence that moves the cursor by rows.
  private static func vertical(from row: Int, to target: Int) -> String {
    if target < row { return "\u{1b}[\(row - target)A" }
    return target > row ? "\u{1b}[\(target - row)B" : ""
  }
}
