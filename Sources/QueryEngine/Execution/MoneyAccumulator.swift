// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Aggregates amounts that have a currency each; those of one group have to be in one currency.
final class MoneyAccumulator: Accumulator {
  private let numbers: any Accumulator
  private let range: SourceRange
  /// The currency of each group, nil before its first amount, and how many amounts are in it.
  private var currencies: [[UInt8]?] = []
  private var counts: [Int] = []
  private var seenRows = 0
  private var names: Column?
  private var conflict: CurrencyConflict?

  init(_ numbers: any Accumulator, _ range: SourceRange) {
    self.numbers = numbers
    self.range = range
  }

  /// A currency is a short text; nobody has many.
  var heldBytes: Int { numbers.heldBytes + currencies.count * 2 * MemoryLayout<[UInt8]>.stride }

  func nameRows(by ids: Column?) { names = ids }

  func add(_ column: Column, groups: [Int], groupCount: Int) throws(ExecutionFault) {
    grow(to: groupCount)
    defer { seenRows += column.count }
    guard let money = MoneyColumn(column) else { return }
    try numbers.add(.number(money.amounts), groups: groups, groupCount: groupCount)
    for row in 0..<column.count {
      guard let code = money.currencies.bytes(at: row) else { continue }
      count(code, ofRow: row, in: groups[row])
    }
  }

  private func count(_ code: ArraySlice<UInt8>, ofRow row: Int, in group: Int) {
    let known = currencies[group] ?? Array(code)
    currencies[group] = known
    let isSame = known.elementsEqual(code)
    if isSame { counts[group] += 1 }
    if !isSame, conflict == nil {
      conflict = CurrencyConflict(
        group: group, first: String(decoding: known, as: UTF8.self), rows: counts[group],
        otherRow: seenRows + row + 1)
    }
    guard conflict?.group == group, !isSame else { return }
    let id = (conflict?.ids.count ?? 0) < CurrencyConflict.namedRows ? names?.id(ofRow: row) : nil
    conflict?.add(String(decoding: code, as: UTF8.self), id: id)
  }

  private func grow(to groupCount: Int) {
    while currencies.count < groupCount {
      currencies.append(nil)
      counts.append(0)
    }
  }

  /// Nothing is in no currency, so the sum of nothing is null.
  func finish(groupCount: Int) throws(ExecutionFault) -> Column {
    grow(to: groupCount)
    if let conflict {
      throw .mixedCurrencies(conflict.counted(counts[conflict.group]), range)
    }
    guard case .number(let amounts) = try numbers.finish(groupCount: groupCount) else {
      return .null(count: groupCount)
    }
    var codes = TextColumnBuilder()
    for code in currencies { codes.append(code.map { String(decoding: $0, as: UTF8.self) }) }
    return MoneyColumn.column(amounts, codes.finish())
  }
}

/// Amounts of one group that are in several currencies.
package struct CurrencyConflict: Sendable {
  fileprivate let group: Int
  /// The currencies in the order in which they came, with the number of their amounts.
  private(set) var currencies: [(code: String, rows: Int)]
  /// The first row, counted from 1, whose amount is not in the first currency.
  let otherRow: Int
  /// What names the first rows of other currencies.
  private(set) var ids: [String] = []

  /// How many rows are named.
  fileprivate static let namedRows = 3

  fileprivate init(group: Int, first: String, rows: Int, otherRow: Int) {
    self.group = group
    currencies = [(first, rows)]
    self.otherRow = otherRow
  }

  fileprivate mutating func add(_ code: String, id: String?) {
    if let index = currencies.firstIndex(where: { $0.code == code }) {
      currencies[index].rows += 1
    } else {
      currencies.append((code, 1))
    }
    if let id { ids.append(id) }
  }

  /// With the number of amounts in the first currency.
  fileprivate func counted(_ rows: Int) -> CurrencyConflict {
    var whole = self
    whole.currencies[0].rows = rows
    return whole
  }
}

extension Column {
  /// The id of a row as people write it.
  fileprivate func id(ofRow row: Int) -> String {
    let cells = CellText.cells(gathered([row]), type: .id, style: .exact)
    return String(decoding: cells[0], as: UTF8.self)
  }
}
