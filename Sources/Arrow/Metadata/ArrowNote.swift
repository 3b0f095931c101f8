// SPDX-License-Identifier: MIT

/// What is said in metadata of files that were written here.
package enum ArrowNote {
  /// In the footer: the column of which no two rows have the same value, and none has none. Whoever
  /// leaves out or adds rows writes another footer.
  static let key = "cq.key"
  /// In the footer: what is known of the values of each batch.
  static let statistics = "cq.statistics"
  /// Of a column: its type as a definition writes it, such as `Money in GBP`.
  static let type = "cq.type"
  /// No type that is heeded has a longer name.
  static let longestType = 64
  /// The same for whoever else reads the file.
  static let unit = "unit"
  static let currency = "currency"
}
