// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics

/// The currencies of the amounts that were looked at, for each place where they are wanted in one.
final class AmountsSeen {
  fileprivate var counts: [ObjectIdentifier: CurrencyCounts] = [:]
}

// Amounts that have to be in a certain currency, or in that of the amount beside them.
extension Evaluator {
  /// The same for pairs, of which a row may be in several.
  var countingNoRows: Evaluator {
    var evaluator = self
    evaluator.amountsSeen = nil
    return evaluator
  }

  /// The amounts of money, each of which is in the currency that is wanted.
  func amounts(
    _ inner: BoundExpression, _ wanted: BoundExpression.WantedCurrency, _ key: BoundExpression?,
    _ place: BoundExpression.AmountsPlace, _ batch: Batch
  ) throws(ExecutionFault) -> Column {
    guard let money = try evaluate(inner, batch).money else {
      return .null(count: batch.count)
    }
    guard let required = try required(wanted, batch) else { return .number(money.amounts) }
    var counts = amountsSeen?.counts[ObjectIdentifier(place)] ?? .init()
    var others: [Int] = []
    for row in 0..<money.amounts.count {
      guard let code = money.currencies.bytes(at: row) else { continue }
      counts.add(code)
      guard others.count < ExecutionFault.namedRows, let expected = required.code(row),
        !code.elementsEqual(expected)
      else { continue }
      others.append(row)
    }
    amountsSeen?.counts[ObjectIdentifier(place)] = counts
    guard let row = others.first else { return .number(money.amounts) }
    let keys = try key.map { key throws(ExecutionFault) in try evaluate(key, batch) }
    throw .twoCurrencies(
      CurrencyMeeting(
        found: money.text(ofRow: row), expected: required.text(row), other: required.place,
        isWritten: !inner.range.contains(required.place), isSame: required.isSame,
        counts: amountsSeen == nil ? nil : counts,
        ids: keys.map { keys in others.map { keys.id(ofRow: $0, as: key?.type) } } ?? []),
      inner.range)
  }

  /// What currency each amount of a batch has to be in.
  private struct Required {
    let place: ScriptRange
    let code: (Int) -> ArraySlice<UInt8>?
    let text: (Int) -> String
    let isSame: Bool
  }

  private func required(
    _ wanted: BoundExpression.WantedCurrency, _ batch: Batch
  ) throws(ExecutionFault) -> Required? {
    switch wanted {
    case .any: return nil
    case .one(let currency, let place):
      let code = Array(currency.code.utf8)[...]
      return Required(
        place: place, code: { _ in code }, text: { _ in currency.code }, isSame: false)
    case .same(let other):
      guard let beside = try evaluate(other, batch).money else { return nil }
      return Required(
        place: other.range, code: { beside.currencies.bytes(at: $0) },
        text: { beside.text(ofRow: $0) }, isSame: true)
    }
  }
}
