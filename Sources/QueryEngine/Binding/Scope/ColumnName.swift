// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import QuerySyntax

/// The name of a column of a result, as far as others could be called the same.
struct ColumnName {
  /// How a column comes to its name.
  enum Origin {
    /// It is written before what is computed.
    case given
    /// It is that of the field, or of the path to it, that stands at its place.
    case field
    /// The aggregate that stands at its place makes it.
    case aggregate
    /// The word of the stage is it.
    case stage
  }

  let text: String
  let range: ScriptRange
  let origin: Origin

  init(_ text: String, _ range: ScriptRange, _ origin: Origin) {
    self.text = text
    self.range = range
    self.origin = origin
  }

  init(_ given: Name) { self.init(given.text, given.range, .given) }

  /// Whether the stage gives the name; else it is that of a field.
  private var isMade: Bool { origin != .field }

  /// Whether two names that match in some case are one. Fields of which only the case or the bytes
  /// of a character differ come from the data, and each is found as it is spelled.
  func isConfused(with other: ColumnName) -> Bool {
    isMade || other.isMade || text.isSpelled(as: other.text)
  }
}
