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
    log(source, status, since: started, before)
    return tellBeside(status, givesRows: source.givesRows)
  }

  /// Keeps what came of a script, and where the session stood before it.
  func log(
    _ source: ScriptText, _ status: ExitStatus, since started: UInt64, _ before: SessionLog.State
  ) {
    log.add(
      SessionLog.Entry(
        text: String(decoding: source.bytes, as: UTF8.self).trimmed, status: status,
        nanoseconds: clock() - started,
        rows: source.givesRows ? last?.rows : nil,
        columns: shownColumns(of: source),
        isOfServer: last?.provenance.readings.contains(where: \.copy.isOfServer) ?? false,
        origin: status == .success ? origin(of: source) : nil, nextSource: context.unnamedSource,
        before: before))
  }

  /// What the last result came of, where a script that has just run gave it.
  private func origin(of source: ScriptText) -> ResultOrigin? {
    lastAttempt.flatMap { $0.ends(in: source) ? ResultOrigin($0) : nil }
  }

  /// The columns that a script has shown last; none where it has shown nothing.
  private func shownColumns(of source: ScriptText) -> [String] {
    guard let shown = history.current, shown.attempt?.ends(in: source) ?? false else { return [] }
    return shown.query.presentation.columns.map(\.label)
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

  /// Shows what was typed, with a mark before what failed and how many rows the rest gave: all of
  /// it, what failed alone, or what holds a word.
  func showLog(holding word: String = "", failedOnly: Bool = false) {
    let mark = settings.options.ascii ? "x" : "✗"
    let wanted = log.entries.enumerated().filter { _, entry in
      (!failedOnly || entry.status != .success)
        && (word.isEmpty || entry.text.lowercased().contains(word.lowercased()))
    }
    let width = "\(log.entries.count)".count
    let lines = wanted.map { number, entry in
      let place = String(repeating: " ", count: width - "\(number + 1)".count) + "\(number + 1)"
      let rows = entry.rows.map { "  # \($0) \($0 == 1 ? "row" : "rows")" } ?? ""
      let outcome = entry.status == .success ? " " : mark
      return
        "\(place)  \(outcome)  \(entry.text.onOneLine)\(entry.status == .success ? rows : "")\n"
    }
    guard !lines.isEmpty else {
      if !word.isEmpty { return note("nothing that was entered holds `\(word)`") }
      return note(failedOnly ? "nothing has failed yet" : "nothing was entered yet")
    }
    show(source: lines.joined())
  }

  /// Says how long the last statement took.
  func tellTime() {
    guard let entry = log.entries.last else { return note("nothing was entered yet") }
    note("\(entry.nanoseconds / 1_000_000) ms: \(entry.text.onOneLine)")
  }

  /// Writes what ended well as a script that expects what came of it.
  func saveLog(to argument: String) {
    guard let wish = SavingWish(argument) else {
      return note("`.save tour.cq param min = 3` writes `$min` where 3 stands")
    }
    let (path, replaces) = (wish.path, wish.replaces)
    guard !path.isEmpty else { return note("`.save tour.cq` writes what worked as a script") }
    let text: String
    let leftOut: [String]
    do throws(SavingWish.Failure) {
      (text, leftOut) = try SessionScript.text(of: log.entries, with: wish.parameters)
    } catch {
      return note(error.reason)
    }
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
      for file in leftOut {
        note("it does not save \(file), which is there now; `save ... replace` would stay in it")
      }
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

extension ScriptText {
  /// Whether its last statement gives rows.
  fileprivate var givesRows: Bool { Parser.parse(self).tree.statements.last?.givesRows ?? false }
}
