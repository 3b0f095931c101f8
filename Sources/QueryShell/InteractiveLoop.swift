// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

/// The prompt: reads statements from a person and runs each in the session.
struct InteractiveLoop {
  /// What messages call what is typed.
  static let scriptName = "<prompt>"

  private let session: Session
  private let history: EditHistory
  private let editor: LineEditor?
  /// Whether it stands within something else, to which an empty line goes back.
  private let isPause: Bool
  private let hasHome: Bool

  /// The history has its file in the given place, and none of the keys in it.
  init(_ session: Session, historyPath: String?, keys: KeyRing, isPause: Bool = false) {
    self.session = session
    self.isPause = isPause
    hasHome = historyPath != nil
    let history = EditHistory(path: historyPath) { statement in
      let sources = session.sources
      let names = sources.keyVariables + sources.names.map(KeyRing.variableName)
      return keys.redacted(statement, knowing: names)
    }
    self.history = history
    var delegate = Self.delegate(session)
    let reader = LineReader(session)
    delegate.highlights = { LineHighlights($0).all }
    delegate.reading = { reader.read($0, wantsContinuation: $1) }
    let preview = RowPreview(session)
    delegate.preview = { preview.preview($0, unless: $1) }
    delegate.writeOutside = { session.written($0) }
    delegate.showHelp = { line, cursor in
      session.use(width: TerminalEnvironment.width())
      session.showHelp(on: line, at: cursor)
    }
    let editor = LineEditor(program: "cq", history: history, delegate: delegate)
    self.editor = editor
    guard let editor else { return }
    session.keyHelp = { [unowned editor] in editor.keyHelp }
  }

  private static func delegate(_ session: Session) -> LineEditorDelegate {
    LineEditorDelegate(
      prompt: { Self.prompt(session) },
      continuationPrompt: { "   …> " }, isComplete: Self.isComplete,
      completions: { line, cursor in
        Interruption.clear()
        if line.isEmpty, let nearest = session.nearestLine { return .only(nearest) }
        return session.completions(in: line, at: cursor)
      },
      endedCompletions: {
        defer { Interruption.clear() }
        return Interruption.isRequested
      }, wayOfLongText: "`cq run FILE` takes longer scripts")
  }

  private static func prompt(_ session: Session) -> String {
    let mark = session.settings.isOffline ? "*> " : "> "
    return (session.currentSource.map(Sanitiser.visible) ?? "cq") + mark
  }

  /// Whether a text is a command or whole statements, to which nothing needs to be added.
  static func isComplete(_ text: String) -> Bool {
    DotCommand.recognises(text) || !Parser.awaitsMore(ScriptText(name: scriptName, text))
  }

  /// Runs until the person leaves. An error never ends the session.
  func run() -> ExitStatus {
    guard let editor else { return runPlainly() }
    defer { if !isPause { editor.close() } }
    if !isPause { tellBanner() }
    tellOfHome()
    tellOfHistory()
    tellOfKeys(editor)
    while true {
      history.skipsFailed = session.settings.skipsFailed
      editor.use(session.settings.keys)
      editor.use(appearance)
      switch editor.readLine() {
      case .line(let text):
        if text.allSatisfy(\.isWhitespace) {
          if isPause { return .success }
          continue
        }
        guard record(text) else { continue }
        if take(text) == .leave { return .success }
        if session.output.error != nil { return .output }
        history.note(text, hasFailed: session.reported.contains(where: \.isFatal))
        if let line = session.takeNextLine() ?? mendedLine { editor.prefill(line) }
      case .interrupted: continue
      case .endOfInput:
        tell("\n")
        return .success
      }
    }
  }

  /// How the next line is shown.
  private var appearance: Appearance {
    var appearance = session.settings.appearance
    appearance.colours = session.settings.colours
    appearance.isASCII = session.settings.options.ascii
    return appearance
  }

