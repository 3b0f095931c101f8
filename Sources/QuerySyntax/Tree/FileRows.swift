// SPDX-License-Identifier: MIT

/// `items Rooms`, `items .`, `with separator ";"`: how the rows of a file are found.
public enum FileRows: Sendable {
  /// The object that is the whole file, as one row.
  case document
  /// The elements of a list, by the way to it.
  case list([ItemsStep])
  /// The rows of a table as text.
  case table(TableClause)
}

/// `separator ";" header no decimal comma`: how a table as text is written, as far as that is said
/// of a file in a query, or of the list of a definition.
public struct TableClause: Sendable {
  public enum DecimalMark: Sendable { case comma, point }

  /// What stands between two cells.
  public internal(set) var separator: TextLiteral?
  /// Whether the first row has the names of the columns.
  public internal(set) var hasHeader: Bool?
  /// What stands before the decimals of a number.
  public internal(set) var decimalMark: DecimalMark?

  /// Whether nothing is said.
  var isEmpty: Bool { separator == nil && hasHeader == nil && decimalMark == nil }
}
