// SPDX-License-Identifier: MIT

import Diagnostics

/// One thing that the command line does, named by its first word.
///
/// Each command is declared in a file of its own in `Commands`; reading the command line, the help
/// and the suggestions for mistyped words all come from the table.
struct Command: Sendable {
  let name: String
  /// What follows the name, such as `[--fix] FILE...`.
  let form: String
  /// What it does, in a line.
  let summary: String
  /// What its page says besides.
  var detail = ""
  /// Whether what it works on may be a file, whose name need be no text.
  var takesPaths = true
  /// The options that it takes.
  let options: [Option]
  let action: @Sendable (Invocation, StandardStreams) throws(UsageError) -> ExitStatus

  /// The table of all commands, in the order of the help.
  static let all: [Command] = [
    .run, .check, .lint, .format, .test, .learn, .play, .report, .pack, .say, .cache, .define,
    .doctor,
    .explain, .limits, .kernel, .debug, .help,
  ]

  /// How it is called, as `cq run`.
  var call: String { isNamed ? "cq \(name)" : "cq" }
  /// With what follows it.
  var usage: String { form.isEmpty ? call : "\(call) \(form)" }
  var isNamed: Bool { !name.isEmpty }
  /// Whether the options after a script are the script's own.
  var runsScripts: Bool { !isNamed || name == "run" }

  func takes(_ option: Option) -> Bool { options.contains { $0.name == option.name } }

  static func named(_ word: String) -> Command? { all.first { $0.name == word } }
}
