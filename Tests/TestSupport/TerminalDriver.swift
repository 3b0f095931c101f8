// SPDX-License-Identifier: MIT

import CPseudoTerminal
import Glibc

/// Runs a program on a pseudo-terminal and shows the screen as a person sees it.
///
/// Wait for the prompt before the first `send`: what is typed earlier is echoed by the terminal
/// itself. Queries of the terminal are never answered, so a program that waits for one hangs.
@safe package final class TerminalDriver {
  /// A wait that found nothing; says what was on the screen instead.
  package struct TimedOut: Error, CustomStringConvertible {
    package var screen: Screen
    package var status: ExitStatus?
    package var description: String {
      let state = status.map { "\($0)" } ?? "running"
      let cursor = screen.cursor
      return "timed out; cursor \(cursor.row):\(cursor.column); program \(state); screen:\n"
        + screen.text
    }
  }

  /// All bytes that the program wrote so far.
  package private(set) var output: [UInt8] = []
  /// How the program ended, once it has.
  package private(set) var exitStatus: ExitStatus?
  package let processIdentifier: Int32
  private let terminal: Int32
  private let emulator: TerminalEmulator
  private var reachedEnd = false

  /// Starts a program on a new terminal.
  ///
  /// `program` is a path. `environment` is all there is; unless it says otherwise `TERM` is
  /// `xterm-256color`, `LANG` is `C.UTF-8`, and `XTERM_VERSION` is set. Throws ``CannotStart``.
  package static func start(
    program: String, arguments: [String] = [], environment: [String: String] = [:],
    directory: String? = nil, rows: Int = 24, columns: Int = 80
  ) throws -> TerminalDriver {
    // As xterm does, libvterm leaves its rows as they are when its width changes.
    let standard = ["TERM": "xterm-256color", "XTERM_VERSION": "libvterm", "LANG": "C.UTF-8"]
    let full = standard.merging(environment) { $1 }
    let child = try unsafe withCStrings([program] + arguments) { argv in
      try unsafe withCStrings(environmentLines(full)) { envp in
        let child = unsafe pty_start(
          program, argv, envp, directory, UInt16(rows), UInt16(columns))
        guard child.identifier > 0 else { throw CannotStart(program: program) }
        return child
      }
    }
    let emulator = try TerminalEmulator(rows: rows, columns: columns)
    return TerminalDriver(child: child, emulator: emulator)
  }

  private init(child: PTYChild, emulator: TerminalEmulator) {
    processIdentifier = child.identifier
    terminal = child.terminal
    self.emulator = emulator
  }

  deinit {
    close(terminal)
    if exitStatus == nil {
      kill(-processIdentifier, SIGKILL)
      kill(processIdentifier, SIGKILL)
      _ = ExitStatus.wait(for: processIdentifier)
    }
  }

  /// Types text, as the keyboard would send it: Enter is `\r`.
  package func send(_ text: String) { send(Array(text.utf8)) }

  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      // A long paste outruns the line discipline: take what the program says meanwhile.
      drain(milliseconds: 0)
      let count = unsafe rest.prefix(1024).withUnsafeBytes { part in
        unsafe write(terminal, part.baseAddress, part.count)
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads the program's output until `condition` holds for the screen.
  ///
  /// Throws ``TimedOut`` with the screen's text after `timeout` seconds.
  package func wait(until condition: (Screen) -> Bool, timeout: Double = 5) throws {
    let deadline = monotonicMilliseconds() + Int(timeout * 1000)
    drain(milliseconds: 0)
    while !condition(snapshot) {
      guard monotonicMilliseconds() < deadline, !(reachedEnd && exitStatus != nil) else {
        throw TimedOut(screen: snapshot, status: exitStatus)
      }
      drain(milliseconds: 10)
      if exitStatus == nil { exitStatus = ExitStatus.ofEnded(processIdentifier) }
    }
  }

  /// Waits until `condition` holds for what a program shows that sleeps and writes no more.
  ///
  /// Throws ``TimedOut`` as ``wait(until:timeout:)`` does.
  package func waitAtRest(until condition: (Screen) -> Bool, timeout: Double = 5) throws {
    let deadline = monotonicMilliseconds() + Int(timeout * 1000)
    while true {
      try wait(until: condition, timeout: timeout)
      let count = output.count
      var isAtRest = true
      for _ in 0..<2 {
        drain(milliseconds: 10)
        isAtRest = isAtRest && isAsleep && output.count == count
      }
      if isAtRest { return }
      guard monotonicMilliseconds() < deadline else {
        throw TimedOut(screen: snapshot, status: exitStatus)
      }
    }
  }

  /// Whether the program waits, be it for keys or for a moment to pass.
  private var isAsleep: Bool {
    let fields = try? TestSupport.text(ofFile: "/proc/\(processIdentifier)/stat")
    // The name stands in brackets and may have blanks in it.
    return fields?.split(separator: ")").last?.hasPrefix(" S") ?? false
  }

  /// The seconds that processors have worked for the program: what others do meanwhile counts not.
  package var worked: Double {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(processIdentifier, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Waits until the program has ended and all its output is on the screen.
  ///
  /// - Throws: ``TimedOut``.
  package func waitForExit(timeout: Double = 5) throws -> ExitStatus {
    try wait(until: { _ in self.hasEnded }, timeout: timeout)
    guard let exitStatus else { throw TimedOut(screen: snapshot, status: nil) }
    return exitStatus
  }

  private var hasEnded: Bool { exitStatus != nil && reachedEnd }

  /// Gives the terminal, and so the program, another size.
  package func resize(rows: Int, columns: Int) {
    drain(milliseconds: 0)
    emulator.resize(rows: rows, columns: columns)
    pty_resize(terminal, UInt16(rows), UInt16(columns))
  }

  /// True when lines are cooked and echoed, as the shell that started us expects.
  package var isCooked: Bool { pty_is_cooked(terminal) }
  /// True when the terminal makes a signal of Ctrl-C.
  package var makesSignals: Bool { pty_makes_signals(terminal) }

  package var screen: [String] { snapshot.rows }
  package var cursor: (row: Int, column: Int) { snapshot.cursor }

  /// The screen as of the bytes read so far.
  package var snapshot: Screen { emulator.screen }

  /// How the cells of a row look, as ``TerminalEmulator/looks(ofRow:)`` tells.
  package func looks(ofRow row: Int) -> String { emulator.looks(ofRow: row) }

  /// Takes what the program has written, waiting for at most the given time.
  private func drain(milliseconds: Int32) {
    var wait = milliseconds
    var chunk = [UInt8](repeating: 0, count: 65536)
    while !reachedEnd {
      var polled = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard unsafe poll(&polled, 1, wait) > 0 else { return }
      let count = unsafe read(terminal, &chunk, chunk.count)
      guard count > 0 else {
        reachedEnd = !(count < 0 && errno == EINTR)
        return
      }
      output += chunk[..<count]
      emulator.write(chunk[..<count])
      wait = 0
    }
  }
}
