// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics

extension Command {
  static let check = Command(
    name: "check", form: "[--fix] (FILE... | -c QUERY)",
    summary: "say what is wrong with scripts, without running them",
    detail: """
      A FILE is a script, source definitions, a page of Markdown with `cq` blocks, or `-` for
      standard input. The exit status is 3 when a script cannot run.
      """, options: [.fix, .query] + Option.reading + Option.telling
  ) { (invocation, streams) throws(UsageError) in
    let inputs = try scripts(to: "check", invocation)
    if invocation.mends, inputs.contains(where: { !$0.isFile }) {
      throw UsageError(message: "--fix needs files", help: "cq check --fix FILE.cq")
    }
    let statuses = inputs.map { check($0, mending: invocation.mends, streams) }
    return streams.finish(ExitStatus(ofAll: statuses))
  }

  /// The scripts that a command line names; none is a fault.
  static func scripts(
    to verb: String, _ invocation: Invocation
  ) throws(UsageError) -> [ScriptInput] {
    let inputs =
      invocation.operands.map(ScriptInput.init(operand:))
      + (invocation.query.map { [.query($0)] } ?? [])
    if inputs.isEmpty {
      throw UsageError(
        message: "`cq \(verb)` needs a script", help: "for example cq \(verb) near.cq")
    }
    return inputs
  }

  private static func check(
    _ input: ScriptInput, mending: Bool, _ streams: StandardStreams
  ) -> ExitStatus {
    do throws(UnreadableScript) {
      var file = CheckedFile(try input.read(streams))
      let sources = streams.sources(with: file.files)
      if mending {
        let mended = file.mend(sources)
        if mended > 0 { try write(file, mended, streams) }
      }
      let faults = file.faults(sources)
      let status = streams.report(faults)
      if mending { tellOfOthers(than: file, faults, streams) }
      return status
    } catch {
      return streams.fail(error.diagnostic)
    }
  }

  /// Names the files that the script includes and in which more could be mended: only the files
  /// that are named are changed.
  private static func tellOfOthers(
    than file: CheckedFile, _ faults: [Diagnostic], _ streams: StandardStreams
  ) {
    var told = [file.name]
    for fault in faults where fault.automaticFix != nil {
      guard let name = fault.source?.name, !told.contains(name) else { continue }
      told.append(name)
      streams.note("\(name) is included and is left as it is; cq check --fix \(name) mends it")
    }
  }

  private static func write(
    _ file: CheckedFile, _ mended: Int, _ streams: StandardStreams
  ) throws(UnreadableScript) {
    do throws(AtomicFile.Fault) {
      try AtomicFile.replace(file.name, with: file.bytes)
    } catch {
      throw UnreadableScript(Diagnostic(error))
    }
    streams.note("\(file.name): \(mended) \(mended == 1 ? "fault" : "faults") mended")
  }
}

extension Option {
  static let fix = Option(name: "--fix", help: "make the certain fixes in the files") {
    (invocation, _) throws(UsageError) in
    invocation.mends = true
  }
}
