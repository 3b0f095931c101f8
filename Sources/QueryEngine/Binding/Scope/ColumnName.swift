// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// The name of a column of a result, as far as others could be called the same.
struct ColumnName {
  let text: String
  let range: ScriptRange
  /// Whether the stage gives the name; else it is that of a field.
  let isMade: Bool

  init(_ text: String, _ range: ScriptRange, isMade: Bool = false) {
    self.text = text
    self.range = range
    self.isMade = isMade
  }

  /// Whether two names that match in some case are one. Fields of which only the case or the bytes
  /// of a character differ come from the data, and each is found as it is spelled.
  func isConfused(with other: ColumnName) -> Bool {
    isMade || other.isMade || text.isSpelled(as: other.text)
  }
}
