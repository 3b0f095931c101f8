// SPDX-License-Identifier: MIT

import CEditLine
import Glibc

/// Reads statements from a terminal with libedit; one for each process, used from one thread.
///
/// libedit keeps the text and has its commands, and draws it where it is not painted
/// (`LineEditor+Drawing`); which key does what is decided in the reader of keys that it calls
/// (`LineEditor+Reading`, `LineEditor+Bindings`), and what libedit has no command for, or none that
/// is safe, is done to a value, an ``EditBuffer``, that is then given back to it
/// (`LineEditor+Actions`).
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
  /// What the command of the private key does when libedit calls it, one after the other.
  var pendingActions: [EditAction] = []
  /// Set when the line is done.
  var outcome: LineInput?
  var queue: [wchar_t] = []
  /// Keys that come before those that are typed.
  var replayed: [Key] = []
  /// Whether these stand in a text that a key is bound to.
  var isReplaying = false
  var delayedSignal: Int32?
  var bindings = KeyBindings(style: .emacs, listing: BindingListing(), standard: BindingListing())
  /// The private keys of libedit's commands.
  var slots: [String: wchar_t] = [:]
  /// The keys so far of one that is longer than one, as bytes and as they came.
  var keys: [UInt8] = []
  var partialKeys: [Key] = []
  /// The number typed so far, which says how often the next key counts.
  var count: Int?
  /// The count that libedit has got, digit by digit.
  var argument: Int?
  /// Where libedit's mark was set.
  var mark = 0
  /// Whether libedit is in the command mode of vi, if it is known.
  var isCommanding = false
  var mapIsKnown = true
  var typing = Typing.inserts
  /// Whether libedit's command under way reads a character.
  var awaitsCharacter = false
  /// Whether an operator of vi waits for a movement, and whether one has come, with effect or not.
  var operatorWaits = false
  var operatorIsDone = false
  var lastChange = LastChange()
  /// What is left of a repetition for where characters are typed.
  var repeatedText: [Key] = []
  var isRepeating = false
  /// The line before libedit's command under way, which may make it too long.
  var grownFrom: EditBuffer?
  var hasGrown = false
  /// A command of libedit that may have ended within a character.
  var pressed: PressedCommand?
  /// The line that was last put right.
  var corrected: EditBuffer?
  var undoLog: UndoLog
  /// Whether it was told that the line takes no more.
  var toldOfFullLine = false
  /// Whether libedit has asked for a key.
  var isAsked = false
  var pendingText: String?
  var walk: HistoryWalk?
  var search: HistorySearch?
  /// The prompt that comes back when the search ends.
  var ownPrompt = ""
  /// The text for which Tab found nothing to insert; a second Tab lists.
  var completedText: EditBuffer?
  private(set) var appearance = Appearance()
  var painter = Painter()
  /// The first row of the statement that is shown.
  var viewTop = 0
  var live = LiveLine()
  /// What was last shown behind the line in grey.
  var seenHint = ""
  /// Whether the last key was a paste.
  var wasPasted = false
  var menu: CompletionMenu?
  /// Whether the line has changed since the candidates were found.
  var menuIsStale = false
  /// What stands over what libedit draws.
  var painted = ScreenLayout.Overlay()
  /// The width of the terminal by which libedit draws the line.
  var drawnColumns = 80

  private var wantedStyle: KeyStyle?

  /// Longest line that can be typed, in UTF-8 bytes.
  package static let longestLine = 64 << 10

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
    self.terminal = terminal
    unsafe self.editor = unsafe editor
    self.delegate = delegate
    self.history = history
    unsafe widePrompt = unsafe Self.wide("")
    input = KeyInput(wakeDescriptor: terminal.wakeDescriptor)
    continuation = String(PlainText.ascii(delegate.continuationPrompt()).prefix(24))
    undoLog = UndoLog(EditBuffer(scalars: [], cursor: 0, margin: 0))
    unsafe editline_set_context(editor, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks()
    bindKeys(style: nil)
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
  }

  /// Puts text at the next prompt, editable.
  package func prefill(_ text: String) { pendingText = text }

  /// Takes the keys of a style, or with nil those of the user's own settings.
  package func use(_ style: KeyStyle?) {
    guard style != wantedStyle, !isClosed else { return }
    wantedStyle = style
    bindKeys(style: style)
    use(appearance)
  }

  /// Shows lines in another way from the next one on.
  package func use(_ appearance: Appearance) {
    guard !isClosed else { return }
    self.appearance = appearance
    painter.colours = appearance.colours
    unsafe editline_show_drawing(editor, appearance.isPainted ? 0 : 1)
  }

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
    _ = unsafe el_wgets(editor, &count)
    terminal.end()
    if let outcome { return outcome }
    // No command ends the line but by an outcome; where libedit does so by itself, the line is
    // dropped, unless it cannot even begin one.
    return isAsked ? .interrupted : .endOfInput
  }

  private func reset() {
    outcome = nil
    pendingActions = []
    queue = []
    walk = nil
    search = nil
    completedText = nil
    forgetDrawing()
    viewTop = 0
    live = LiveLine()
    seenHint = ""
    wasPasted = false
    menu = nil
    replayed = []
    keys = []
    partialKeys = []
    count = nil
    argument = nil
    mark = 0
    operatorWaits = false
    operatorIsDone = false
    lastChange.drop()
    lastChange.rest()
    repeatedText = []
    isRepeating = false
    grownFrom = nil
    hasGrown = false
    pressed = nil
    isCommanding = false
    mapIsKnown = bindings.style == .emacs
    typing = .inserts
    awaitsCharacter = false
    corrected = nil
    undoLog = UndoLog(EditBuffer(scalars: [], cursor: 0, margin: margin))
    toldOfFullLine = false
    isAsked = false
  }

  /// Over which the continuation prompt is put where libedit draws.
  var margin: Int { appearance.isPainted ? 0 : continuation.utf8.count }

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
  func suspend() { outside { terminal.suspend() } }

  /// Does something with the terminal given back meanwhile.
  func outside<Result>(_ work: () -> Result) -> Result {
    terminal.end()
    unsafe editline_prepare_terminal(editor, 0)
    defer {
      terminal.begin()
      unsafe editline_prepare_terminal(editor, 1)
    }
    return work()
  }

  /// Does what may take long, with Ctrl-C as the signal that it is outside of editing.
  func listening<Result>(_ work: () -> Result) -> Result { terminal.listening(work) }

  /// False where a cursor cannot be moved, as in an editor's log window.
  private static var hasCapableTerminal: Bool {
    guard let name = unsafe getenv("TERM") else { return false }
    let terminal = unsafe String(cString: name)
    guard !terminal.isEmpty, terminal != "dumb" else { return false }
    return unsafe editline_can_paint(name) != 0
  }

  /// libedit measures and draws by the locale of the process, and our texts are UTF-8 in every one.
  package static func useUTF8() {
    unsafe setlocale(LC_CTYPE, "")
    guard let codes = unsafe nl_langinfo(nl_item(CODESET)) else { return }
    if unsafe String(cString: codes) != "UTF-8" { unsafe setlocale(LC_CTYPE, "C.UTF-8") }
  }

  private func setCallbacks() {
    unsafe editline_set_reader(editor) { editor, character in
      unsafe LineEditor.of(editor).read(into: character)
    }
    unsafe addCommand("cq-act") { editor, _ in unsafe LineEditor.of(editor).performPendingAction() }
    unsafe addCommand("cq-types") { editor, _ in
      unsafe LineEditor.of(editor).isCommanding = false
      return UInt8(CC_ARGHACK)
    }
    unsafe addCommand("cq-commands") { editor, _ in
      unsafe LineEditor.of(editor).isCommanding = true
      return UInt8(CC_ARGHACK)
    }
    unsafe editline_set_prompt(editor) { editor in
      unsafe LineEditor.of(editor).widePrompt
    }
  }

  private func addCommand(_ name: String, _ command: @escaping EditlineCommand) {
    // libedit keeps the name as it gets it, as long as it lives.
    unsafe editline_add_command(editor, Self.wide(name), command)
  }

  private static func of(_ editor: OpaquePointer) -> LineEditor {
    guard let context = unsafe editline_context(editor) else {
      preconditionFailure("libedit calls back only with the context that was set")
    }
    return unsafe Unmanaged<LineEditor>.fromOpaque(context).takeUnretainedValue()
  }
}
