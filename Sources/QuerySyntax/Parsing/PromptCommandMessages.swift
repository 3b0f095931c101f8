// SPDX-License-Identifier: MIT

import Diagnostics

// Commands of the prompt where a statement has to stand.
extension Diagnostic {
  static func promptCommand(_ word: String, _ range: ScriptRange) -> Diagnostic {
    Diagnostic(
      .unexpectedToken, "`.\(word)` is no statement: commands with a dot belong to the prompt",
      at: Label(range),
      remarks: [.help(.sayInScript(command: word))])
  }
}
