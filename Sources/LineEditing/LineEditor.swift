// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// Reads statements from a terminal with libedit; one for each process, used from one thread.
///
/// libedit keeps the text, draws it and has its commands; which key does what is decided in the
/// reader of keys that it calls (`LineEditor+Reading`), and what libedit has no command for is
/// done to a value, an ``EditBuffer``, that is then given back to it (`LineEditor+Actions`).
@safe package final class LineEditor {
  let editor: OpaquePointer
  let delegate: LineEditorDelegate
  let history: EditHistory
  let continuation: String
  let input: KeyInput
  private var terminal: TerminalGuard
  private var isClosed = false

  private(set) var prompt = ""
  /// The prompt in the form that libedit reads whenever it draws.
  private var widePrompt: UnsafeMutablePointer<wchar_t>
  /// What the command of the private key does when libedit calls it.
  var pendingAction: EditAction?
  /// Set when the line is done.
  var outcome: LineInput?
  var queue: [wchar_t] = []
  var replayedKey: Key?
  var pendingText: String?
  var walk: HistoryWalk?
  var search: HistorySearch?
  /// The prompt that comes back when the search ends.
  var ownPrompt = ""
  /// The text for which Tab found nothing to insert; a second Tab lists.
  var completedText: EditBuffer?
  var paintedRows: Set<Int> = []
  /// The width of the terminal by which libedit draws the line.
  var drawnColumns = 80

  private let rememberedHistory: OpaquePointer?
  private var rememberedEntries = 0

  /// Longest line that can be typed, in UTF-8 bytes.
  static let longestLine = 64 << 10

  /// Starts libedit on the standard streams; nil when there is no terminal that can be edited on,
  /// where plain lines may still be read.
  ///
  /// `program` is the name that `~/.editrc` may use to set something for this program alone;
  /// `history` holds past statements, to which the owner appends.
  package init?(program: String, history: EditHistory, delegate: LineEditorDelegate) {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, Self.hasCapableTerminal else {
      return nil
    }
    Self.useUTF8()
    guard let terminal = TerminalGuard(), let editor = unsafe editline_start(program) else {
      return nil
    }
    guard unsafe editline_can_paint(editor) != 0 else {
      unsafe editline_stop(editor)
      return nil
    }
    self.terminal = terminal
    unsafe self.editor = unsafe editor
    self.delegate = delegate
    self.history = history
    unsafe widePrompt = unsafe Self.wide("")
    input = KeyInput(wakeDescriptor: terminal.wakeDescriptor)
    continuation = String(PlainText.ascii(delegate.continuationPrompt()).prefix(24))
    unsafe rememberedHistory = unsafe editline_add_history(editor, 10_000)
    unsafe editline_read_settings(editor)
    unsafe editline_take_control_keys(editor)
    unsafe editline_set_context(editor, Unmanaged.passUnretained(self).toOpaque())
    bindKeys()
  }

  deinit {
    close()
    unsafe widePrompt.deallocate()
  }

  /// Gives the terminal back for good; nothing may be read afterwards. Needed only where the
  /// process ends without the editor being freed.
  package func close() {
    guard !isClosed else { return }
    isClosed = true
    unsafe editline_stop(editor)
    if let rememberedHistory = unsafe rememberedHistory { unsafe history_wend(rememberedHistory) }
  }

  /// Puts text at the next prompt, editable.
  package func prefill(_ text: String) { pendingText = text }

  /// Shows the prompt and returns when a statement is entered, dropped, or no more will come.
  ///
  /// The cursor has to be at column 0, and is so again afterwards.
  package func readLine() -> LineInput {
    guard !isClosed else { return .endOfInput }
    reset()
    setPrompt(PlainText.cleanLine(delegate.prompt()))
    terminal.begin()
    // Before the prompt is seen: what is typed in between would be echoed by the driver.
    unsafe editline_prepare_terminal(editor, 1)
    // libedit takes the size when it begins a line, and then only when it is told.
    drawnColumns = size.columns
    var count: Int32 = 0
    let text = unsafe el_wgets(editor, &count)
    terminal.end()
    if let outcome { return outcome }
    // A command of libedit, bound by the user's own settings, may have ended the line.
    guard let text = unsafe text, count > 0 else { return .endOfInput }
    let read = (0..<Int(count)).compactMap { unsafe Unicode.Scalar(UInt32(bitPattern: text[$0])) }
    return .line(EditBuffer(scalars: read, cursor: 0, margin: margin).statement)
  }

  private func reset() {
    outcome = nil
    pendingAction = nil
    queue = []
    walk = nil
    search = nil
    completedText = nil
    paintedRows = []
    replayedKey = nil
  }

  var margin: Int { continuation.utf8.count }

  func setPrompt(_ text: String) {
    prompt = text
    unsafe widePrompt.deallocate()
    unsafe widePrompt = unsafe Self.wide(text)
  }

  private static func wide(_ text: String) -> UnsafeMutablePointer<wchar_t> {
    let scalars = text.unicodeScalars.map { wchar_t($0.value) } + [0]
    let pointer = UnsafeMutablePointer<wchar_t>.allocate(capacity: scalars.count)
    unsafe pointer.initialize(from: scalars, count: scalars.count)
    return unsafe pointer
  }

  /// Stops the process group until it is continued, with the terminal given back meanwhile.
  func suspend() {
    terminal.end()
    unsafe editline_prepare_terminal(editor, 0)
    terminal.suspend()
    terminal.begin()
    unsafe editline_prepare_terminal(editor, 1)
  }

  /// Tells libedit's own history commands of the statements that it does not know yet.
  func shareHistory() {
    guard let rememberedHistory = unsafe rememberedHistory else { return }
    for entry in history.entries.suffix(history.recorded - rememberedEntries) {
      let buffer = EditBuffer(statement: PlainText.clean(entry), margin: margin)
      let text = buffer.scalars.map { wchar_t($0.value) } + [0]
      unsafe editline_remember(rememberedHistory, text)
    }
    rememberedEntries = history.recorded
  }

  /// False where a cursor cannot be moved, as in an editor's log window.
  private static var hasCapableTerminal: Bool {
    guard let name = unsafe getenv("TERM") else { return false }
    let terminal = unsafe String(cString: name)
    return !terminal.isEmpty && terminal != "dumb"
  }

  /// libedit measures and draws by the locale of the process, and our texts are UTF-8 in every one.
  package static func useUTF8() {
    unsafe setlocale(LC_CTYPE, "")
    guard let codes = unsafe nl_langinfo(nl_item(CODESET)) else { return }
    if unsafe String(cString: codes) != "UTF-8" { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private func bindKeys() {
    unsafe editline_set_reader(editor) { editor, character in
      unsafe LineEditor.of(editor).read(into: character)
    }
    unsafe editline_add_command(editor, PrivateKey.act) { editor, _ in
      unsafe LineEditor.of(editor).performPendingAction()
    }
    for (key, command) in PrivateKey.commands { unsafe editline_bind(editor, key, command) }
    unsafe editline_set_prompt(editor) { editor in
      unsafe LineEditor.of(editor).widePrompt
    }
  }

  private static func of(_ editor: OpaquePointer) -> LineEditor {
    guard let context = unsafe editline_context(editor) else {
      preconditionFailure("libedit calls back only with the context that was set")
    }
    return unsafe Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  }
}
