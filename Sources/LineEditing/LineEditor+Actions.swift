// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// What happens inside libedit's command, where its text may be changed and redrawn.
extension LineEditor {
  func performPendingAction() -> UInt8 {
    guard let action = pendingAction else { return UInt8(CC_NORM) }
    pendingAction = nil
    switch action {
    case .edit(let buffer):
      show(buffer)
      return UInt8(CC_REFRESH)
    case .redraw:
      return UInt8(CC_REDISPLAY)
    case .drawBelow:
      unsafe el_resize(editor)
      drawnColumns = size.columns
      unsafe editline_draw_anew(editor)
      return UInt8(CC_NORM)
    case .resize:
      clearForNewSize()
      unsafe el_resize(editor)
      drawnColumns = size.columns
      unsafe editline_draw_anew(editor)
      return UInt8(CC_NORM)
    }
  }

  private func show(_ buffer: EditBuffer) {
    let old = currentBuffer
    if buffer.scalars.isEmpty {
      let count = Int32(old.scalars.count)
      unsafe el_cursor(editor, count - Int32(old.cursor))
      unsafe el_deletestr(editor, count)
    } else if buffer.scalars != old.scalars {
      // What is deleted libedit takes for cut, in the place of what was cut before.
      unsafe el_wreplacestr(editor, buffer.scalars.map { wchar_t($0.value) } + [0])
    }
    unsafe el_cursor(editor, Int32(buffer.cursor) - el_cursor(editor, 0))
  }

  /// The line starts as many rows above the cursor as it would at the new width, or as it did at
  /// the old one where the terminal leaves its rows as they were.
  private func clearForNewSize() {
    let columns = Self.terminalWrapsAnew ? size.columns : drawnColumns
    let layout = ScreenLayout(prompt: prompt, buffer: currentBuffer, columns: columns)
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
