// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QueryEngine
import QuerySyntax
import ResultRendering

// What was typed in a session, and what comes of that: `.undo`, `.history`, `.save`, `.timer`.
extension Session {
  /// Runs what was typed at the prompt, and keeps what came of it.
  func runTyped(_ source: ScriptText) -> ExitStatus {
    let before = state
    let started = clock()
    let status = run(source)
    let text = String(decoding: source.bytes, as: UTF8.self).trimmed
    let givesRows = Parser.parse(source).tree.statements.last?.givesRows ?? false
    log.add(
      SessionLog.Entry(
        text: text, status: status, nanoseconds: clock() - started,
        rows: givesRows ? last?.rows : nil,
        columns: history.current?.query.presentation.columns.map(\.label) ?? [],
        isOfServer: last?.provenance.readings.contains(where: \.copy.isOfServer) ?? false,
        before: before))
    return status
  }

  /// All that a statement can change, as it is now.
  var state: SessionLog.State {
    SessionLog.State(
      context: context, settings: settings, last: last, shownItem: shownItem, attempt: attempt,
      lastAttempt: lastAttempt, history: history)
  }

  /// Stands where it stood before.
  func restore(_ state: SessionLog.State) {
    context = state.context
    last = state.last
    shownItem = state.shownItem
    attempt = state.attempt
    lastAttempt = state.lastAttempt
    history = state.history
    adopt(state.settings)
  }

  /// Takes back what the last statement has changed that ended well.
  func undo() {
    guard let entry = log.takeBack(), let before = entry.before else {
      return note("there is no statement to take back")
    }
    restore(before)
    note("taken back: \(entry.text.onOneLine)")
  }

  /// Shows what was typed, with a mark before what failed.
  func showLog(failedOnly: Bool) {
    let mark = settings.options.ascii ? "x" : "✗"
    let lines = log.entries.enumerated().filter { !failedOnly || $1.status != .success }.map {
      number, entry in
      "\(number + 1)  \(entry.status == .success ? " " : mark)  \(entry.text.onOneLine)\n"
    }
    guard !lines.isEmpty else {
      return note(failedOnly ? "nothing has failed yet" : "nothing was entered yet")
    }
    show(page: lines.joined())
  }

  /// Says how long the last statement took.
  func tellTime() {
    guard let entry = log.entries.last else { return note("nothing was entered yet") }
    note("\(entry.nanoseconds / 1_000_000) ms: \(entry.text.onOneLine)")
  }

  /// Writes what ended well as a script that expects what came of it.
  func saveLog(to argument: String) {
    var path = argument
    let replaces = path.hasSuffix(" replace")
    if replaces { path = String(path.dropLast(8)).trimmed }
    path = path.withoutQuotes
    guard !path.isEmpty else { return note("`.save tour.cq` writes what worked as a script") }
    let text = log.script
    let script = ScriptText(name: path, text)
    guard !script.bytes.isEmpty else { return note("nothing has worked yet that could be saved") }
    if replaces, text.contains(path.inQuotes) {
      return note("\(path) is read by what was entered; save that under another name")
    }
    guard case .text(let bytes) = Formatter.format(script) else {
      return note("what was entered cannot be read as one script")
    }
    do throws(AtomicFile.Fault) {
      if settings.isPacked { throw .packed(path: path) }
      let file = try AtomicFile(at: path)
      if file.targetExists, !replaces { throw .exists(path: path) }
      try file.write(bytes)
      try file.commit(replacing: replaces)
      note("\(path): `cq test \(path)` checks that it gives the same again")
    } catch {
      report(Diagnostic(error))
    }
  }
}

extension String {
  /// A path that may have been written in quotes.
  var withoutQuotes: String {
    guard count > 1, let mark = first, mark == "\"" || mark == "'", last == mark else {
      return self
    }
    return String(dropFirst().dropLast())
  }
}
