// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// The reader of keys. libedit calls it when the screen shows the line as it is, so this is where
/// anything may be painted over it, such as colours or a hint, as the continuation prompt is.
extension LineEditor {
  /// Gives libedit its next key.
  ///
  /// - Returns: 1, or -1 to leave the line with ``outcome`` set.
  func read(into character: UnsafeMutablePointer<wchar_t>) -> Int32 {
    if let text = pendingText {
      pendingText = nil
      pendingAction = .edit(EditBuffer(statement: limited(text, beside: 0), margin: margin))
      queue = [PrivateKey.act]
    }
    while queue.isEmpty {
      switch nextStep() {
      case .press(let key): queue.append(key)
      case .act(let action):
        pendingAction = action
        queue.append(PrivateKey.act)
      case .wait: break
      case .finish(let input):
        outcome = input
        errno = EINTR
        return -1
      }
    }
    unsafe character.pointee = queue.removeFirst()
    return 1
  }

  private func nextStep() -> KeyStep {
    if let key = replayedKey {
      replayedKey = nil
      return step(for: key)
    }
    if !input.hasTypedAhead, let correction = settle() { return .act(correction) }
    switch input.next() {
    case .key(let key): return step(for: key)
    case .signal(let signal): return step(forSignal: signal)
    case .end: return .finish(.endOfInput)
    }
  }

  /// Paints over the settled line; or says what has to be put right first.
  private func settle() -> EditAction? {
    var buffer = currentBuffer
    if buffer.isInMargin {
      buffer.leaveMargin()
      return .edit(buffer)
    }
    let layout = ScreenLayout(prompt: prompt, buffer: buffer, columns: drawnColumns)
    // libedit knows of no prompt there, and takes a text with blanks in its place for drawn.
    guard paintedRows.isSubset(of: layout.continuationRows) else {
      paintedRows = []
      return .redraw
    }
    paintContinuation(layout)
    return nil
  }

  /// The rows typed ahead have their prompts, too, when the line is left.
  func paintContinuation() {
    paintContinuation(
      ScreenLayout(prompt: prompt, buffer: currentBuffer, columns: drawnColumns))
  }

  private func paintContinuation(_ layout: ScreenLayout) {
    paintedRows = Set(layout.continuationRows)
    guard !continuation.isEmpty, !paintedRows.isEmpty else { return }
    // Of a text taller than the screen libedit shows the last rows.
    let top = max(0, layout.end.row - size.rows + 1)
    var output = "\u{1b}7"
    var row = layout.cursor.row
    for target in layout.continuationRows where target >= top {
      output += "\r" + Self.vertical(from: row, to: target) + continuation
      row = target
    }
    writeAll(STDOUT_FILENO, output + "\u{1b}8")
  }

  /// The sequence that moves the cursor by rows.
  static func vertical(from row: Int, to target: Int) -> String {
    if target < row { return "\u{1b}[\(row - target)A" }
    return target > row ? "\u{1b}[\(target - row)B" : ""
  }

  private func step(forSignal signal: Int32) -> KeyStep {
    switch signal {
    case SIGWINCH: return .act(.resize)
    case SIGINT: return interrupt()
    case SIGTSTP: return suspendBelow()
    case SIGCONT:
      // libedit believes that it has the terminal still, but the shell took it meanwhile.
      unsafe editline_prepare_terminal(editor, 0)
      unsafe editline_prepare_terminal(editor, 1)
      writeAll(STDOUT_FILENO, "\r\u{1b}[J")
      return .act(.drawBelow)
    default: return .wait
    }
  }

  /// Writes below the line, which is then at an end or drawn anew.
  func writeBelow(_ text: String) {
    let layout = ScreenLayout(prompt: prompt, buffer: currentBuffer, columns: drawnColumns)
    paintContinuation(layout)
    var output = Self.vertical(from: layout.cursor.row, to: layout.end.row) + "\r"
    if layout.end.column > 0 { output += "\u{1b}[\(layout.end.column)C" }
    writeAll(STDOUT_FILENO, output + text)
    paintedRows = []
  }

  func interrupt() -> KeyStep {
    writeBelow("^C\r\n")
    return .finish(.interrupted)
  }

  func suspendBelow() -> KeyStep {
    writeBelow("\r\n")
    suspend()
    return .act(.drawBelow)
  }

  /// The line as libedit holds it.
  var currentBuffer: EditBuffer {
    let line = unsafe el_wline(editor).pointee
    let start = unsafe line.buffer
    let count = unsafe line.lastchar - line.buffer
    guard let start = unsafe start, count > 0 else {
      return EditBuffer(scalars: [], cursor: 0, margin: margin)
    }
    let scalars = (0..<count).map {
      unsafe Unicode.Scalar(UInt32(bitPattern: start[$0])) ?? "\u{fffd}"
    }
    return unsafe EditBuffer(
      scalars: scalars, cursor: line.cursor - line.buffer, margin: margin)
  }

  /// Rows and columns of the terminal now.
  var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (24, 80)
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }

  /// As much of a text as may be added to a line that holds so many bytes.
  func limited(_ text: String, beside bytes: Int) -> String {
    let room = max(0, Self.longestLine - bytes)
    let clean = PlainText.clean(text)
    guard clean.utf8.count > room else { return clean }
    var end = clean.utf8.index(clean.startIndex, offsetBy: room)
    while end > clean.startIndex, end.samePosition(in: clean.unicodeScalars) == nil {
      end = clean.utf8.index(before: end)
    }
    return String(clean[..<end])
  }
}
