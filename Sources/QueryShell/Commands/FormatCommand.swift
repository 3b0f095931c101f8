// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax
import ResultRendering

extension Command {
  static let format = Command(
    name: "fmt", form: "[--check] [FILE...]", summary: "write scripts in their one canonical form",
    detail: """
      A FILE, a script or source definitions, is replaced if its form changes; one with a fault
      stays as it is. Without a FILE, or for `-`, standard input goes to standard output. With
      --check nothing is written but the names of those that would change, and the exit status is
      1 if there are any.
      """, options: [.checkForm] + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let files = invocation.operands.isEmpty ? ["-"] : invocation.operands
    let statuses = files.map { format(ScriptInput(operand: $0), invocation, streams) }
    return streams.finish(ExitStatus(ofAll: statuses))
  }

  private static func format(
    _ input: ScriptInput, _ invocation: Invocation, _ streams: StandardStreams
  ) -> ExitStatus {
    let source: ScriptText
    do throws(UnreadableScript) {
      source = try input.read(streams)
    } catch {
      return streams.fail(error.diagnostic)
    }
    if source.isPage {
      return streams.fail(
        Diagnostic(.badOptionValue, "\(source.name) is a page of Markdown, which `cq fmt` leaves"))
    }
    switch Formatter.format(source) {
    case .faults(let faults): return streams.report(faults)
    case .text(let text):
      let changes = text != source.bytes
      if invocation.onlyChecks {
        if changes { streams.output.write(Sanitiser.visible(source.name) + "\n") }
        return changes ? .failedExpectation : .success
      }
      guard case .file(let path) = input else {
        // Comments keep every byte, and a terminal would obey some.
        if streams.environment.outputIsTerminal {
          streams.show(source: String(decoding: text, as: UTF8.self))
        } else {
          streams.output.write(text)
        }
        return .success
      }
      return changes ? replace(path, with: text, streams) : .success
    }
  }

  private static func replace(
    _ path: String, with text: [UInt8], _ streams: StandardStreams
  ) -> ExitStatus {
    do throws(AtomicFile.Fault) {
      try AtomicFile.replace(path, with: text)
    } catch {
      return streams.fail(Diagnostic(error))
    }
    streams.note("formatted \(path)")
    return .success
  }
}

extension Option {
  static let checkForm = Option(name: "--check", help: "only name the files that would change") {
    (invocation, _) throws(UsageError) in
    invocation.onlyChecks = true
  }
}
