// SPDX-License-Identifier: MIT

import Glibc

/// Which key does what. Keys that are not named here go to libedit.
extension LineEditor {
  func step(for key: Key) -> KeyStep {
    if let step = menuStep(for: key) { return step }
    if search != nil, let step = searchStep(for: key) {
      note([key])
      return step
    }
    if let digit = countedDigit(key) {
      note([key])
      return addToCount(digit)
    }
    if let bytes = key.bytes { return boundStep(for: key, bytes) }
    forgetPartialKeys()
    note([key])
    switch key {
    case .character(let scalar): return isCommanding ? .wait : insert(scalar)
    case .up: return step(for: .previous, key)
    case .down: return step(for: .next, key)
    case .left: return step(for: .moveLeft, key)
    case .right: return step(for: .moveRight, key)
    case .home: return step(for: .rowStart, key)
    case .end: return step(for: .rowEnd, key)
    case .delete: return step(for: .deleteForward, key)
    case .wordLeft: return press("ed-prev-word")
    case .wordRight: return takeHint(wordOnly: true) ?? press("em-next-word")
    case .newRow: return step(for: .newRow, key)
    case .help: return step(for: .help, key)
    case .paste(let text): return paste(text)
    case .longPaste: return refuseText()
    case .control, .alternate, .unknown, .backTab, .pageUp, .pageDown: return .wait
    }
  }

  /// Does what one of our own commands says; movements and deletions as often as was asked for.
  func step(for command: EditCommand, _ key: Key) -> KeyStep {
    if command == .count { return addToCount(key) }
    if command == .repeatChange { return repeatChange() }
    argument = nil
    if command == .moveRight || command == .rowEnd, let step = takeHint() { return step }
    let count = takeCount()
    switch command {
    case .moveLeft: return edit(count) { $0.moveLeft() }
    case .moveRight: return edit(count) { $0.moveRight() }
    case .rowStart: return edit { $0.moveToRowStart() }
    case .rowEnd: return edit { $0.moveToRowEnd() }
    case .deleteBackward: return edit(count) { $0.deleteBackward() }
    case .deleteForward: return edit(count) { $0.deleteForward() }
    case .transpose, .transposeBefore:
      if isCommanding { lastChange.noteChange() }
      return edit(count) { $0.transpose(before: command == .transposeBefore) }
    case .previous: return previousRowOrStatement()
    case .next: return nextRowOrStatement()
    case .olderStatement: return walk(prefix: "") { $0.older() }
    case .newerStatement: return walk(prefix: "") { $0.newer() }
    case .search: return startSearch()
    case .complete: return complete()
    case .enter: return enter()
    case .newRow: return paste("\n")
    case .clearScreen: return clearScreen()
    case .deleteOrLeave: return deleteOrEnd()
    case .interrupt: return interrupt()
    case .suspend: return suspendBelow()
    case .openEditor: return writeOutside()
    case .help: return showHelp()
    case .undo: return undoLog.undo().map { .act(.edit($0)) } ?? .wait
    case .redo: return undoLog.redo().map { .act(.edit($0)) } ?? .wait
    case .insert:
      guard case .character(let scalar) = key else { return .wait }
      return insert(scalar, count)
    case .toggleOverwrite:
      typing.toggle()
      return .wait
    case .count, .repeatChange: return .wait
    }
  }

  func insert(_ scalar: Unicode.Scalar, _ count: Int = 1) -> KeyStep {
    guard PlainText.isSafe(scalar) else { return .wait }
    if case .replaces(let replaced) = typing { return replace(replaced, with: scalar) }
    let times = count * takeCount()
    guard room(for: UTF8.width(scalar) * times) else { return refuseText() }
    var text = Array(repeating: scalar, count: times)
    if times == 1, mapIsKnown, replayed.isEmpty { text += charactersAhead(of: UTF8.width(scalar)) }
    return edit { typing == .overwrites ? $0.overwrite(text) : $0.insert(text) }
  }

