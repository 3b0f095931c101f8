// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// Aggregates amounts that have a currency each; those of one group have to be in one currency.
final class MoneyAccumulator: Accumulator {
  private let numbers: any Accumulator
  private let range: SourceRange
  /// The currency of each group, nil before its first amount.
  private var currencies: [[UInt8]?] = []
  private var seenRows = 0
  private var fault: ExecutionFault?

  init(_ numbers: any Accumulator, _ range: SourceRange) {
    self.numbers = numbers
    self.range = range
  }

  func add(_ column: Column, groups: [Int], groupCount: Int) {
    grow(to: groupCount)
    guard let money = MoneyColumn(column) else { return }
    numbers.add(.number(money.amounts), groups: groups, groupCount: groupCount)
    let other = money.firstRow { row in
      let group = groups[row]
      if currencies[group] == nil {
        currencies[group] = money.currencies.bytes(at: row).map(Array.init)
      }
      return currencies[group].map { $0[...] }
    }
    if fault == nil, let other {
      let expected = currencies[groups[other]] ?? []
      fault = .twoCurrencies(
        found: money.text(ofRow: other), expected: String(decoding: expected, as: UTF8.self),
        place: " in row \(seenRows + other + 1)", range)
    }
    seenRows += column.count
  }

  private func grow(to groupCount: Int) {
    while currencies.count < groupCount { currencies.append(nil) }
  }

  /// Nothing is in no currency, so the sum of nothing is null.
  func finish(groupCount: Int) throws(ExecutionFault) -> Column {
    grow(to: groupCount)
    if let fault { throw fault }
    guard case .number(let amounts) = try numbers.finish(groupCount: groupCount) else {
      return .null(count: groupCount)
    }
    var codes = TextColumnBuilder()
    for code in currencies { codes.append(code.map { String(decoding: $0, as: UTF8.self) }) }
    return MoneyColumn.column(amounts, codes.finish())
  }
}
