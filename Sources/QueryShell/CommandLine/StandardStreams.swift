// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Glibc
import ResultRendering

/// The streams of the process as a command writes to them: results, and what is told besides.
final class StandardStreams {
  let environment: TerminalEnvironment
  let settings: SessionSettings
  let output = OutputStream(descriptor: STDOUT_FILENO)
  let errors = OutputStream(descriptor: STDERR_FILENO)
  /// Where it is told how something long goes on; nil where nobody looks.
  let progress: ProgressLine?
  private let reporter: Reporter

  init(_ invocation: Invocation) {
    environment = TerminalEnvironment.read()
    reporter = Reporter(output: output, errors: errors)
    let shows =
      environment.errorsAreTerminal && !environment.isDumb && invocation.run.quietness == .nothing
    let line = shows ? ProgressLine(width: environment.width, clock: Shell.now) : nil
    progress = line
    settings = SessionSettings(
      invocation, environment, watch: ProgressLine.watch(telling: line))
    // On one terminal nothing is written beside the line.
    if environment.outputIsTerminal { output.beforeWriting = line?.end }
    errors.beforeWriting = line?.end
  }

  func report(_ diagnostic: Diagnostic) { _ = report([diagnostic]) }

  /// Tells what is wrong with a script; gives the exit status of that.
  func report(_ faults: [Diagnostic]) -> ExitStatus {
    let fault = reporter.report(faults, settings)
    reporter.tellOfLostLetters(settings)
    return fault?.code.exitStatus ?? .success
  }

  /// Tells why a command stops; gives the exit status of that.
  func fail(_ diagnostic: Diagnostic) -> ExitStatus { report([diagnostic]) }

  /// Tells something that is no fault.
  func note(_ text: String) { tell(ResultNote(text)) }

  /// The same, of which it is known how much it matters.
  func tell(_ note: ResultNote) { reporter.tell(note, settings) }

  /// Writes lines that people read, as the terminal can show them.
  func show(_ text: String) { output.write(settings.options.readPage(text)) }

  /// Writes a text that may be copied, whose lines stay as they are.
  func show(source text: String) { output.write(settings.options.page(text)) }

  /// Writes a page of Markdown that people read.
  func show(markdown text: String) { output.write(settings.options.readMarkdown(text)) }

  /// The status of a command that has written all it has to; that of the output when it was lost.
  func finish(_ status: ExitStatus) -> ExitStatus {
    progress?.end()
    output.flush()
    reporter.tellOfLostLetters(settings)
    guard let reason = output.errorText else { return status }
    report(Diagnostic(.cannotWrite, "the output cannot be written: \(reason)"))
    return .output
  }
}
