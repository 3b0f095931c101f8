// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Glibc
import LineEditing
import QueryEngine
import QuerySyntax
import ResultRendering

// `.watch`.
extension Session {
  /// Runs a query again and again and shows what has changed, until a key is pressed or Ctrl-C.
  func watch(_ argument: String) {
    let words = argument.split(separator: " ", maxSplits: 1)
    let time = words.first.map(String.init) ?? ""
    let query = words.count > 1 ? String(words[1]) : lastWholeQuery
    guard let interval = Option.seconds(time) ?? Option.seconds(time + "s") else {
      return note("`.watch 5 from hotels` runs a query every 5 seconds; 1min and 2h are times too")
    }
    guard let query else { return note("there is no query yet to run again") }
    let script = ScriptText(name: InteractiveLoop.scriptName, query)
    // What is wrong now is told at once, and where other faults are.
    let faults = offline {
      ScriptCheck(script, in: context, sources: sources, unless: isCancelled).faults
    }
    if faults.contains(where: { $0.isFatal && $0.code.exitStatus == .script }) {
      return faults.forEach(report)
    }
    // A cell of a notebook is shown when it has ended.
    guard settings.isInteractive else { return note("`.watch` wants a terminal") }
    output.flush()
    if window != nil, let screen = FullScreen() {
      watch(script, every: interval, on: screen)
    } else {
      watchPlainly(script, every: interval)
    }
    forgetCancelling?()
  }

  /// The query of the last result, from its source on; nil where none is known.
  private var lastWholeQuery: String? {
    guard let text = log.entries.last(where: { $0.rows != nil })?.text else { return nil }
    guard text.trimmed.first == "|" else { return text }
    let whole = BrowsedText.text(of: lastAttempt)
    return whole.isEmpty ? nil : whole
  }

  /// What a run writes, of results and of faults.
  private func lines(of script: ScriptText, unless isUnwanted: @escaping () -> Bool) -> [String] {
    network?.forgetAsked()
    var shown = settings
    shown.isInteractive = false
    shown.keepsResults = false
    let inner = Session(
      shown, network: network, output: OutputStream(), errors: OutputStream(),
      calendar: calendar, clock: clock, isCancelled: isUnwanted)
    inner.context = context
    inner.last = last
    inner.shownItem = shownItem
    inner.use(width: TerminalEnvironment.width())
    _ = inner.run(script)
    let text = inner.output.taken() + inner.errors.taken()
    return PagedText(text).lines
  }

  private func watch(_ script: ScriptText, every interval: Int, on screen: FullScreen) {
    guard let window else { return }
    var marks = ChangeMarks(style: TextStyle(isOn: settings.options.colour))
    screen.enter()
    defer { screen.leave() }
    var runs = 0
    while true {
      let started = clock()
      let found = lines(of: script) { screen.hasKey }
      if runs > 0, screen.hasKey {
        // It ends the watch, and is not for the prompt.
        _ = screen.next()
        return
      }
      runs += 1
      let (marked, changed) = marks.marked(found)
      let draw = {
        let words = WatchWords(every: interval, runs: runs, changed: changed)
        let rows = words.rows(marked, window.rows(), window.columns(), self.settings.options)
        screen.show(rows)
      }
      draw()
      guard waits(until: started + UInt64(interval) * 1_000_000_000, screen, draw) else { return }
    }
  }

  /// Whether the time has come without a key.
  private func waits(until end: UInt64, _ screen: FullScreen, _ draw: () -> Void) -> Bool {
    while true {
      let now = clock()
      guard now < end else { return true }
      let rest = Int32(clamping: min((end - now) / 1_000_000 + 1, 60_000))
      switch screen.next(within: rest) {
      case nil: continue
      case .signal(SIGWINCH), .signal(SIGCONT): draw()
      case .signal(SIGTSTP), .key(.control(0x1A)):
        screen.suspend()
        draw()
      case .signal, .key, .end: return false
      }
    }
  }

  /// Where nothing can be drawn anew each run is written below the last one, with its changes.
  private func watchPlainly(_ script: ScriptText, every interval: Int) {
    var marks = ChangeMarks(style: TextStyle(isOn: settings.options.colour))
    var runs = 0
    while output.error == nil {
      let started = clock()
      let found = lines(of: script, unless: isCancelled)
      if isCancelled() { return note("the watch has ended") }
      runs += 1
      let (marked, changed) = marks.marked(found)
      if runs == 1 || changed > 0 {
        let words = WatchWords(every: interval, runs: runs, changed: changed)
        let lines = [words.heading(ending: "Ctrl-C ends")] + marked
        output.write(settings.options.page(lines.map { $0 + "\n" }.joined()))
        output.flush()
      }
      while clock() < started + UInt64(interval) * 1_000_000_000 {
        if isCancelled() { return note("the watch has ended") }
        poll(nil, 0, 100)
      }
    }
  }
}

/// What is told of a watch besides what it shows.
private struct WatchWords {
  let interval: Int
  let runs: Int
  let changed: Int

  init(every interval: Int, runs: Int, changed: Int) {
    self.interval = interval
    self.runs = runs
    self.changed = changed
  }

  func heading(ending: String) -> String {
    let lines = changed == 1 ? "1 line has changed" : "\(changed) lines have changed"
    let change = runs == 1 ? "run 1" : "run \(runs), \(changed == 0 ? "nothing new" : lines)"
    return "every \(interval) s, \(change); \(ending)"
  }

  /// The rows of a window: the heading, and as many lines as there is room for.
  func rows(
    _ lines: [String], _ rows: Int, _ columns: Int, _ options: RenderOptions
  ) -> [String] {
    let ellipsis = options.ellipsis
    let style = TextStyle(isOn: options.colour)
    let fit = { (text: String) in
      style.styled(DisplayWidth.truncated(text, to: columns - 1, ellipsis: ellipsis), .dim)
    }
    var shown = [fit(heading(ending: "any key ends"))]
    let room = max(0, rows - 1)
    let body = lines.map { StyledLine.part($0, from: 0, width: columns) }
    if body.count <= room { return shown + body }
    shown += body.prefix(max(0, room - 1))
    return shown + [fit("\(ellipsis) \(body.count - max(0, room - 1)) more lines")]
  }
}