  /// What vi's `r` asked a character for, after which command mode is back.
  private func replace(_ count: Int, with scalar: Unicode.Scalar) -> KeyStep {
    var buffer = currentBuffer
    buffer.replace(count, with: scalar)
    guard buffer.statement.utf8.count <= Self.longestLine else { return refuseText() }
    typing = .inserts
    pendingActions = [.edit(buffer)]
    if bindings.style == .vi {
      mapIsKnown = false
      queue.append(slot(for: "vi-command-mode"))
    }
    return .press(PrivateKey.act)
  }

  /// What was typed ahead behind a character of so many bytes, to be inserted without a look at
  /// the line for each: text that a program types, or that comes without the marks of a paste.
  private func charactersAhead(of width: Int) -> [Unicode.Scalar] {
    let characters = input.charactersAhead(
      within: Self.longestLine - currentBuffer.statement.utf8.count - width
    ) { bindings.isPlain($0) }
    note(characters.map { .character($0) })
    return characters
  }

  /// A further digit of a number that has begun.
  private func countedDigit(_ key: Key) -> Key? {
    guard count != nil, case .character(let digit) = key, "0"..."9" ~= digit else { return nil }
    return key
  }

  private func addToCount(_ key: Key) -> KeyStep {
    guard let digit = key.bytes?.last, (0x30...0x39).contains(digit) else { return .wait }
    count = min((count ?? 0) * 10 + Int(digit - 0x30), 999)
    return .wait
  }

  func room(for bytes: Int) -> Bool {
    let buffer = currentBuffer
    // Counting bytes takes a while for long lines only.
    guard buffer.scalars.count * 4 + bytes > Self.longestLine else { return true }
    return buffer.statement.utf8.count + bytes <= Self.longestLine
  }

  /// An edit that changes nothing draws nothing and rings no bell.
  private func edit(_ times: Int = 1, _ change: (inout EditBuffer) -> Void) -> KeyStep {
    let before = currentBuffer
    var after = before
    for _ in 0..<times { change(&after) }
    return after == before ? .wait : .act(.edit(after))
  }

  private func paste(_ text: String) -> KeyStep {
    let clean = PlainText.clean(text)
    guard room(for: clean.utf8.count) else { return refuseText() }
    return edit { $0.insert(clean) }
  }

  /// Text for which there is no room is not cut: what would be left of it might mean another thing.
  func refuseText() -> KeyStep {
    guard !toldOfFullLine else { return .wait }
    toldOfFullLine = true
    writeBelow("\r\nnote: a line holds at most 64 KiB; \(delegate.wayOfLongText)\r\n")
    return .act(.drawBelow)
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
    drawWhole()
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
    let list = listening { delegate.completions(statement, buffer.statementCursor) }
    if delegate.endedCompletions() { return interrupt() }
    switch CompletionStep(list, statement: statement, cursor: buffer.statementCursor) {
    case .nothing: return .wait
    case .replace(let text, let cursor):
      let completed = EditBuffer(statement: text, cursor: cursor, margin: margin)
      completedText = completed
      return .act(.edit(completed))
    case .choose where appearance.isPainted:
      openMenu(list, buffer)
      return .wait
    case .choose:
      guard completedText == buffer else {
        completedText = buffer
        return .wait
      }
      showList(list.items)
      return .act(.drawBelow)
    }
  }

  /// Lets another program write the statement.
  private func writeOutside() -> KeyStep {
    guard let write = delegate.writeOutside else { return .wait }
    let text = currentBuffer.statement
    writeBelow("\r\n")
    pendingText = outside { write(text) }
    return .act(.drawBelow)
  }

  /// Tells below the line of the word at the cursor.
  private func showHelp() -> KeyStep {
    guard let show = delegate.showHelp else { return .wait }
    let buffer = currentBuffer
    writeBelow("\r\n")
    outside { show(buffer.statement, buffer.statementCursor) }
    return .act(.drawBelow)
  }

  /// The line moves to the top of an empty screen.
  private func clearScreen() -> KeyStep {
    writeAll(STDOUT_FILENO, "\u{1b}[H\u{1b}[2J")
    forgetDrawing()
    return .act(.drawBelow)
  }

  private func showList(_ items: [Completion]) {
    let size = size
    let rows = CompletionListing.rows(items, width: size.columns, height: size.rows - 2)
    writeBelow("\r\n" + rows.map { $0 + "\r\n" }.joined())
  }
}
