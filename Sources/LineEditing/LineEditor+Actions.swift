// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// What happens inside libedit's command, where its text may be changed and redrawn.
extension LineEditor {
  func performPendingAction() -> UInt8 {
    guard !pendingActions.isEmpty else { return UInt8(CC_NORM) }
    switch pendingActions.removeFirst() {
    case .edit(let buffer):
      show(buffer)
      // What is painted libedit need not draw.
      return UInt8(appearance.isPainted ? CC_NORM : CC_REFRESH)
    case .redraw:
      return UInt8(CC_REDISPLAY)
    case .drawBelow:
      drawAnew()
      return UInt8(CC_NORM)
    case .resize:
      clearForNewSize()
      drawAnew()
      return UInt8(CC_NORM)
    }
  }

  private func drawAnew() {
    unsafe el_resize(editor)
    drawnColumns = size.columns
    if !appearance.isPainted { unsafe editline_draw_anew(editor) }
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
}
