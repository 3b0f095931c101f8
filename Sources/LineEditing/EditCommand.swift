// SPDX-License-Identifier: MIT

/// What a key does that the editor itself carries out, row by row of a statement.
package enum EditCommand: String, Sendable, CaseIterable {
  case moveLeft, moveRight, rowStart, rowEnd, deleteBackward, deleteForward
  /// The row above, at the first row the past statement that begins as typed; and the other way.
  case previous, next
  /// The past statement before or after, whatever is typed.
  case olderStatement, newerStatement
  case search, complete, enter, newRow, clearScreen, deleteOrLeave
  /// The characters beside the cursor, or the two before it, change places.
  case transpose, transposeBefore
  case interrupt, suspend, undo, redo
  /// The statement goes through another program.
  case openEditor
  /// What is to be known of the word at the cursor.
  case help
  /// The last change in the command mode of vi.
  case repeatChange
  /// A digit of the number that says how often the next key counts.
  case count
  /// The character of the key.
  case insert
  /// Between inserting characters and putting them over others.
  case toggleOverwrite
}

/// Whose a command is that `bind` in `~/.editrc` may name.
package enum CommandOwner: Sendable, Equatable {
  case ours(EditCommand)
  /// libedit's own command of this name, which only moves in the line and changes it.
  case libedit(String)
  /// A key that is bound to it does nothing: it would leave the line, start a program, read keys or
  /// walk through a history that the editor knows nothing of.
  case refused
}

extension CommandOwner {
  /// The owner of a command of libedit; what libedit does not name either is refused.
  ///
  /// In the command mode of vi, movements and cuts are libedit's, whose operators and counts need
  /// them.
  package init(of name: String, inCommandMode: Bool) {
    if let own = Self.ours[name] {
      self = .ours(own)
    } else if let own = Self.oursOutsideOfCommands[name] {
      self = inCommandMode ? .libedit(name) : .ours(own)
    } else {
      self = Self.libedit.contains(name) ? .libedit(name) : .refused
    }
  }

  /// Commands in whose place ours stand in every mode.
  package static let ours: [String: EditCommand] = [
    "ed-newline": .enter,
    "ed-insert": .insert,
    "ed-digit": .insert,
    "ed-clear-screen": .clearScreen,
    "ed-redisplay": .clearScreen,
    "ed-end-of-file": .deleteOrLeave,
    "em-delete-or-list": .deleteOrLeave,
    "vi-list-or-eof": .deleteOrLeave,
    "ed-prev-line": .previous,
    "ed-next-line": .next,
    "ed-prev-history": .olderStatement,
    "ed-next-history": .newerStatement,
    "ed-search-prev-history": .previous,
    "ed-search-next-history": .next,
    "ed-transpose-chars": .transpose,
    "em-gosmacs-transpose": .transposeBefore,
    "em-toggle-overwrite": .toggleOverwrite,
    "em-inc-search-prev": .search,
    "em-inc-search-next": .search,
    "vi-search-prev": .search,
    "vi-search-next": .search,
    "vi-undo": .undo,
    "vi-undo-line": .undo,
    "vi-redo": .repeatChange,
  ]

  /// Commands in whose place ours stand but for the command mode of vi.
  package static let oursOutsideOfCommands: [String: EditCommand] = [
    "ed-prev-char": .moveLeft,
    "ed-next-char": .moveRight,
    "ed-move-to-beg": .rowStart,
    "ed-move-to-end": .rowEnd,
    "ed-delete-next-char": .deleteForward,
    "ed-delete-prev-char": .deleteBackward,
    "em-delete-prev-char": .deleteBackward,
    "vi-delete-prev-char": .deleteBackward,
    "ed-argument-digit": .count,
  ]

