// SPDX-License-Identifier: MIT

import Glibc

/// Keys that nobody can type, by which the reader of keys calls commands: C1 controls never come
/// in UTF-8, and have a slot each in libedit's key maps.
enum PrivateKey {
  /// Performs the first of ``LineEditor/pendingActions``.
  static let act: wchar_t = 0x80
  static let submit: wchar_t = 0x81
  /// Tells which of libedit's key maps is in use; changes nothing, not even a count.
  static let probe: wchar_t = 0x82
  /// The others stand for commands of libedit, in the order in which these are first used.
  static let commands: ClosedRange<wchar_t> = 0x83...0x9f
}

/// What is done to the line inside a command of libedit.
enum EditAction: Equatable {
  /// Shows another text, or another place of the cursor.
  case edit(EditBuffer)
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
