// SPDX-License-Identifier: MIT

import Diagnostics

extension Command {
  static let run = Command(
    name: "run", form: "FILE.cq", summary: "run a script; `-` is standard input",
    options: Option.running + [.every]
  ) { (invocation, streams) throws(UsageError) in
    guard let script = try oneScript(of: invocation) else {
      throw UsageError(
        message: "`cq run` needs a script", help: "for example cq run near.cq; - is standard input")
    }
    if invocation.wantsScriptHelp { return ScriptHelp.show(script, streams) }
    if invocation.every != nil, script == .standardInput {
      throw UsageError(
        message: "standard input can be read only once", help: "cq run FILE.cq --every 1h")
    }
    return Shell.run(script, streams, every: invocation.every)
  }

  /// What the command line does when no word names a command.
  static let unnamed = Command(
    name: "", form: "[FILE.cq]", summary: "run a script, or open the prompt",
    options: Option.running
  ) { (invocation, streams) throws(UsageError) in
    let script = try oneScript(of: invocation) ?? .prompt
    return invocation.wantsScriptHelp
      ? ScriptHelp.show(script, streams) : Shell.run(script, streams)
  }

  /// The one script that a command line names; nil when it names none.
  static func oneScript(of invocation: Invocation) throws(UsageError) -> ScriptInput? {
    let files = invocation.operands
    if files.count > 1 {
      if let call = MisplacedQuery.call(of: files) {
        throw UsageError(message: "a query stands after -c, in quotes", help: call)
      }
      throw UsageError(
        message: "one script at a time, not `\(files[0])` and `\(files[1])`", help: "cq run FILE.cq"
      )
    }
    if files.count == 1, invocation.query != nil {
      throw UsageError(message: "either -c or a script, not both", help: "cq -c QUERY")
    }
    return invocation.query.map(ScriptInput.query) ?? files.first.map(ScriptInput.init(operand:))
  }
}
