// SPDX-License-Identifier: MIT

import Glibc

/// A terminal that gives keys as they are pressed and echoes none. Whatever ends the process
/// meanwhile, the terminal is given back as it was.
package final class KeyTerminal {
  private let entering: StaticString
  private let leaving: StaticString
  private var guarding: TerminalGuard
  private let keys: KeyInput
  private var cooked = termios()
  private var isOpen = false

  /// Nil where there is no terminal. One text is written first, the other takes that back.
  package init?(entering: StaticString = "", leaving: StaticString = "") {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, let guarding = TerminalGuard()
    else { return nil }
    self.entering = entering
    self.leaving = leaving
    self.guarding = guarding
    // Keys behind the one that leaves are for the prompt.
    keys = KeyInput(wakeDescriptor: guarding.wakeDescriptor, portion: 1)
  }

  deinit {
    leave()
    guarding.close()
  }

  package func enter() {
    guard !isOpen, unsafe tcgetattr(STDIN_FILENO, &cooked) == 0 else { return }
    isOpen = true
    guarding.begin(entering: entering, leaving: leaving)
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

  /// The next key or signal, if one comes within some milliseconds.
  package func next(within milliseconds: Int32) -> InputEvent? {
    keys.isReady(within: milliseconds) ? keys.next() : nil
  }

  /// Has keys come next that somebody else has taken.
  package func putBack(_ taken: [UInt8]) { keys.putBack(taken) }

  /// Whether a key waits, which is not taken.
  var hasKey: Bool { keys.hasKey }

  /// Does what may take long, with Ctrl-C as the signal that it is elsewhere.
  package func listening<Result>(_ work: () -> Result) -> Result { guarding.listening(work) }
}
