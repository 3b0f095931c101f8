// SPDX-License-Identifier: MIT

extension EditCommand {
  /// What a key does that is bound to it; nil for what needs no words.
  var words: String? {
    switch self {
    case .moveLeft: "a character left"
    case .moveRight: "a character right; at the end of the line take the grey hint"
    case .rowStart: "to the start of the row"
    case .rowEnd: "to the end of the row; there take the grey hint"
    case .deleteBackward: "delete the character before the cursor"
    case .deleteForward: "delete the character under the cursor"
    case .transpose: "swap two characters"
    case .transposeBefore: "swap the two characters before the cursor"
    case .previous: "a row up, then what was entered before and begins as typed"
    case .next: "a row down, then what was entered after it"
    case .olderStatement: "what was entered before, whatever is typed"
    case .newerStatement: "what was entered after it"
    case .search: "search what was entered"
    case .complete: "complete the word, or choose among what can stand there"
    case .enter: "run the statement, or begin a new row where it goes on"
    case .newRow: "begin a new row"
    case .clearScreen: "clear the screen"
    case .deleteOrLeave: "on an empty line leave, else delete the character under the cursor"
    case .interrupt: "drop the line, or end what runs"
    case .suspend: "stop until `fg`"
    case .undo: "take back"
    case .redo: "do again what was taken back"
    case .help: "help on the word at the cursor"
    case .openEditor: "write the statement in `$VISUAL` or `$EDITOR`"
    case .repeatChange: "the last change again"
    case .count: "how often the next key counts"
    case .toggleOverwrite: "insert characters, or put them over others"
    case .insert: nil
    }
  }
}

/// What keys do that are bound to commands of libedit.
enum KeyWords {
  /// In the order in which they are listed.
  static let ofLibedit: [(command: String, words: String)] = [
    ("ed-prev-char", "a character left"), ("ed-next-char", "a character right"),
    ("vi-prev-char", "to a character before the cursor"),
    ("vi-next-char", "to a character behind the cursor"),
    ("vi-to-prev-char", "to just behind a character before the cursor"),
    ("vi-to-next-char", "to just before a character behind the cursor"),
    ("vi-repeat-next-char", "to the next such character"),
    ("vi-repeat-prev-char", "to the next such character, the other way"),
    ("ed-prev-word", "a word left"), ("em-next-word", "a word right"),
    ("vi-prev-word", "a word left"), ("vi-next-word", "a word right"),
    ("vi-end-word", "to the end of the word"), ("vi-prev-big-word", "a word left, up to a blank"),
    ("vi-next-big-word", "a word right, up to a blank"),
    ("vi-end-big-word", "to the end of the word, up to a blank"),
    ("vi-zero", "to the start of the line"), ("ed-move-to-beg", "to the start of the line"),
    ("ed-move-to-end", "to the end of the line"), ("vi-to-column", "to a column"),
    ("vi-match", "to the matching bracket"),
    ("ed-delete-prev-char", "delete the character before the cursor"),
    ("ed-delete-next-char", "delete the character under the cursor"),
    ("vi-delete-prev-char", "delete the character before the cursor"),
    ("ed-delete-prev-word", "cut the word before the cursor"),
    ("em-delete-next-word", "cut the word behind the cursor"),
    ("ed-kill-line", "cut to the end of the row"), ("em-kill-line", "cut the whole line"),
    ("vi-kill-line-prev", "cut to the start of the line"),
    ("em-kill-region", "cut from the mark to the cursor"),
    ("em-copy-region", "copy from the mark to the cursor"),
    ("em-copy-prev-word", "copy the word before the cursor"), ("em-yank", "insert what was cut"),
    ("em-set-mark", "set the mark"), ("em-exchange-mark", "go to the mark"),
    ("em-capitol-case", "a capital letter, then small ones"),
    ("em-upper-case", "the word in capitals"), ("em-lower-case", "the word in small letters"),
    ("vi-change-case", "the other case"), ("vi-insert", "type before the cursor"),
    ("vi-add", "type behind the cursor"), ("vi-insert-at-bol", "type at the start of the line"),
    ("vi-add-at-eol", "type at the end of the line"),
    ("vi-replace-char", "put another character there"), ("vi-replace-mode", "type over others"),
    ("vi-substitute-char", "type in the place of a character"),
    ("vi-substitute-line", "type in the place of the line"),
    ("vi-delete-meta", "cut as far as the next movement goes"),
    ("vi-change-meta", "type in the place of what the next movement goes over"),
    ("vi-change-to-eol", "type in the place of the rest"),
    ("vi-yank", "copy as far as the next movement goes"), ("vi-yank-end", "copy the rest"),
    ("vi-paste-next", "insert what was cut behind the cursor"),
    ("vi-paste-prev", "insert what was cut before the cursor"),
    ("vi-command-mode", "to command mode, in which keys move and change"),
  ]
}
