// SPDX-License-Identifier: MIT

import Diagnostics
import QueryEngine

/// What was typed in a session of the prompt, the oldest first, and where the session stood before.
struct SessionLog {
  /// All that a statement can change.
  struct State {
    let context: Binder.Context
    let settings: SessionSettings
    let last: KeptResult?
    let shownItem: String?
    let attempt: Attempt?
    let lastAttempt: Attempt?
    let history: ResultHistory
  }

  struct Entry {
    let text: String
    let status: ExitStatus
    /// How long it took.
    let nanoseconds: UInt64
    /// How many rows its result had; nil where it had none.
    let rows: Int?
    /// The columns that were shown.
    let columns: [String]
    /// Whether a server gave them, which may give others the next time.
    let isOfServer: Bool
    /// What its rows came of; nil where it gave none.
    let origin: ResultOrigin?
    /// What a statement behind it reads that names no source.
    let nextSource: String?
    /// Nil where it is no longer known.
    fileprivate(set) var before: State?
  }

  /// No more statements can be taken back: what each began with is kept for that.
  private static let mostStates = 20

  private(set) var entries: [Entry] = []

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    if entries.count > Self.mostStates {
      entries[entries.count - 1 - Self.mostStates].before = nil
    }
  }

  /// Takes the last statement back that ended well.
  mutating func takeBack() -> Entry? {
    guard let index = entries.lastIndex(where: { $0.status == .success }),
      entries[index].before != nil
    else { return nil }
    return entries.remove(at: index)
  }
}
