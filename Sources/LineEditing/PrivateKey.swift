// SPDX-License-Identifier: MIT

import Glibc

/// Keys that nobody can type, by which the reader of keys calls commands: C1 controls never come
/// in UTF-8, have a slot each in libedit's key maps, and mean the same in vi mode.
enum PrivateKey {
  /// Performs ``LineEditor/pendingAction``.
  static let act: wchar_t = 0x80
  static let submit: wchar_t = 0x81
  static let wordLeft: wchar_t = 0x82
  static let wordRight: wchar_t = 0x83
  static let previousEntry: wchar_t = 0x84
  static let nextEntry: wchar_t = 0x85

  /// The commands of libedit behind the others.
  static let commands = [
    (submit, "ed-newline"),
    (wordLeft, "ed-prev-word"),
    (wordRight, "em-next-word"),
    (previousEntry, "ed-prev-history"),
    (nextEntry, "ed-next-history"),
  ]
}

/// What is done to the line inside a command of libedit.
enum EditAction: Equatable {
  /// Shows another text, or another place of the cursor.
  case edit(EditBuffer)
  /// Puts the cursor behind the text.
  case moveToEnd
  /// Clears the rows of the line and draws them anew.
  case redraw
  /// Draws the line anew from the cursor's row on, after something was written there.
  case drawBelow
  /// Fits the line to a new size of the terminal.
  case resize
}

/// What a key comes to.
enum KeyStep: Equatable {
  /// A key for libedit, its own or a private one.
  case press(wchar_t)
  case act(EditAction)
  case wait
  case finish(LineInput)
}
