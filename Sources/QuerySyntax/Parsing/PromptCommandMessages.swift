// SPDX-License-Identifier: MIT

import Diagnostics

// Commands of the prompt where a statement has to stand.
extension Diagnostic {
  static func promptCommand(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`.\(word)` is no statement: commands with a dot belong to the prompt",
      at: Label(range),
      remarks: [.help(counterparts[word] ?? "`cq help` lists the statements and the stages")])
  }

  /// What a script says for a command.
  private static let counterparts: [String: String] = [
    "back": "`let NAME = ...` names a result to go on from",
    "explain": "`cq explain CODE` tells what a code means",
    "forward": "`let NAME = ...` names a result to go on from",
    "mode": "`to FORMAT` or `--to FORMAT` chooses the format",
    "open": "`from \"FILE\"` reads a file, and `let NAME = from \"FILE\"` names it",
    "plan": "`explain PIPELINE` tells what would be done",
    "quit": "a script ends with its last statement",
    "retry": "`--refresh` asks servers anew",
    "run": "`include \"FILE\"` runs another script",
    "save": "`save \"FILE\"` at the end of a pipeline writes its result",
    "schema": "`describe SOURCE` shows the fields",
    "sources": "`sources` lists the catalogues",
  ]
}
