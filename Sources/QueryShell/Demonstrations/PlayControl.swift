// SPDX-License-Identifier: MIT

import Glibc
import LineEditing

/// Where commands come from: the keys of a terminal, lines of one that moves no cursor, or nobody.
final class PlayControl {
  private let output: OutputStream
  private let keys: KeyTerminal?
  private let readsLines: Bool
  private var lines = PlainLineReader()

  /// Somebody presses keys where both input and output are a terminal.
  init(_ environment: TerminalEnvironment, _ output: OutputStream) {
    self.output = output
    let isTerminal = environment.inputIsTerminal && environment.outputIsTerminal
    keys = isTerminal && !environment.isDumb ? KeyTerminal() : nil
    readsLines = isTerminal && keys == nil
    keys?.enter()
  }

  /// Whether somebody says when it goes on.
  var isAttended: Bool { keys != nil || readsLines }
  /// Whether what stands on a line can be taken back.
  var movesCursor: Bool { keys != nil }

  func close() { keys?.leave() }

  /// Waits for a command behind a text, which is taken back where that can be; for so many seconds
  /// at most, where it goes on by itself.
  func wait(behind text: String, seconds: Int?) -> PlayWish {
    write(text)
    defer { if movesCursor, !text.isEmpty { write("\r\u{1B}[K") } }
    guard let keys else { return line(seconds) }
    while true {
      switch event(of: keys, seconds) {
      case nil: return .next
      case .end?: return .quit
      case .signal(SIGINT)?: return .interrupt
      case .signal(SIGTSTP)?, .key(.control(0x1A))?:
        keys.suspend()
        write(text)
      case .signal?: continue
      case .key(.character("g"))?:
        // What has been typed may reach over several rows.
        if text.isEmpty { write("\n") }
        let number = number(keys)
        write("\r\u{1B}[K" + text)
        if let number { return .go(number) }
      case .key(let key)?:
        if let command = PlayWish(key) { return command }
      }
    }
  }

  private func event(of keys: KeyTerminal, _ seconds: Int?) -> InputEvent? {
    seconds.map { keys.next(within: Int32(clamping: $0 * 1_000)) } ?? keys.next()
  }

  /// The number behind `g`; nil where it is given up.
  private func number(_ keys: KeyTerminal) -> Int? {
    var digits = ""
    while true {
      write("\r\u{1B}[Kgo to step: \(digits)")
      switch keys.next() {
      case .key(.character(let scalar)) where ("0"..."9").contains(scalar) && digits.count < 6:
        digits.unicodeScalars.append(scalar)
      case .key(.control(0x7F)), .key(.control(0x08)): digits = String(digits.dropLast())
      case .key(.control(0x0D)), .key(.control(0x0A)): return Int(digits)
      case .key(.character), .signal: continue
      case .key, .end: return nil
      }
    }
  }

  private func line(_ seconds: Int?) -> PlayWish {
    while true {
      if let seconds, !lines.hasLine,
        waitUntilReady(STDIN_FILENO, for: POLLIN, milliseconds: Int32(clamping: seconds * 1_000))
          == 0
      {
        write("\n")
        return .next
      }
      switch lines.next() {
      case .line(let text): return PlayWish(line: text) ?? .help
      case .interrupted: return .interrupt
      case .endOfInput: return .quit
      }
    }
  }

  /// Rests while something is typed; gives the key that ends that.
  func rest(milliseconds: Int32) -> InputEvent? {
    keys?.next(within: milliseconds)
  }

  /// Runs something that Ctrl-C ends, and the key that leaves; what is typed behind the one that
  /// goes aside is for the prompt.
  func running<Result>(_ work: () -> Result) -> Result {
    guard let keys else { return work() }
    let (result, pressed) = keys.listening { KeyWatch(for: "q", upTo: "t").during(work) }
    keys.putBack(pressed)
    return result
  }

  /// Does something with the terminal as others expect it.
  func aside(_ work: () -> Void) {
    keys?.leave()
    work()
    keys?.enter()
  }

  private func write(_ text: String) {
    output.write(text)
    output.flush()
  }
}
