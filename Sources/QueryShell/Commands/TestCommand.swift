// SPDX-License-Identifier: MIT

import Diagnostics
import ResultRendering

extension Command {
  static let test = Command(
    name: "test", form: "[--update] FILE...",
    summary: "run scripts and pages of Markdown that say what should come of them",
    detail: """
      In Markdown a `cq` block is followed by an `output` block, an `error` block or both; the
      blocks of a page are one session. A script passes when it ends with status 0. Nothing is
      fetched from a server; times and ages are not compared. The exit status is 1 when something
      fails.
      """, options: [.update, .errors, .color]
  ) { (invocation, streams) throws(UsageError) in
    if invocation.operands.isEmpty {
      throw UsageError(message: "`cq test` needs a file", help: "for example cq test near.cq")
    }
    let statuses = invocation.operands.map {
      test(ScriptInput(operand: $0), updating: invocation.updates, streams)
    }
    let failed = statuses.count { $0 != .success }
    if statuses.count > 1 {
      let result =
        failed == 0 ? "all \(statuses.count) pass" : "\(failed) of \(statuses.count) fail"
      streams.output.write("\(result)\n")
    }
    return streams.finish(ExitStatus(ofAll: statuses))
  }

  private static func test(
    _ input: ScriptInput, updating: Bool, _ streams: StandardStreams
  ) -> ExitStatus {
    do throws(UnreadableScript) {
      let source = try input.read(streams)
      let isPage = source.name.hasSuffix(".md")
      let test =
        isPage ? ScriptTest(transcript: source) : ScriptTest(script: source, streams.settings)
      if updating, !test.failures.isEmpty, let text = test.updated {
        try update(test, text, streams)
        return .success
      }
      streams.output.write(test.report)
      streams.output.flush()
      return test.failures.isEmpty ? .success : .failedExpectation
    } catch {
      return streams.fail(error.diagnostic)
    }
  }

  private static func update(
    _ test: ScriptTest, _ text: String, _ streams: StandardStreams
  ) throws(UnreadableScript) {
    do throws(AtomicFile.Fault) {
      try AtomicFile.replace(test.name, with: Array(text.utf8))
    } catch {
      throw UnreadableScript(Diagnostic(error))
    }
    let count = Set(test.failures.map(\.line)).count
    let of = "\(count) of \(test.blocks ?? 0) \(test.blocks == 1 ? "block" : "blocks")"
    streams.output.write("updated \(Sanitiser.visible(test.name))  \(of)\n")
  }
}

extension Option {
  static let update = Option(
    name: "--update", help: "write what comes into the pages, as what is expected"
  ) { (invocation, _) throws(UsageError) in
    invocation.updates = true
  }
}
