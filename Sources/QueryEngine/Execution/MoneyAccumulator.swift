// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Aggregates amounts that have a currency each; those of one group have to be in one currency.
final class MoneyAccumulator: Accumulator {
  private let numbers: any Accumulator
  private let range: ScriptRange
  private let isWritten: Bool
  /// The currency of each group, nil before its first amount, and how many amounts are in it.
  private var currencies: [[UInt8]?] = []
  private var counts: [Int] = []
  private var seenRows = 0
  private var names: Column?
  private var conflict: CurrencyConflict?

  init(_ numbers: any Accumulator, _ range: ScriptRange, isWritten: Bool) {
    self.numbers = numbers
    self.range = range
    self.isWritten = isWritten
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
    if isSame, conflict == nil { counts[group] += 1 }
    if !isSame, conflict == nil {
      conflict = CurrencyConflict(
        group: group, isWritten: isWritten, counts: CurrencyCounts(known[...], rows: counts[group]),
        otherRow: seenRows + row + 1)
    }
    guard conflict?.group == group else { return }
    conflict?.counts.add(code)
    guard !isSame, let names, let ids = conflict?.ids, ids.count < ExecutionFault.namedRows else {
      return
    }
    conflict?.ids.append(names.id(ofRow: row))
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
    if let conflict { throw .mixedCurrencies(conflict, range) }
    guard case .number(let amounts) = try numbers.finish(groupCount: groupCount) else {
      return .null(count: groupCount)
    }
    var codes = TextColumnBuilder()
    for code in currencies { codes.append(code.map { String(decoding: $0, as: UTF8.self) }) }
    return MoneyColumn.column(amounts, codes.finish())
  }
}
