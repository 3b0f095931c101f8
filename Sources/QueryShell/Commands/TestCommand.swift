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
      fetched from a server, and the file of your settings is not read; times and ages are not
      compared. The exit status is 1 when something fails, and when there is nothing to test.
      """, options: [.update, .offline, .errors, .color]
  ) { (invocation, streams) throws(UsageError) in
    if invocation.operands.isEmpty {
      throw UsageError(message: "`cq test` needs a file", help: "for example cq test near.cq")
    }
    let statuses = invocation.operands.compactMap {
      test(ScriptInput(operand: $0), updating: invocation.updates, streams)
    }
    if statuses.isEmpty {
      return streams.finish(streams.fail(.nothingTested(invocation.operands)))
    }
    let all = invocation.operands.count
    if all > 1 { streams.output.write("\(verdict(statuses, of: all))\n") }
    return streams.finish(ExitStatus(ofAll: statuses))
  }

  /// What came of those of some files in which there was something to test.
  private static func verdict(_ statuses: [ExitStatus], of files: Int) -> String {
    let (tested, failed) = (statuses.count, statuses.count { $0 != .success })
    let empty = files - tested
    let passing = tested == 1 ? "1 passes" : "all \(tested) pass"
    let result = failed == 0 ? passing : "\(failed) of \(tested) fail"
    if empty == 0 { return result }
    return "\(result), \(empty) \(empty == 1 ? "has" : "have") nothing to test"
  }

  /// What comes of testing a file; nil where there is nothing to test in it.
  private static func test(
    _ input: ScriptInput, updating: Bool, _ streams: StandardStreams
  ) -> ExitStatus? {
    do throws(UnreadableScript) {
      let input = try input.unpacked()
      let source = try input.read(streams)
      let isPage = source.isPage
      let test =
        isPage
        ? ScriptTest(transcript: source, in: input.pack, telling: streams.progress)
        : ScriptTest(script: source, streams.settings, in: input.pack, telling: streams.progress)
      if updating, input.pack == nil, !test.failures.isEmpty, let text = test.updated {
        try update(test, text, streams)
        return .success
      }
      return tell(test, streams)
    } catch {
      return streams.fail(error.diagnostic)
    }
  }

  /// Tells what came of a test; nil where there was nothing to test.
  static func tell(_ test: ScriptTest, _ streams: StandardStreams) -> ExitStatus? {
    streams.output.write(test.report)
    streams.output.flush()
    if test.isEmpty { return nil }
    return test.failures.isEmpty ? .success : .failedExpectation
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

extension Diagnostic {
  static func nothingTested(_ files: [String]) -> Diagnostic {
    let hasPages = files.contains { $0.hasSuffix(ScriptInput.endingOfPages) }
    let hasScripts = files.contains { !$0.hasSuffix(ScriptInput.endingOfPages) }
    let wanted = [hasPages ? "`cq` block" : nil, hasScripts ? "statement" : nil]
    let what = wanted.compactMap(\.self).joined(separator: " or ")
    let reason =
      files.count == 1
      ? "\(files[0]) has no \(what)" : "none of the \(files.count) files has a \(what)"
    return Diagnostic(
      .failedExpectation, "nothing is tested: \(reason)",
      remarks: hasPages
        ? [.help("a block begins with a line ```cq and ends with a line ```")] : [],
      severity: .failed)
  }
}

extension Option {
  static let update = Option(
    name: "--update", help: "write what comes into the pages, as what is expected"
  ) { (invocation, _) throws(UsageError) in
    invocation.updates = true
  }
}
