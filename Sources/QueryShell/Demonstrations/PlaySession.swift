// SPDX-License-Identifier: MIT

import Diagnostics
import LineEditing
import ResultRendering

/// Plays a demonstration: tells, types and runs one step after another, as whoever presents wants.
final class PlaySession {
  private let steps: [Demonstration.Step]
  private let session: Session
  private let control: PlayControl
  private let notes: PresenterNotes?
  private let options: PlayOptions
  /// What the prompt is that is gone aside to.
  private let makePrompt: () -> InteractiveLoop
  private lazy var prompt = makePrompt()
  /// How many steps have been shown up to the present one.
  private var number = 0
  private var states = PlayStates()
  private var isPaused = false

  init(
    _ demonstration: Demonstration, _ session: Session, _ control: PlayControl,
    notes: PresenterNotes?, options: PlayOptions, prompt: @escaping () -> InteractiveLoop
  ) {
    steps = demonstration.steps
    self.session = session
    self.control = control
    self.notes = notes
    self.options = options
    makePrompt = prompt
  }

  /// Runs to the end, or until somebody leaves.
  func run() -> ExitStatus {
    defer { control.close() }
    guard control.isAttended else { return runThrough() }
    tell(screen.help + "\n")
    var command = PlayWish.next
    while session.output.error == nil {
      switch command {
      case .interrupt: return .interrupted
      case .quit: return .success
      case .next where number == steps.count: return .success
      default: break
      }
      command = take(command) ?? wait(behind: screen.status(number, of: steps.count))
    }
    return .output
  }

  /// Where nobody presses keys, all comes at once; the first query that fails decides how it ends.
  private func runThrough() -> ExitStatus {
    var result = ExitStatus.success
    while number < steps.count {
      notes?.show(number, of: steps)
      number += 1
      switch steps[number - 1].content {
      case .prose(let pieces): tell(screen.prose(pieces))
      case .query(let script):
        tell(promptText + whole(script) + "\n")
        let before = session.state
        let status = execute(script)
        if steps[number - 1].isAside { session.restore(before) }
        if status == .interrupted { return .interrupted }
        if result == .success, !steps[number - 1].mayFail { result = status }
      }
      if session.output.error != nil { return .output }
    }
    return result
  }

  private var screen: PlayScreen {
    PlayScreen(session.settings.options, isPlain: !control.movesCursor)
  }

  private func tell(_ text: String) {
    session.output.write(text)
    session.output.flush()
  }

  private func wait(behind text: String) -> PlayWish {
    notes?.show(number, of: steps)
    return control.wait(behind: text, seconds: isPaused ? nil : options.seconds)
  }

  /// Does what is wanted; gives what was wanted meanwhile.
  private func take(_ command: PlayWish) -> PlayWish? {
    session.use(width: TerminalEnvironment.width())
    switch command {
    case .next: return show(number + 1)
    case .back: return show(max(1, number - 1))
    case .again: return show(max(1, number))
    case .go(let number):
      guard (1...steps.count).contains(number) else {
        tell("there are steps 1 to \(steps.count)\n")
        return nil
      }
      if steps[number - 1].script == nil, !prepare(number) { return endGoing() }
      return show(number)
    case .own: goAside()
    case .steps: showStages()
    case .list: tell(screen.list(steps, at: number) + "\n")
    case .help: tell(screen.help + "\n")
    case .pause: isPaused.toggle()
    case .quit, .interrupt: break
    }
    return nil
  }

  private func show(_ number: Int) -> PlayWish? {
    let before = self.number
    self.number = number
    switch steps[number - 1].content {
    case .prose(let pieces):
      tell(screen.prose(pieces))
      return nil
    case .query(let script):
      guard prepare(number) else {
        self.number = before
        return endGoing()
      }
      return play(script)
    }
  }

  /// Tells that Ctrl-C has ended the way to a step.
  private func endGoing() -> PlayWish? {
    Interruption.clear()
    tell("interrupted\n")
    return nil
  }

  private var promptText: String { shown((session.currentSource ?? "cq") + "> ") }

  private func shown(_ text: String) -> String { screen.shown(text) }