  /// A terminal without cursor movement: lines as the system gives them.
  private func runPlainly() -> ExitStatus {
    var reader = PlainLineReader()
    var pending = ""
    /// What an empty line runs.
    var offered: String?
    tellOfHome()
    tellOfHistory()
    while true {
      tell(pending.isEmpty ? Self.prompt(session) : "...> ")
      switch reader.next() {
      case .line(let line):
        let first = line.isEmpty ? offered ?? "" : line
        pending = pending.isEmpty ? first : pending + "\n" + line
        offered = nil
        guard line.isEmpty || Self.isComplete(pending) else { continue }
        let statement = pending
        pending = ""
        if statement.allSatisfy(\.isWhitespace) {
          if isPause { return .success }
          continue
        }
        guard record(statement) else { continue }
        if take(statement) == .leave { return .success }
        history.note(statement, hasFailed: session.reported.contains(where: \.isFatal))
        offered = offer()
      case .interrupted:
        tell("\n")
        (pending, offered) = ("", nil)
      case .endOfInput:
        tell("\n")
        return session.output.error == nil ? .success : .output
      }
    }
  }

  /// Says what an empty line would run where none can be put at the prompt; gives that.
  private func offer() -> String? {
    guard !isPause, let line = session.takeNextLine() ?? mendedLine else {
      return nil
    }
    tell("Enter runs: \(Sanitiser.visible(line.onOneLine))\n")
    return line
  }

  /// Keeps a statement before it runs, so that a crash does not lose it. False where Ctrl-C came
  /// before the definitions were read, which tell what keys no history may have.
  private func record(_ statement: String) -> Bool {
    Interruption.clear()
    _ = session.sources.names
    if Interruption.isRequested {
      endInterruption()
      return false
    }
    history.append(statement)
    tellOfHistory()
    return true
  }

  /// What is asked while the next line is written is no longer what was ended.
  private func endInterruption() {
    Interruption.clear()
    tell("interrupted\n")
  }

  private func tellBanner() {
    let banner = "cq \(Product.version) · `help` explains, Tab completes, Ctrl-D leaves"
    for line in DisplayWidth.wrapped(banner, to: TerminalEnvironment.width()) { tell(line + "\n") }
  }

  /// Tells of keys that do not do what somebody has bound them to.
  private func tellOfKeys(_ editor: LineEditor) {
    for (key, command) in isPause ? [] : editor.refusedBindings {
      session.note("~/.editrc binds \(key) to `\(command)`, which the prompt does not do")
    }
  }

  private func tellOfHome() {
    if !hasHome, !isPause { tell("note: history is not kept: there is no home folder\n") }
  }

  private func tellOfHistory() {
    if let notice = history.takeNotice() { tell("note: \(notice)\n") }
  }

  private enum Outcome { case stay, leave }

  private func take(_ text: String) -> Outcome {
    session.use(width: TerminalEnvironment.width())
    session.use(rows: TerminalEnvironment.rows())
    session.forgetReports()
    session.emptyResult = nil
    defer { if let trouble = session.network?.newTrouble() { session.note(trouble) } }
    defer { session.tellOfLostLetters() }
    if let command = DotCommand(text) { return command.run(in: session) ? .stay : .leave }
    if session.runTyped(ScriptText(name: Self.scriptName, text)) == .interrupted {
      endInterruption()
    }
    return .stay
  }

  /// The last line with every certain fix made, where less is wrong with it then.
  private var mendedLine: String? {
    let faults = session.reported.filter(\.isFatal)
    guard faults.contains(where: { $0.fix != nil }),
      let mended = session.offline({ session.mended(faults) })
    else { return nil }
    return session.command?.line(for: mended, inPlaceOf: faults.first?.source) ?? mended
  }

  private func tell(_ text: String) {
    session.output.write(
      session.settings.options.ascii ? session.settings.options.page(text) : text)
    session.output.flush()
  }
}

/// What the product says about itself.
package enum Product {
  package static let version = "0.1.0"
}
