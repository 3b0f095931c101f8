// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// The reader of keys. libedit calls it after each of its commands, so this is where the line is
/// painted, or painted over.
extension LineEditor {
  /// Gives libedit its next key.
  ///
  /// - Returns: 1, or -1 to leave the line with ``outcome`` set.
  func read(into character: UnsafeMutablePointer<wchar_t>) -> Int32 {
    isAsked = true
    if awaitsCharacter {
      unsafe character.pointee = wantedCharacter()
      return 1
    }
    if let before = grownFrom { refuseGrowth(from: before) }
    // Moves the cursor nowhere but back into the text, should a command have left it.
    unsafe el_cursor(editor, 0)
    if let text = pendingText {
      pendingText = nil
      let buffer = EditBuffer(statement: PlainText.clean(text), margin: margin)
      if buffer.statement.utf8.count <= Self.longestLine {
        pendingActions = [.edit(buffer)]
        queue = [PrivateKey.act]
      }
    }
    if queue.isEmpty, bindings.style == .vi, !mapIsKnown {
      mapIsKnown = true
      queue = [PrivateKey.probe]
    }
    if queue.isEmpty, operatorIsDone { endOperator() }
    if queue.isEmpty, let command = pressed {
      pressed = nil
      takeWholeCharacters(command)
    }
    while queue.isEmpty {
      switch nextStep() {
      case .press(let key): queue.insert(key, at: 0)
      case .act(let action):
        if operatorWaits, case .edit = action {
          operatorWaits = false
          queue.append(slot(for: "vi-command-mode"))
        }
        pendingActions = [action]
        queue.append(PrivateKey.act)
      case .wait: break
      case .finish(let input):
        outcome = input
        errno = EINTR
        return -1
      }
    }
    unsafe character.pointee = queue.removeFirst()
    return 1
  }

  /// The character that the command under way asks for; one that stands nowhere where another key
  /// comes instead, which then does its own work.
  private func wantedCharacter() -> wchar_t {
    awaitsCharacter = false
    let event = replayed.isEmpty ? input.next() : .key(replayed.removeFirst())
    switch event {
    case .key(.character(let scalar)):
      note([.character(scalar)])
      return wchar_t(scalar.value)
    case .key(.control(0x1b)), .key(.unknown): break
    case .key(let key): replayed.insert(key, at: 0)
    case .signal(let signal): delayedSignal = signal
    case .end: break
    }
    return PrivateKey.act
  }

  private func nextStep() -> KeyStep {
    if let signal = delayedSignal {
      delayedSignal = nil
      return step(forSignal: signal)
    }
    if hasGrown {
      hasGrown = false
      return refuseText()
    }
    // What is only looked at in a menu is no step.
    if menu?.choice == nil { undoLog.record(currentBuffer) }
    narrowMenu()
    if replayed.isEmpty { repeatText() }
    if replayed.isEmpty {
      isReplaying = false
      isRepeating = false
    }
    restInCommandMode()
    if !replayed.isEmpty { return step(for: replayed.removeFirst()) }
    if !input.hasTypedAhead, let correction = settle() { return .act(correction) }
    paintAtRest()
    switch input.next() {
    case .key(let key):
      wasPasted = key.isPaste
      corrected = nil
      if case .character = key {} else { toldOfFullLine = false }
      return step(for: key)
    case .signal(let signal): return step(forSignal: signal)
    case .end: return .finish(.endOfInput)
    }
  }

  private func step(forSignal signal: Int32) -> KeyStep {
    switch signal {
    case SIGWINCH: return .act(.resize)
    case SIGINT: return interrupt()
    case SIGTSTP: return suspendBelow()
    case SIGCONT:
      // libedit believes that it has the terminal still, but the shell took it meanwhile.
      unsafe editline_prepare_terminal(editor, 0)
      unsafe editline_prepare_terminal(editor, 1)
      writeAll(STDOUT_FILENO, "\r\u{1b}[J")
      return .act(.drawBelow)
    default: return .wait
    }
  }

  func interrupt() -> KeyStep {
    writeBelow("^C\r\n")
    return .finish(.interrupted)
  }

  func suspendBelow() -> KeyStep {
    writeBelow("\r\n")
    suspend()
    return .act(.drawBelow)
  }

  /// The line as libedit holds it.
  var currentBuffer: EditBuffer {
    let line = unsafe el_wline(editor).pointee
    let start = unsafe line.buffer
    let count = unsafe line.lastchar - line.buffer
    guard let start = unsafe start, count > 0 else {
      return EditBuffer(scalars: [], cursor: 0, margin: margin)
    }
    let scalars = (0..<count).map {
      unsafe Unicode.Scalar(UInt32(bitPattern: start[$0])) ?? "\u{fffd}"
    }
    return unsafe EditBuffer(
      scalars: scalars, cursor: line.cursor - line.buffer, margin: margin)
  }

  /// Rows and columns of the terminal now.
  var size: (rows: Int, columns: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return (24, 80)
    }
    return (Int(size.ws_row), Int(size.ws_col))
  }
}
