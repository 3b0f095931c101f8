// SPDX-License-Identifier: MIT

import Glibc

// A signal handler reaches nothing but what the process shares, so this state is the process's.
// The thread that edits writes what a handler reads before that is installed; a handler writes
// nothing but that the terminal is given back, before it ends the process.
nonisolated(unsafe) private var shared = GuardState()

@safe private struct GuardState {
  var isActive = false
  var leaving: StaticString = ""
  var cooked = termios()
  var wakeDescriptor: Int32 = -1
  /// The actions of the signals outside of editing, by number.
  let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
}

/// Brackets the editing of one line: whatever ends the process meanwhile, even a trap, gives the
/// terminal back as it was; other signals wake the reader of keys.
struct TerminalGuard {
  /// Readable when a signal came; each byte is its number.
  let wakeDescriptor: Int32
  private let wakingDescriptor: Int32

  private static let waking = [SIGWINCH, SIGCONT, SIGTSTP, SIGINT]
  private static let ending = [
    SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV,
  ]
  private var installed: [Int32] = []

  /// Nil when the system has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    wakeDescriptor = ends[0]
    wakingDescriptor = ends[1]
    atexit { restoreTerminal() }
  }

  /// What is written first, and what takes that back.
  mutating func begin(
    entering: StaticString = "\u{1b}[?2004h", leaving: StaticString = "\u{1b}[?2004l"
  ) {
    unsafe shared.wakeDescriptor = wakingDescriptor
    unsafe shared.leaving = leaving
    unsafe tcgetattr(STDIN_FILENO, &shared.cooked)
    unsafe shared.isActive = true
    for signal in Self.waking { install(signal, wakeReader) }
    // What is ignored ends nothing.
    for signal in Self.ending where !SignalAction.isIgnored(signal) {
      install(signal, endEditing)
    }
    writeAll(STDOUT_FILENO, entering)
  }

  mutating func end() {
    writeAll(STDOUT_FILENO, unsafe shared.leaving)
    for signal in installed { unsafe sigaction(signal, &shared.previous[Int(signal)], nil) }
    installed = []
    unsafe shared.isActive = false
  }

  /// Lets go of the descriptors; nothing is bracketed any more.
  func close() {
    Glibc.close(wakeDescriptor)
    Glibc.close(wakingDescriptor)
  }

  private mutating func install(
    _ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void
  ) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = handler
    // The handler may be called at once, and gives back what stood before.
    guard unsafe sigaction(signal, nil, &shared.previous[Int(signal)]) == 0,
      unsafe sigaction(signal, &action, nil) == 0
    else { return }
    installed.append(signal)
  }

  /// Does something with the terminal making a signal of Ctrl-C, and with the action that this has
  /// outside of editing.
  func listening<Result>(_ work: () -> Result) -> Result {
    var raw = termios()
    guard unsafe tcgetattr(STDIN_FILENO, &raw) == 0 else { return work() }
    var attentive = raw
    attentive.c_lflag |= tcflag_t(ISIG)
    // VQUIT and VSUSP: Ctrl-\ and Ctrl-Z stay keys.
    attentive.c_cc.1 = 0
    attentive.c_cc.10 = 0
    var own = sigaction()
    unsafe sigaction(SIGINT, &shared.previous[Int(SIGINT)], &own)
    unsafe tcsetattr(STDIN_FILENO, TCSANOW, &attentive)
    defer {
      unsafe tcsetattr(STDIN_FILENO, TCSANOW, &raw)
      unsafe sigaction(SIGINT, &own, nil)
    }
    return work()
  }

  /// Stops the process group as the terminal driver would have done, until it is continued.
  func suspend() {
    var standard = sigaction()
    var own = sigaction()
    unsafe sigaction(SIGTSTP, &standard, &own)
    kill(0, SIGTSTP)
    unsafe sigaction(SIGTSTP, &own, nil)
  }
}

private func wakeReader(_ signal: Int32) {
  let saved = errno
  var number = UInt8(truncatingIfNeeded: signal)
  _ = unsafe write(shared.wakeDescriptor, &number, 1)
  errno = saved
}

private func endEditing(_ signal: Int32) {
  restoreTerminal()
  unsafe sigaction(signal, &shared.previous[Int(signal)], nil)
  // Blocked until this handler returns, to the place of the fault if it was one.
  raise(signal)
}

private func restoreTerminal() {
  guard unsafe shared.isActive else { return }
  unsafe shared.isActive = false
  unsafe tcsetattr(STDIN_FILENO, TCSANOW, &shared.cooked)
  writeAll(STDOUT_FILENO, unsafe shared.leaving)
  writeAll(STDOUT_FILENO, "\r\n")
}

/// Writes to a terminal, where a failure has nobody to tell.
func writeAll(_ descriptor: Int32, _ text: StaticString) {
  _ = unsafe write(descriptor, text.utf8Start, text.utf8CodeUnitCount)
}

/// The same for text made while running.
func writeAll(_ descriptor: Int32, _ text: String) {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { part in
      unsafe write(descriptor, part.baseAddress, part.count)
    }
    if count < 0, errno == EINTR { continue }
    if count < 0, errno == EAGAIN {
      waitUntilReady(descriptor, for: POLLOUT)
      continue
    }
    guard count > 0 else { return }
    rest = rest.dropFirst(count)
  }
}
