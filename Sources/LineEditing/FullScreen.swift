// SPDX-License-Identifier: MIT

import Glibc

/// The whole window of the terminal with keys as they are pressed. Whatever ends the process
/// meanwhile, the terminal is given back as it was, with what stood there before.
package final class FullScreen {
  private static let entering: StaticString = "\u{1b}[?1049h\u{1b}[?25l"
  private static let leaving: StaticString = "\u{1b}[?25h\u{1b}[?1049l"

  private var guarding: TerminalGuard
  private let keys: KeyInput
  private var cooked = termios()
  private var isOpen = false

  /// Nil where there is no terminal.
  package init?() {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let guarding = TerminalGuard()
    else { return nil }
    self.guarding = guarding
    keys = KeyInput(wakeDescriptor: guarding.wakeDescriptor)
  }

  deinit {
    leave()
    guarding.close()
  }

  package func enter() {
    guard !isOpen, unsafe tcgetattr(STDIN_FILENO, &cooked) == 0 else { return }
    isOpen = true
    guarding.begin(entering: Self.entering, leaving: Self.leaving)
    var raw = cooked
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG | IEXTEN)
    raw.c_iflag &= ~tcflag_t(ICRNL | IXON)
    // VTIME and VMIN: a read waits for one byte.
    raw.c_cc.5 = 0
    raw.c_cc.6 = 1
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &raw)
  }

  package func leave() {
    guard isOpen else { return }
    isOpen = false
    unsafe tcsetattr(STDIN_FILENO, TCSADRAIN, &cooked)
    guarding.end()
  }

  /// Stops the process until it is continued.
  package func suspend() {
    leave()
    guarding.suspend()
    enter()
  }

  package func next() -> InputEvent { keys.next() }

  /// Whether a key waits, which is not taken.
  package var hasKey: Bool { keys.hasKey }

  /// What comes within some milliseconds; nil where nothing does.
  package func next(within milliseconds: Int32) -> InputEvent? {
    keys.isReady(within: milliseconds) ? keys.next() : nil
  }

  /// Writes rows from the top of the window on, and leaves nothing else there.
  package func show(_ rows: [String]) {
    // Cleared first: behind the last cell of a row it would clear that cell.
    let lines = rows.map { "\u{1b}[K" + $0 }.joined(separator: "\r\n")
    writeAll(STDOUT_FILENO, "\u{1b}[H" + lines + "\u{1b}[J")
  }
}
