// SPDX-License-Identifier: MIT

/// What one or more walkers have seen of the rows of a table.
struct TableShape: Sendable, Equatable {
  /// Kinds of cells that a column has, in the numbers of the library.
  struct Kinds: OptionSet, Sendable {
    let rawValue: UInt8

    static let empty = Kinds(rawValue: 1)
    static let bool = Kinds(rawValue: 2)
    static let int = Kinds(rawValue: 4)
    static let decimal = Kinds(rawValue: 8)
    static let date = Kinds(rawValue: 16)
    static let text = Kinds(rawValue: 32)

    /// What the cells have in common. Of a column with a text nobody looks whether all are texts,
    /// as that is its type anyway.
    var shape: ValueShape {
      if contains(.text) { return .text }
      switch subtracting(.empty) {
      case []: return .nothing
      case .bool: return .bool
      case .int: return .int
      case .decimal, [.int, .decimal]: return .decimal
      case .date: return .date
      default: return .mixed
      }
    }
  }

  /// How many rows there are.
  let rows: Int
  /// Of each column.
  let columns: [Kinds]

  /// What two walkers have seen that have shared the windows of one text.
  func merged(with other: TableShape) -> TableShape {
    TableShape(
      rows: rows + other.rows, columns: zip(columns, other.columns).map { $0.union($1) })
  }
}
