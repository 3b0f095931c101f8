// SPDX-License-Identifier: MIT

import Catalogue

/// The column whose values name rows.
package struct RowNames: Sendable {
  let column: ColumnID
  let type: ValueType

  /// As what the names are written: a date has to be known for one, as its column holds numbers.
  var spelled: ValueType { type == .date ? .date : .id }

  /// Names of which each can be written whatever its type was.
  func texts(_ names: Column) -> Column { type == .date ? .text(names.dateTexts) : names }
}
