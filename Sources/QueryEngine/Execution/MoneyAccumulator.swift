// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Aggregates amounts that have a currency each; those of one group have to be in one currency.
struct MoneyAccumulator: Accumulator {
  private var numbers: any Accumulator
  private let range: ScriptRange
  private let isWritten: Bool
  /// The currency of each group, nil before its first amount, and how many amounts are in it.
  private var currencies: [[UInt8]?] = []
  private var counts: [Int] = []
  private var seenRows = 0
  private var names: Column?
  private var rowNumbers: NumberColumn?
  private var conflict: CurrencyConflict?
  /// The currencies of all rows, where a part is going to be combined: which row is the first that
  /// is in another one is known when those before it are.
  private var seen: [Currencies]?

  /// Those of a batch.
  private struct Currencies: Sendable {
    /// Nil where there are no amounts.
    let codes: TextColumn?
    let rows: Int
    var groups: [Int]
    let names: Column?
    let numbers: NumberColumn?

    /// The number of a row among all rows, of which so many have come before.
    func number(ofRow row: Int, after seen: Int) -> Int {
      numbers.flatMap { $0.decimal(at: row)?.int } ?? seen + row
    }
  }

  init(_ numbers: any Accumulator, _ range: ScriptRange, isWritten: Bool, ofPart isPart: Bool) {
    self.numbers = numbers
    self.range = range
    self.isWritten = isWritten
    seen = isPart ? [] : nil
  }

  /// A currency is a short text; nobody has many.
  var heldBytes: Int { numbers.heldBytes + currencies.count * 2 * MemoryLayout<[UInt8]>.stride }

  mutating func nameRows(by ids: Column?) { names = ids }

  mutating func shrink(groupCount: Int, _ state: RunState) throws(ExecutionFault) {
    try numbers.shrink(groupCount: groupCount, state)
  }

  mutating func putAside(
    _ aside: inout AsideValues?, in run: GatheringRun
  ) throws(ExecutionFault) {
    try numbers.putAside(&aside, in: run)
  }

  mutating func endRows() { numbers.endRows() }

  mutating func takeBack(
    _ aside: AsideValues, in run: GatheringRun
  ) throws(ExecutionFault) {
    try numbers.takeBack(aside, in: run)
  }

  mutating func numberRows(by numbers: NumberColumn?) { rowNumbers = numbers }

  mutating func add(
    _ column: Column, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    grow(to: groupCount)
    let money = column.money
    if let money {
      try numbers.add(.number(money.amounts), groups: groups, groupCount: groupCount, state)
    }
    count(
      Currencies(
        codes: money?.currencies, rows: column.count, groups: groups, names: names,
        numbers: rowNumbers))
  }

  mutating func combine(
    _ later: MoneyAccumulator, groups: [Int], groupCount: Int, _ state: RunState
  ) throws(ExecutionFault) {
    grow(to: groupCount)
    try numbers.takeOver(later.numbers, groups: groups, groupCount: groupCount, state)
    for var batch in later.seen ?? [] {
      batch.groups = batch.groups.map { groups[$0] }
      count(batch)
    }
  }

  private mutating func count(_ batch: Currencies) {
    seen?.append(batch)
    defer { seenRows += batch.rows }
    guard let codes = batch.codes else { return }
    for row in 0..<batch.rows {
      guard let code = codes.bytes(at: row) else { continue }
      count(code, ofRow: row, of: batch)
    }
  }

  private mutating func count(
    _ code: ArraySlice<UInt8>, ofRow row: Int, of batch: Currencies
  ) {
    let group = batch.groups[row]
    let known = currencies[group] ?? Array(code)
    currencies[group] = known
    let isSame = known.elementsEqual(code)
    if isSame, conflict == nil { counts[group] += 1 }
    if !isSame, conflict == nil {
      conflict = CurrencyConflict(
        group: group, isWritten: isWritten, counts: CurrencyCounts(known[...], rows: counts[group]),
        otherRow: batch.number(ofRow: row, after: seenRows) + 1)
    }
    guard conflict?.group == group else { return }
    conflict?.counts.add(code)
    guard !isSame, let names = batch.names, let ids = conflict?.ids,
      ids.count < ExecutionFault.namedRows
    else { return }
    conflict?.ids.append(names.id(ofRow: row))
  }

  private mutating func grow(to groupCount: Int) {
    while currencies.count < groupCount {
      currencies.append(nil)
      counts.append(0)
    }
  }

  /// Nothing is in no currency, so the sum of nothing is null.
  mutating func finish(groupCount: Int, _ state: RunState) throws(ExecutionFault) -> Column {
    grow(to: groupCount)
    if let conflict { throw .mixedCurrencies(conflict, range) }
    guard let amounts = try numbers.finish(groupCount: groupCount, state).numbers else {
      return .null(count: groupCount)
    }
    var codes = TextColumnBuilder()
    for code in currencies { codes.append(code.map { String(decoding: $0, as: UTF8.self) }) }
    return MoneyColumn.column(amounts, codes.finish())
  }
}
