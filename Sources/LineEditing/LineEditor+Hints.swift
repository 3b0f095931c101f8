// SPDX-License-Identifier: MIT

/// What stands behind the line in grey, and how it is taken.
extension LineEditor {
  /// Follows the line as it is now, and finds what may follow among past statements.
  func follow(_ buffer: EditBuffer) {
    live.follow(buffer.scalars, buffer.statement, highlights: delegate.highlights)
    if let entry = pastContinuation(of: buffer) { live.propose(entry) }
  }

  /// Asks the owner what it knows of the line, and how it may go on where no past statement does.
  func readLive() {
    let buffer = currentBuffer
    let isNew = pastContinuation(of: buffer) == nil
    let wantsHint = isNew && appearance.hasHints && buffer.cursor == buffer.scalars.count
    let reading = delegate.reading(buffer.statement, wantsHint)
    live.take(reading)
    if isNew { live.propose(reading.continuation) }
  }

  /// What stands behind the line to be taken; empty where nothing does.
  func shownHint(_ buffer: EditBuffer) -> String {
    guard appearance.isPainted, appearance.hasHints, !isCommanding, !wasPasted, menu == nil,
      search == nil, !buffer.scalars.isEmpty, buffer.cursor == buffer.scalars.count,
      live.scalars == buffer.scalars
    else { return "" }
    return PlainText.clean(live.hint)
  }

  /// Whether what is told of the line is asked for.
  var wantsPreview: Bool { appearance.hasPreview && menu == nil && !wasPasted }

  /// Asks the owner what is told of the line, unless a key comes.
  func previewAtRest() {
    let input = input
    let isAwaited = { input.isReady(within: 0) }
    guard !isAwaited() else { return }
    live.take(delegate.preview(currentBuffer.statement, isAwaited))
    if !live.preview.isEmpty { paint() }
  }

  /// What stands at the right of the line.
  func shownPreview(_ buffer: EditBuffer) -> String {
    guard wantsPreview, search == nil, live.scalars == buffer.scalars else { return "" }
    return PlainText.cleanLine(live.preview)
  }

  /// The rest of the newest past statement that begins as the line does.
  private func pastContinuation(of buffer: EditBuffer) -> String? {
    guard appearance.hasHints, buffer.cursor == buffer.scalars.count,
      buffer.scalars.count <= LiveLine.longestColoured
    else { return nil }
    let text = buffer.statement
    guard text.contains(where: { !$0.isWhitespace }),
      let entry = history.newest(beginningWith: text)
    else { return nil }
    return String(decoding: entry.utf8.dropFirst(text.utf8.count), as: UTF8.self)
  }

  /// Takes what is seen behind the line, or a word of it; nil where nothing is.
  func takeHint(wordOnly: Bool = false) -> KeyStep? {
    guard count == nil, !seenHint.isEmpty else { return nil }
    let buffer = currentBuffer
    guard shownHint(buffer) == seenHint else { return nil }
    let taken = wordOnly ? Self.firstWord(of: seenHint) : seenHint
    guard room(for: taken.utf8.count) else { return refuseText() }
    var after = buffer
    after.insert(taken)
    return .act(.edit(after))
  }

  /// What comes before the first word, and the word.
  private static func firstWord(of text: String) -> String {
    let isPart = { (character: Character) in character.isLetter || character.isNumber }
    guard let start = text.firstIndex(where: isPart) else { return text }
    let end = text[start...].firstIndex { !isPart($0) && $0 != "_" }
    return String(text[..<(end ?? text.endIndex)])
  }
}