  /// Types a query, and runs it at the next key; gives another command that leaves it. After one
  /// that does not, the query stands there again.
  private func play(_ script: ScriptText) -> PlayWish? {
    tell(promptText)
    if type(script.text) == .key(.control(0x03)) {
      tell("\n")
      return .interrupt
    }
    var command = waitBehindQuery()
    if control.movesCursor { tell("\n") }
    while command.staysThere {
      _ = take(command)
      tell(promptText + whole(script))
      command = waitBehindQuery()
      if control.movesCursor { tell("\n") }
    }
    guard command == .next else { return command }
    let status = execute(script)
    // Ctrl-C may have come when all was done.
    Interruption.clear()
    if status == .interrupted { tell("interrupted\n") }
    return nil
  }

  /// A query as it stands behind the prompt.
  private func whole(_ script: ScriptText) -> String {
    TypedQuery(shown(script.text), margin: promptText.count, width: width).whole
  }

  private var width: Int { control.isAttended ? session.settings.options.width : .max }

  /// A line that is read is not typed into the query that it follows.
  private func waitBehindQuery() -> PlayWish {
    wait(behind: control.movesCursor ? "" : "\n" + screen.status(number, of: steps.count))
  }

  /// Gives the key that has ended the typing; nil where none has.
  private func type(_ script: String) -> InputEvent? {
    let colours =
      control.movesCursor ? session.settings.colours : nil
    let typed = TypedQuery(
      shown(script), pace: options.pace, margin: promptText.count, width: width, colours: colours)
    for (place, stroke) in typed.strokes.enumerated() {
      tell(stroke.text)
      guard stroke.milliseconds > 0, control.movesCursor,
        let event = control.rest(milliseconds: Int32(stroke.milliseconds))
      else { continue }
      tell(typed.strokes[(place + 1)...].map(\.text).joined())
      return event
    }
    return nil
  }

  private func execute(_ script: ScriptText) -> ExitStatus {
    let before = session.state
    states.begin(number, before)
    let status = control.running { session.run(script) }
    let behind = steps[number - 1].isAside ? before : session.state
    states.end(number, behind, wasInterrupted: status == .interrupted)
    session.output.flush()
    session.errors.flush()
    if status != .interrupted { tell("\n") }
    return status
  }

  /// Puts the session where it stands before a query, as if all before it had just run. False, with
  /// the session as it was, where that is interrupted.
  private func prepare(_ number: Int) -> Bool {
    if states[number] == nil {
      guard control.running({ rehearse(upTo: number) }) else { return false }
    }
    if let state = states[number] { session.restore(state) }
    session.use(width: TerminalEnvironment.width())
    return true
  }

  /// Runs what is passed over, but what somebody has ended. False where that is interrupted: what
  /// ran then counts as ended too.
  private func rehearse(upTo number: Int) -> Bool {
    let (first, state) = states.known(upTo: number) ?? (1, session.state)
    let rehearsal = session.rehearsal(from: state)
    for place in first..<number {
      guard let script = steps[place - 1].script, !states.hasEnded(place) else { continue }
      let before = rehearsal.state
      states.begin(place, before)
      let status = rehearsal.run(script)
      let isEnded = status == .interrupted || session.isCancelled()
      if steps[place - 1].isAside { rehearsal.restore(before) }
      states.end(place, rehearsal.state, wasInterrupted: isEnded)
      if isEnded { return false }
    }
    states.begin(number, rehearsal.state)
    return true
  }

  /// Tells what each stage of the last query has done.
  private func showStages() {
    guard session.lastRun != nil else { return tell("no query has run yet\n") }
    session.results = 0
    let status = control.running {
      session.showSteps(of: nil, in: ScriptText(name: "<steps>", ""))
    }
    if status == .interrupted {
      Interruption.clear()
      tell("interrupted\n")
    }
    tell("\n")
  }

  /// Lets somebody try something; afterwards all is as it was, so that what comes is as written.
  private func goAside() {
    let state = session.state
    var settings = state.settings
    settings.isInteractive = true
    settings.options.rowNumbers = true
    session.adopt(settings)
    tell("an empty line goes back to the demonstration\n")
    control.aside { _ = prompt.run() }
    session.restore(state)
    Interruption.clear()
  }
}
