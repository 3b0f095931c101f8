// SPDX-License-Identifier: MIT

import Glibc

/// Which key does what. Keys that are not named here go to libedit.
extension LineEditor {
  func step(for key: Key) -> KeyStep {
    if search != nil, let step = searchStep(for: key) { return step }
    switch key {
    case .character(let scalar): return insert(scalar)
    case .control(let code): return step(forControl: code)
    case .alternate(let code):
      queue.append(0x1b)
      return .press(wchar_t(code))
    case .up: return previousRowOrStatement()
    case .down: return nextRowOrStatement()
    case .left: return edit { $0.moveLeft() }
    case .right: return edit { $0.moveRight() }
    case .home: return edit { $0.moveToRowStart() }
    case .end: return edit { $0.moveToRowEnd() }
    case .delete: return edit { $0.deleteForward() }
    case .wordLeft: return .press(PrivateKey.wordLeft)
    case .wordRight: return .press(PrivateKey.wordRight)
    case .newRow: return paste("\n")
    case .paste(let text): return paste(text)
    case .unknown: return .wait
    }
  }

  private func step(forControl code: UInt8) -> KeyStep {
    switch Character(Unicode.Scalar(code | 0x40)) {
    case "A": edit { $0.moveToRowStart() }
    case "B": edit { $0.moveLeft() }
    case "C": interrupt()
    case "D": deleteOrEnd()
    case "E": edit { $0.moveToRowEnd() }
    case "F": edit { $0.moveRight() }
    case "H", "\u{7f}": edit { $0.deleteBackward() }
    case "I": complete()
    case "J", "M": enter()
    case "L": clearScreen()
    case "N": walkWithLibedit(PrivateKey.nextEntry)
    case "P": walkWithLibedit(PrivateKey.previousEntry)
    case "R": startSearch()
    case "Z": suspendBelow()
    case "G", "O", "Q", "S", "V", "@", "\\", "]", "^": .wait
    default: .press(wchar_t(code))
    }
  }

  private func insert(_ scalar: Unicode.Scalar) -> KeyStep {
    guard PlainText.isSafe(scalar), room(for: 4) else { return .wait }
    return .press(wchar_t(scalar.value))
  }

  private func room(for bytes: Int) -> Bool {
    let buffer = currentBuffer
    // Counting bytes takes a while for long lines only.
    guard buffer.scalars.count * 4 + bytes > Self.longestLine else { return true }
    return buffer.statement.utf8.count + bytes <= Self.longestLine
  }

  /// An edit that changes nothing draws nothing and rings no bell.
  private func edit(_ change: (inout EditBuffer) -> Void) -> KeyStep {
    let before = currentBuffer
    var after = before
    change(&after)
    return after == before ? .wait : .act(.edit(after))
  }

  private func paste(_ text: String) -> KeyStep {
    let bytes = currentBuffer.statement.utf8.count
    return edit { $0.insert(limited(text, beside: bytes)) }
  }

  private func enter() -> KeyStep {
    let buffer = currentBuffer
    let text = buffer.statement
    if buffer.endsWithBlankRow {
      outcome = .line(Self.withoutBlankEnd(text))
    } else if delegate.isComplete(text) {
      outcome = .line(text)
    } else {
      return paste("\n")
    }
    paintContinuation()
    return .press(PrivateKey.submit)
  }

  private static func withoutBlankEnd(_ text: String) -> String {
    guard let last = text.unicodeScalars.lastIndex(where: { $0 != " " && $0 != "\n" }) else {
      return ""
    }
    return String(text.unicodeScalars[...last])
  }

  private func deleteOrEnd() -> KeyStep {
    guard currentBuffer.scalars.isEmpty else { return edit { $0.deleteForward() } }
    writeBelow("\r\n")
    return .finish(.endOfInput)
  }

  private func complete() -> KeyStep {
    let buffer = currentBuffer
    let statement = buffer.statement
    let list = delegate.completions(statement, buffer.statementCursor)
    switch CompletionStep(list, statement: statement, cursor: buffer.statementCursor) {
    case .nothing: return .wait
    case .replace(let text, let cursor):
      let completed = EditBuffer(statement: text, cursor: cursor, margin: margin)
      completedText = completed
      return .act(.edit(completed))
    case .choose:
      guard completedText == buffer else {
        completedText = buffer
        return .wait
      }
      showList(list.items)
      return .act(.drawBelow)
    }
  }

  /// The line moves to the top of an empty screen.
  private func clearScreen() -> KeyStep {
    writeAll(STDOUT_FILENO, "\u{1b}[H\u{1b}[2J")
    paintedRows = []
    return .act(.drawBelow)
  }

  private func showList(_ items: [Completion]) {
    let size = size
    let rows = CompletionListing.rows(items, width: size.columns, height: size.rows - 2)
    writeBelow("\r\n" + rows.map { $0 + "\r\n" }.joined())
  }
}
