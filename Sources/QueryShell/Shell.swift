// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Glibc
import ResultRendering

/// Runs scripts and the prompt with the streams of the process.
enum Shell {
  static func run(
    _ given: ScriptInput, _ streams: StandardStreams, every interval: Int? = nil
  ) -> ExitStatus {
    var settings = streams.settings
    if settings.isContradictory {
      return streams.fail(.cannotBeLive)
    }
    let isPrompt = given == .prompt && streams.environment.inputIsTerminal
    settings.isInteractive = isPrompt
    settings.keepsResults = isPrompt
    settings.options.rowNumbers = isPrompt
    Interruption.watch(once: !isPrompt)
    let input: ScriptInput
    do throws(UnreadableScript) {
      input = try given.unpacked()
      try input.checkScript()
      // What is not there when it is first run is a mistyped name; later it may be being written.
      if interval != nil { _ = try input.read(streams) }
    } catch {
      return streams.fail(error.diagnostic)
    }
    let network = NetworkAccess.real(streams)
    settings.sources.network = network.store
    settings.use(input.pack)
    guard let interval else {
      return run(input, settings, network, streams, streams.output, streams.errors).status
    }
    // One network for all runs: how often a server may be asked holds from one to the next.
    return Repetition(interval: interval).run(streams) { output, errors in
      network.forgetAsked()
      return run(input, settings, network, streams, output, errors)
    }
  }

  /// One run of a script, or the prompt: how it ended, and whether servers gave all of it.
  private static func run(
    _ input: ScriptInput, _ settings: SessionSettings, _ network: NetworkAccess,
    _ streams: StandardStreams, _ output: OutputStream, _ errors: OutputStream
  ) -> (status: ExitStatus, lacksAnswers: Bool) {
    let isPrompt = settings.isInteractive
    let session = Session(
      settings, network: network, output: output, errors: errors,
      progress: streams.progress, calendar: input.pack.calendar, clock: now,
      isCancelled: { Interruption.isRequested }, forgetCancelling: Interruption.clear)
    // A pack answers as it does for others.
    if input.pack == nil { configure(session, by: streams.environment.configuration) }
    if settings.accountsPath != nil { session.ownFiles = streams.environment.ownFiles }
    defer {
      session.tellOfLostLetters()
      network.finish()
    }
    let status = isPrompt ? prompt(session, streams) : run(input, in: session, streams)
    return (session.writeAccounts() ?? status, session.lacksAnswers)
  }

  private static func prompt(_ session: Session, _ streams: StandardStreams) -> ExitStatus {
    let environment = streams.environment
    if environment.outputIsTerminal, !environment.isDumb {
      session.window = PagingWindow(
        command: environment.pager, rows: TerminalEnvironment.rows,
        columns: { TerminalEnvironment.width() })
    }
    session.editor = environment.editor.map {
      ExternalEditor(command: $0, folder: TemporaryFile.usualFolder)
    }
    let loop = InteractiveLoop(
      session, historyPath: environment.historyPath, keys: environment.keys)
    return loop.run()
  }

  private static func run(
    _ input: ScriptInput, in session: Session, _ streams: StandardStreams
  ) -> ExitStatus {
    do throws(UnreadableScript) {
      return session.run(try input.read(streams))
    } catch {
      session.report(error.diagnostic)
      return error.diagnostic.code.exitStatus
    }
  }

  private static func configure(_ session: Session, by file: ConfigurationFile) {
    do throws(UnreadableScript) {
      let files = session.sources.watch.files
      if let source = try file.read(noting: files) { session.configure(source) }
    } catch {
      var warning = error.diagnostic
      warning.severity = .warning
      session.report(warning)
    }
  }

  @Sendable static func now() -> UInt64 { nanoseconds(of: CLOCK_MONOTONIC) }

  /// How long this thread has worked.
  @Sendable static func worked() -> UInt64 { nanoseconds(of: CLOCK_THREAD_CPUTIME_ID) }

  private static func nanoseconds(of clock: clockid_t) -> UInt64 {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}

extension Diagnostic {
  static var cannotBeLive: Diagnostic {
    Diagnostic(
      .badOptionValue, "--live and CQ_OFFLINE contradict each other",
      remarks: [.help("nothing can be live where no server is asked")])
  }

  static var packIsNotLive: Diagnostic {
    Diagnostic(
      .badOptionValue, "--live and a pack contradict each other",
      remarks: [.help("a pack answers from what it holds; play the page that it was made of")])
  }
}
