// SPDX-License-Identifier: MIT

import Diagnostics
import QuerySyntax

extension Parsed {
  /// The faults, one after another: code, message, place with its text, what stands at the place,
  /// and the corrected text.
  func report(of source: ScriptText) -> String {
    diagnostics.map { diagnostic in
      var lines = ["! \(diagnostic.code.rawValue) \(diagnostic.message)"]
      if let label = diagnostic.primary {
        let text = source[label.range].replacing("\n", with: " ")
        lines.append("^ \(label.range.start) \(text) ~ \(label.text)".trimmed)
      }
      if let fix = diagnostic.automaticFix { lines.append("= " + fix.applied(to: source)) }
      return lines.joined(separator: "\n")
    }.joined(separator: "\n")
  }
}

extension String {
  /// Without space at its end.
  fileprivate var trimmed: String {
    lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
  }
}
