// SPDX-License-Identifier: MIT

/// Up and Down through past statements that start as the line did.
package struct HistoryWalk {
  private let entries: [String]
  private let prefix: String
  private let draft: String
  private var index: Int
  /// The statement in the line now; anything else there means that the walk is over.
  package private(set) var shown: String

  /// Begins at the newest entry. `draft` is the line before the walk, which Down gives back at the
  /// end; `prefix` is what stands before the cursor.
  package init(entries: [String], draft: String, prefix: String) {
    self.entries = entries
    self.prefix = prefix
    self.draft = draft
    index = entries.count
    shown = draft
  }

  /// The next older statement with the prefix; nil when there is none.
  package mutating func older() -> String? {
    guard let found = entries[..<index].lastIndex(where: matches) else { return nil }
    return show(entries[found], at: found)
  }

  /// The next newer one, at last the line as it was.
  package mutating func newer() -> String? {
    guard index < entries.count else { return nil }
    guard let found = entries[(index + 1)...].firstIndex(where: matches) else {
      return show(draft, at: entries.count)
    }
    return show(entries[found], at: found)
  }

  private func matches(_ entry: String) -> Bool { entry != shown && entry.hasPrefix(prefix) }

  private mutating func show(_ statement: String, at position: Int) -> String {
    index = position
    shown = statement
    return statement
  }
}
