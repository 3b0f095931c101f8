// SPDX-License-Identifier: MIT

/// Numbers with marks between thousands, such as `2.000,25`, which are texts.
struct GroupedDigits {
  let decimalMark: UInt8

  /// The mark that stands between thousands where the other one stands before decimals.
  private var groupMark: UInt8 {
    decimalMark == UInt8(ascii: ",") ? UInt8(ascii: ".") : UInt8(ascii: ",")
  }

  /// The first cell with such a number of the first column whose cells all are numbers without
  /// those marks; nil for no such column.
  func first(
    in rows: ArraySlice<[[UInt8]]>, width: Int, _ dialect: SeparatedDialect
  ) -> (column: Int, cell: String)? {
    for column in 0..<width {
      let cells = rows.filter { column < $0.count }.map { CellKind.trimmed($0[column][...]) }
      guard let grouped = cells.first(where: isGrouped) else { continue }
      let isOfNumbers = cells.allSatisfy { cell in
        isGrouped(cell) || [.int, .decimal, .empty].contains(dialect.kind(cell))
      }
      if isOfNumbers { return (column, String(decoding: grouped, as: UTF8.self)) }
    }
    return nil
  }

  /// Whether a text is a number with a mark before each three of its last digits before the point.
  private func isGrouped(_ text: ArraySlice<UInt8>) -> Bool {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    let parts = digits.split(
      separator: decimalMark, maxSplits: 1, omittingEmptySubsequences: false)
    let groups = parts[0].split(separator: groupMark, omittingEmptySubsequences: false)
    return groups.count > 1 && (1...3).contains(groups[0].count)
      && groups.dropFirst().allSatisfy { $0.count == 3 }
      && parts.dropFirst().allSatisfy { !$0.isEmpty }
      && (groups + parts.dropFirst()).allSatisfy { $0.allSatisfy { 0x30...0x39 ~= $0 } }
  }
}
