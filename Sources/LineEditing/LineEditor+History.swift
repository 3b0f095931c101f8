// SPDX-License-Identifier: MIT

import Glibc

/// Ways back to past statements.
extension LineEditor {
  /// Up: a row up within the statement, else the past statement before.
  func previousRowOrStatement() -> KeyStep {
    var buffer = currentBuffer
    if buffer.move(rows: -1) { return .act(.edit(buffer)) }
    return walk(prefix: nil) { $0.older() }
  }

  /// Down: the other way.
  func nextRowOrStatement() -> KeyStep {
    var buffer = currentBuffer
    if buffer.move(rows: 1) { return .act(.edit(buffer)) }
    return walk(prefix: nil) { $0.newer() }
  }

  /// A step among the statements that begin as given, or as the line does before the cursor.
  func walk(prefix: String?, _ step: (inout HistoryWalk) -> String?) -> KeyStep {
    let buffer = currentBuffer
    var walk = continuedWalk(from: buffer, prefix: prefix)
    guard let statement = step(&walk) else { return .wait }
    self.walk = walk
    return show(statement)
  }

  /// The walk that is under way, or a new one where the line was changed since.
  private func continuedWalk(from buffer: EditBuffer, prefix: String?) -> HistoryWalk {
    let text = buffer.statement
    if let walk, PlainText.clean(walk.shown) == text { return walk }
    let typed = String(decoding: text.utf8.prefix(buffer.statementCursor), as: UTF8.self)
    return HistoryWalk(entries: history.recalled, draft: text, prefix: prefix ?? typed)
  }

  private func show(_ statement: String, cursor: Int? = nil) -> KeyStep {
    let text = PlainText.clean(statement)
    return .act(.edit(EditBuffer(statement: text, cursor: cursor, margin: margin)))
  }

  func startSearch() -> KeyStep {
    update(
      HistorySearch(
        entries: history.entries, draft: currentBuffer.statement, failed: history.failed,
        mark: appearance.isASCII ? "x" : "✗"))
  }

  /// What a key does while searching; nil when it ends the search and then does its usual work.
  func searchStep(for key: Key) -> KeyStep? {
    guard var search else { return nil }
    switch key {
    case .character(let scalar):
      guard PlainText.isSafe(scalar) else { return .wait }
      search.type(scalar)
    case .control(0x12): search.older()
    case .control(0x08), .control(0x7f): search.erase()
    case .control(0x07):
      search.cancel()
      return endSearch(search)
    case .control(0x1b): return endSearch(search)
    case .control(0x03): return nil
    default:
      replayed.insert(key, at: 0)
      return endSearch(search)
    }
    return update(search)
  }

  private func update(_ search: HistorySearch) -> KeyStep {
    if self.search == nil { ownPrompt = prompt }
    self.search = search
    setPrompt(PlainText.cleanLine(search.prompt))
    return show(search.shown, cursor: search.matchOffset)
  }

  private func endSearch(_ search: HistorySearch) -> KeyStep {
    self.search = nil
    setPrompt(ownPrompt)
    return show(search.shown, cursor: search.matchOffset)
  }
}
