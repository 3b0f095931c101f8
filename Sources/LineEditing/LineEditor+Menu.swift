// SPDX-License-Identifier: MIT

/// The menu of candidates below the line.
extension LineEditor {
  func openMenu(_ list: CompletionList, _ buffer: EditBuffer) {
    menu = CompletionMenu(list, statement: buffer.statement, cursor: buffer.statementCursor)
    menuIsStale = false
  }

  /// What a key does in the menu; nil where it does what it does elsewhere, in most cases with the
  /// menu closed and what was chosen taken.
  func menuStep(for key: Key) -> KeyStep? {
    guard var menu else { return nil }
    switch key {
    case .down, .control(0x09), .control(0x0e):
      menu.choose(next: true)
      return show(menu)
    case .up, .backTab, .control(0x10):
      menu.choose(next: false)
      return show(menu)
    case .control(0x1b), .control(0x07):
      menu.release()
      self.menu = nil
      return edit(to: menu)
    case .control(0x0d), .control(0x0a), .right:
      self.menu = nil
      return menu.choice == nil ? nil : .wait
    case .character, .control(0x08), .control(0x7f):
      guard menu.choice == nil, !isCommanding else { break }
      menuIsStale = true
      return nil
    default: break
    }
    self.menu = nil
    return nil
  }

  private func show(_ menu: CompletionMenu) -> KeyStep {
    self.menu = menu
    return edit(to: menu)
  }

  private func edit(to menu: CompletionMenu) -> KeyStep {
    let line = menu.line
    guard line.statement.utf8.count <= Self.longestLine else { return .wait }
    return .act(
      .edit(EditBuffer(statement: line.statement, cursor: line.cursor, margin: margin)))
  }

  /// Finds the candidates anew after a letter was typed or taken back.
  func narrowMenu() {
    guard menuIsStale, !input.hasTypedAhead, let old = menu else { return }
    menuIsStale = false
    let buffer = currentBuffer
    let statement = buffer.statement
    let list = listening { delegate.completions(statement, buffer.statementCursor) }
    guard !delegate.endedCompletions(), !list.items.isEmpty,
      list.replaceFrom == old.list.replaceFrom
    else { return menu = nil }
    openMenu(list, buffer)
  }

  /// The rows below the line.
  func menuRows(_ size: (rows: Int, columns: Int)) -> [[Cell]] {
    guard let menu else { return [] }
    let height = min(CompletionMenu.height(inRows: size.rows), max(0, size.rows - 2))
    guard height > 0 else { return [] }
    return menu.rows(columns: size.columns, height: height, isASCII: appearance.isASCII)
  }
}
