// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import TextPatterns

// Faults of the patterns of `like` and `matches`.
extension Diagnostic {
  /// A pattern that cannot be used; the range is that of its text, without what delimits it.
  ///
  /// The text stands in the script as it is, without escapes of the script's own, or the fault is
  /// to have no offset: else the wrong place is shown.
  static func badPattern(_ fault: BadPattern, in pattern: ScriptRange) -> Diagnostic {
    var place = pattern
    if let offset = fault.offset {
      // At the end of the pattern it is what closes it that is shown.
      let start = min(pattern.start + offset, pattern.end)
      place = ScriptRange(start, start + 1)
    }
    return Diagnostic(
      .badPattern, "the pattern cannot be read: \(fault.message)", at: Label(place),
      remarks: [.help("`\\` before a character such as `(` or `*` means the character itself")])
  }
}
