// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import ResultRendering

extension Command {
  static let play = Command(
    name: "play", form: "[FILE.md | FILE.cqpack]",
    summary: "present the text and queries of a page, one key after another",
    detail: """
      Without a page a demonstration of cq is played. Enter tells what comes next, types a query,
      and runs it; b goes back, r repeats, g 3 goes to step 3, l lists the steps, t tries something
      of your own, q quits. Everything runs on samples, as in `cq test`, unless --live asks servers.
      Where input or output is no terminal, all comes at once. With --check nothing is shown but
      whether each output is as written; the exit status is then that of `cq test`.
      """, options: [.auto, .pace, .presenter, .checksPlay, .live] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    if invocation.operands.count > 1 {
      throw UsageError(message: "`cq play` takes one page", help: "for example cq play talk.md")
    }
    try checkOperand(
      of: invocation, takenBy: "--presenter", invocation.play.presenter,
      help: "cq play --presenter notes.txt")
    if invocation.onlyChecks, invocation.run.isLive {
      throw UsageError(
        message: "--check and --live contradict each other",
        help: "what is written is compared with samples")
    }
    do throws(UnreadableScript) {
      return streams.finish(try play(invocation, streams))
    } catch {
      return streams.finish(streams.fail(error.diagnostic))
    }
  }

  private static func play(
    _ invocation: Invocation, _ streams: StandardStreams
  ) throws(UnreadableScript) -> ExitStatus {
    let input = try invocation.operands.first.map { operand throws(UnreadableScript) in
      try ScriptInput(operand: operand).unpacked()
    }
    try input?.checkPage()
    let source = try input?.read(streams, as: .page) ?? BundledDemonstration.page
    let pack = input?.pack
    if invocation.onlyChecks {
      let test = ScriptTest(transcript: source, in: pack, telling: streams.progress)
      return Command.tell(test, streams) ?? streams.fail(.nothingTested([source.name]))
    }
    let reading = DemonstrationReading(source)
    if !reading.faults.isEmpty {
      return streams.report(reading.faults.map { Diagnostic($0, in: source) })
    }
    if invocation.run.isLive, pack != nil || streams.environment.isOffline {
      return streams.fail(pack == nil ? .cannotBeLive : .packIsNotLive)
    }
    let notes = try invocation.play.presenter.map { path throws(UnreadableScript) in
      try PresenterNotes(path: path)
    }
    return play(reading, in: pack, notes, invocation, streams)
  }

  private static func play(
    _ reading: DemonstrationReading, in pack: Pack?, _ notes: PresenterNotes?,
    _ invocation: Invocation, _ streams: StandardStreams
  ) -> ExitStatus {
    // First: what Ctrl-C does to a query is what it does when the terminal is taken.
    Interruption.watch(once: false)
    let control = PlayControl(streams.environment, streams.output)
    let isLive = invocation.run.isLive
    let network = isLive ? NetworkAccess.real(streams) : nil
    defer { network?.finish() }
    let day = pack?.day ?? ScriptTest.day
    let calendar = { () -> CalendarDate? in isLive ? TerminalEnvironment.today() : day }
    var settings = streams.settingsOfPage(invocation, isOffline: !isLive)
    settings.sources.texts = reading.files
    settings.sources.network = network?.store
    settings.use(pack)
    let session = Session(
      settings, network: network, output: streams.output,
      errors: streams.errors, progress: streams.progress,
      calendar: calendar, clock: Shell.now,
      isCancelled: { Interruption.isRequested }, forgetCancelling: Interruption.clear)
    let keys = streams.environment.keys
    return PlaySession(
      reading.demonstration, session, control, notes: notes, options: invocation.play,
      prompt: { InteractiveLoop(session, historyPath: nil, keys: keys, isPause: true) }
    ).run()
  }
}
