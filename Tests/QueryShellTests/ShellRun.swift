// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import ResultRendering

@testable import QueryShell

/// What a session that collects its output has written for some scripts, run one after another.
struct ShellRun: Equatable, CustomStringConvertible {
  var output: String
  var errors: String
  var status: ExitStatus

  init(_ output: String, _ errors: String = "", _ status: ExitStatus = .success) {
    self.output = output
    self.errors = errors
    self.status = status
  }

  /// Runs scripts in a session that fetches nothing; the status is that of the last.
  init(running scripts: String..., change: (inout SessionSettings) -> Void = { _ in }) {
    let session = Session.collecting(change)
    status = .success
    for script in scripts { status = session.run(ScriptText(name: "<test>", script)) }
    output = session.output.taken()
    errors = session.errors.taken()
  }

  var description: String { "\n\(output)---\n\(errors)--- \(status)\n" }
}

extension Session {
  /// A session that reads samples, shows tables and short errors, and keeps what it writes.
  static func collecting(_ change: (inout SessionSettings) -> Void = { _ in }) -> Session {
    var invocation = Invocation()
    invocation.format = "table"
    invocation.errorStyle = "short"
    invocation.run.isOffline = true
    var settings = SessionSettings(invocation, TerminalEnvironment(), watch: .unwatched)
    change(&settings)
    return Session(
      settings, output: OutputStream(), errors: OutputStream(), calendar: { ScriptTest.day })
  }
}

extension WindowSizes {
  /// Files are read by windows of so many bytes, however short they are; whole without a size.
  mutating func readShort(by size: Int?) {
    leastFile = size == nil ? .max : 0
    (fewMembers, leastProposed) = (0, 0)
    window = size ?? 1
  }
}
