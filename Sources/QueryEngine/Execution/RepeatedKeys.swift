// SPDX-License-Identifier: MIT

import Catalogue

/// Keys that name several rows of a side.
package struct RepeatedKeys: Sendable {
  /// A key, how many rows have it, and the number of the first of these.
  private struct Key: Sendable {
    let text: String
    var rows: Int
    let first: Int64
  }

  /// How many such keys there are.
  private(set) var count = 0
  /// The first of them, by the order of the rows.
  private var named: [Key] = []

  var isEmpty: Bool { count == 0 }

  /// What is told of the first of them, such as `5 (2 rows)`.
  var words: String {
    let told = named.map { "\($0.text) (\($0.rows) rows)" }
    return (told + (count > named.count ? ["…"] : [])).joined(separator: ", ")
  }

  /// Adds the keys that several of some rows have, by the groups of the rows and the first row of
  /// each group. Behind the columns of the rows stand their numbers.
  mutating func add(
    _ groups: [Int], _ firsts: [Int], keys: [Column], _ types: [ValueType], _ rows: Batch
  ) {
    var copies: [Int: Int] = [:]
    for (row, group) in groups.enumerated() where firsts[group] != row {
      copies[group, default: 1] += 1
    }
    guard !copies.isEmpty else { return }
    count += copies.count
    let first = copies.keys.sorted { firsts[$0] < firsts[$1] }.prefix(ExecutionFault.namedRows)
    let places = first.map { firsts[$0] }
    let cells = zip(keys, types).map { Self.words($0.taking(rows: places), $1) }
    let numbers = rows[rows.columns.count - 1].wholeNumbers
    for (index, group) in first.enumerated() {
      let text = cells.map { $0[index] }
      named.append(
        Key(
          text: text.joined(separator: ", "), rows: copies[group] ?? 0,
          first: numbers[places[index]]))
    }
    named = Array(named.sorted { $0.first < $1.first }.prefix(ExecutionFault.namedRows))
  }

  /// How the values of a key are told, null among them.
  private static func words(_ column: Column, _ type: ValueType) -> [String] {
    let cells = CellText.cells(column, type: type)
    return (0..<column.count).map { row in
      column.isNull(at: row) ? "null" : String(decoding: cells[row], as: UTF8.self)
    }
  }
}
