// SPDX-License-Identifier: MIT

import Glibc

/// The whole window of the terminal with keys as they are pressed. Whatever ends the process
/// meanwhile, the terminal is given back as it was, with what stood there before.
package final class FullScreen {
  private let terminal: KeyTerminal

  /// Nil where there is no terminal.
  package init?() {
    // Where the window has changed meanwhile, the row of the cursor may be one with text.
    let terminal = KeyTerminal(
      entering: "\u{1b}[?1049h\u{1b}[?25l", leaving: "\u{1b}[?25h\u{1b}[?1049l\r\u{1b}[J")
    guard let terminal else { return nil }
    self.terminal = terminal
  }

  package func enter() { terminal.enter() }

  package func leave() { terminal.leave() }

  /// Stops the process until it is continued.
  package func suspend() { terminal.suspend() }

  package func next() -> InputEvent { terminal.next() }

  /// Does what may take long, with Ctrl-C as the signal that it is outside of the window.
  package func listening(_ work: () -> Void) { terminal.listening(work) }

  /// Whether a key waits, which is not taken.
  package var hasKey: Bool { terminal.hasKey }

  /// What comes within some milliseconds; nil where nothing does.
  package func next(within milliseconds: Int32) -> InputEvent? {
    terminal.next(within: milliseconds)
  }

  /// Gives the terminal a text for the clipboard, in Base64 (OSC 52). Terminals that know nothing
  /// of that show nothing.
  package func copy(inBase64 text: String) {
    writeAll(STDOUT_FILENO, "\u{1b}]52;c;" + text + "\u{07}")
  }

  /// Writes rows from the top of the window on, and leaves nothing else there.
  package func show(_ rows: [String]) {
    // Cleared first: behind the last cell of a row it would clear that cell.
    let lines = rows.map { "\u{1b}[K" + $0 }.joined(separator: "\r\n")
    writeAll(STDOUT_FILENO, "\u{1b}[H" + lines + "\u{1b}[J")
  }
}