  /// Commands that libedit carries out.
  package static let libedit: Set<String> = [
    "ed-delete-prev-word", "ed-kill-line", "ed-prev-word", "em-capitol-case", "em-copy-prev-word",
    "em-copy-region", "em-delete-next-word", "em-exchange-mark", "em-kill-line", "em-kill-region",
    "em-lower-case", "em-next-word", "em-set-mark", "em-upper-case", "em-yank",
    "vi-add", "vi-add-at-eol", "vi-change-case", "vi-change-meta", "vi-change-to-eol",
    "vi-command-mode", "vi-delete-meta", "vi-end-big-word", "vi-end-word", "vi-insert",
    "vi-insert-at-bol", "vi-kill-line-prev", "vi-match", "vi-next-big-word", "vi-next-char",
    "vi-next-word", "vi-paste-next", "vi-paste-prev", "vi-prev-big-word", "vi-prev-char",
    "vi-prev-word", "vi-repeat-next-char", "vi-repeat-prev-char", "vi-replace-char",
    "vi-replace-mode", "vi-substitute-char", "vi-substitute-line", "vi-to-column",
    "vi-to-next-char", "vi-to-prev-char", "vi-yank", "vi-yank-end", "vi-zero",
  ]

  /// Commands that nobody carries out.
  package static let refusedNames: Set<String> = [
    "ed-command", "ed-ignore", "ed-quoted-insert", "ed-sequence-lead-in", "ed-start-over",
    "ed-unassigned", "em-meta-next", "em-universal-argument", "vi-alias", "vi-comment-out",
    "vi-histedit", "vi-history-word", "vi-repeat-search-next", "vi-repeat-search-prev",
    "vi-to-history-line",
  ]

  /// The commands that read the character they are about.
  static let readingCharacter: Set<String> = [
    "vi-next-char", "vi-prev-char", "vi-to-next-char", "vi-to-prev-char",
  ]

  /// The commands of vi that wait for a movement, which says how much they are about.
  static let operators: Set<String> = ["vi-change-meta", "vi-delete-meta", "vi-yank"]

  /// The commands that end the wait of such a one; all others only call it off.
  static let movements: Set<String> = readingCharacter.union([
    "ed-move-to-beg", "ed-move-to-end", "ed-next-char", "ed-prev-char", "ed-prev-word",
    "em-next-word", "vi-end-big-word", "vi-end-word", "vi-match", "vi-next-big-word",
    "vi-next-word", "vi-prev-big-word", "vi-prev-word", "vi-repeat-next-char",
    "vi-repeat-prev-char", "vi-to-column", "vi-zero",
  ])

  /// The commands that change the line or lead to where it is changed.
  static let changing: Set<String> = [
    "ed-delete-next-char", "ed-delete-prev-char", "ed-delete-prev-word", "ed-kill-line",
    "em-capitol-case", "em-copy-prev-word", "em-delete-next-word",
    "em-delete-prev-char", "em-kill-line", "em-kill-region",
    "em-lower-case", "em-upper-case", "em-yank", "vi-add", "vi-add-at-eol", "vi-change-case",
    "vi-change-meta", "vi-change-to-eol", "vi-delete-meta", "vi-delete-prev-char", "vi-insert",
    "vi-insert-at-bol", "vi-kill-line-prev", "vi-paste-next", "vi-paste-prev",
    "vi-replace-char", "vi-replace-mode", "vi-substitute-char", "vi-substitute-line",
  ]

  /// The commands that make sense on an empty line; some others leave libedit's buffer there.
  static let forEmptyLine: Set<String> = [
    "em-set-mark", "em-yank", "vi-add", "vi-add-at-eol",
    "vi-change-to-eol", "vi-command-mode", "vi-insert", "vi-insert-at-bol", "vi-paste-next",
    "vi-paste-prev", "vi-replace-mode", "vi-substitute-line",
  ]

  /// The commands behind which characters are typed over others, to libedit an insertion.
  static let typing: Set<String> = ["vi-replace-char", "vi-replace-mode"]

  /// The commands that go to the mark.
  static let usingMark: Set<String> = ["em-copy-region", "em-exchange-mark", "em-kill-region"]

  /// The commands that set the mark where the cursor was.
  static let settingMark: Set<String> = ["em-exchange-mark", "em-set-mark", "em-yank"]
}
