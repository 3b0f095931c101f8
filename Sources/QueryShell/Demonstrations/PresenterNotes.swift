// SPDX-License-Identifier: MIT

import Diagnostics
import Glibc
import LineEditing
import ResultRendering

/// What whoever presents reads beside the demonstration, in a file or on another terminal.
final class PresenterNotes {
  private let descriptor: Int32
  private let isTerminal: Bool

  /// What a file of notes begins with, by which it is known.
  static let head = "Notes of `cq play`\n"
  private static let width = 72

  deinit { close(descriptor) }

  /// Opens a terminal, a pipe that somebody reads, or a file that is new, empty or has notes.
  init(path: String) throws(UnreadableScript) {
    let flags = O_WRONLY | O_CREAT | O_NOCTTY | O_NONBLOCK | O_CLOEXEC
    descriptor = unsafe open(path, flags, 0o600)
    guard descriptor >= 0 else {
      let number = errno
      isTerminal = false
      if number == ENXIO { throw Self.fault("nobody reads \(path)", "open it elsewhere first") }
      throw UnreadableScript(Diagnostic(AtomicFile.Fault.system(path: path, number: number)))
    }
    isTerminal = isatty(descriptor) == 1
    if isTerminal, Self.isSame(descriptor, STDOUT_FILENO) {
      throw Self.fault("the audience would read the notes", "name another terminal: `tty` tells it")
    }
    guard Self.isFile(descriptor) else { return }
    guard Self.mayBeReplaced(path) else {
      throw Self.fault("\(path) holds something else than notes", "name a new file")
    }
    ftruncate(descriptor, 0)
    write(Self.head)
  }

  private static func fault(_ message: String, _ help: String) -> UnreadableScript {
    UnreadableScript(Diagnostic(.cannotWrite, message, remarks: [.help(help)]))
  }

  private static func status(of descriptor: Int32) -> stat {
    var status = stat()
    unsafe fstat(descriptor, &status)
    return status
  }

  private static func isFile(_ descriptor: Int32) -> Bool {
    status(of: descriptor).st_mode & S_IFMT == S_IFREG
  }

  /// `/dev/tty`, which is whatever terminal the process has.
  private static let ownTerminal: dev_t = 0x500

  private static func isSame(_ first: Int32, _ second: Int32) -> Bool {
    let (first, second) = (status(of: first), status(of: second))
    return first.st_rdev == ownTerminal
      || first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  private static func mayBeReplaced(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: head.utf8.count)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return count == 0 || bytes == Array(head.utf8)
  }

  /// Tells of the step that is shown and of the next one.
  func show(_ number: Int, of steps: [Demonstration.Step]) {
    var lines = ["\(number) of \(steps.count)"]
    if number > 0 {
      lines[0] += "  \(steps[number - 1].summary)"
      lines += steps[number - 1].notes.map { "note: \($0)" }
    }
    if number < steps.count {
      let next = steps[number]
      lines.append("next: " + (next.script?.text ?? next.summary))
      lines += next.notes.map { "  note: \($0)" }
    } else {
      lines.append("next: the end")
    }
    let text = lines.map { Sanitiser.visibleLines(LessonText.wrapped($0, to: Self.width)) }.joined()
    write(isTerminal ? "\u{1B}[H\u{1B}[2J" + text : "\n" + text)
  }

  /// Nobody who does not read keeps the demonstration waiting, or ends it.
  private func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = SignalAction.ignoring(SIGPIPE) { unsafe Glibc.write(descriptor, bytes, bytes.count) }
  }
}
