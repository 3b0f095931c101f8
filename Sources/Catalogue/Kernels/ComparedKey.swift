// SPDX-License-Identifier: MIT

/// A key of a sort whose values are compared with those of other batches, in the order that
/// `RowOrder` gives the rows of one.
package final class ComparedKey {
  private let column: Column
  private let key: SortKey
  private let validity: Bitmap?
  private let texts: ComparedTextKeys?
  /// Of a column of no certain type: the numbers and the texts in it.
  private let mixed: (numbers: Column, texts: Column)?
  /// Of lists and records.
  private let json: PackedText?

  package init<Fault: Error>(
    _ key: SortKey, checking check: () throws(Fault) -> Void
  ) throws(Fault) {
    (self.key, column, validity) = (key, key.column, key.column.validity)
    switch (key.column, key.order) {
    case (.text, .mixed):
      let numbers = try key.column.converted(to: .decimal, checking: check)
      let found = try key.column.converted(to: .text, checking: check)
      mixed = (numbers, found)
      texts = try found.texts.map { texts throws(Fault) in
        try ComparedTextKeys(texts, ids: false, key.locale, checking: check)
      }
      json = nil
    case (.text(let column), let order):
      mixed = nil
      texts = try ComparedTextKeys(column, ids: order == .ids, key.locale, checking: check)
      json = nil
    case (.list, _), (.record, _):
      (mixed, texts) = (nil, nil)
      json = try JSONText.orderedCells(key.column, checking: check)
    case (.bool, _), (.number, _), (.null, _): (mixed, texts, json) = (nil, nil, nil)
    }
  }

  /// Negative, zero or positive, as a row stands before, beside or behind one of another batch.
  package func compare(_ row: Int, with other: ComparedKey, _ otherRow: Int) -> Int {
    let isNull = validity.map { !$0[row] } ?? false
    let isOtherNull = other.validity.map { !$0[otherRow] } ?? false
    if isNull || isOtherNull {
      if isNull == isOtherNull { return 0 }
      return isNull == key.nullsFirst ? -1 : 1
    }
    let order = ascending(row, other, otherRow)
    return key.descending ? -order : order
  }

  private func ascending(_ row: Int, _ other: ComparedKey, _ otherRow: Int) -> Int {
    if mixed != nil { return mixedOrder(row, other, otherRow) }
    switch (column, other.column) {
    case (.number(let first), .number(let second)):
      return first.compare(row, with: second, otherRow)
    case (.bool(let first), .bool(let second)):
      return (first.values[row] ? 1 : 0) - (second.values[otherRow] ? 1 : 0)
    case (.text, .text):
      return texts?.compare(row, with: other.texts, otherRow) ?? 0
    default: return ByteOrder.compare(jsonBytes(row), other.jsonBytes(otherRow))
    }
  }

  private func mixedOrder(_ row: Int, _ other: ComparedKey, _ otherRow: Int) -> Int {
    let (kind, otherKind) = (mixedKind(row), other.mixedKind(otherRow))
    if kind != otherKind { return kind - otherKind }
    switch kind {
    case 0:
      guard let first = mixed?.numbers.numbers, let second = other.mixed?.numbers.numbers else {
        return 0
      }
      return first.compare(row, with: second, otherRow)
    case 1: return texts?.compare(row, with: other.texts, otherRow) ?? 0
    default: return ByteOrder.compare(jsonBytes(row), other.jsonBytes(otherRow))
    }
  }

  /// Numbers come before texts, and these before all others.
  private func mixedKind(_ row: Int) -> Int {
    guard let mixed else { return 2 }
    return !mixed.numbers.isNull(at: row) ? 0 : (!mixed.texts.isNull(at: row) ? 1 : 2)
  }

  private func jsonBytes(_ row: Int) -> ArraySlice<UInt8> {
    if case .text(let column) = column { return column.values[column.index(of: row)] }
    return json?[row] ?? []
  }
}

extension NumberColumn {
  /// Negative, zero or positive, as a number is smaller than another column's, equal or larger.
  fileprivate func compare(_ row: Int, with other: NumberColumn, _ otherRow: Int) -> Int {
    if case .narrow(let first, let scale) = storage,
      case .narrow(let second, scale) = other.storage
    {
      let (left, right) = (first[row], second[otherRow])
      return left < right ? -1 : (left > right ? 1 : 0)
    }
    return Decimal.compare(decimal(at: row) ?? .zero, other.decimal(at: otherRow) ?? .zero)
  }
}

/// The keys by which texts are ordered. Those of ASCII alone come from a table, which orders as ICU
/// does; where they meet other texts, ICU makes them anew.
private final class ComparedTextKeys {
  private let column: TextColumn
  private let keys: PackedText
  /// Whether they are from the table.
  private let isTable: Bool
  private let locale: TextLocale
  private lazy var unicode = isTable ? Collation.wholeKeys(column.values, locale) : keys

  init<Fault: Error>(
    _ column: TextColumn, ids: Bool, _ locale: TextLocale, checking check: () throws(Fault) -> Void
  ) throws(Fault) {
    (self.column, self.locale) = (column, locale)
    isTable = !ids && Collation.isByTable(column.values, locale)
    keys =
      ids
      ? try IdOrder.keys(column.values, checking: check)
      : try Collation.sortKeys(column.values, locale, checking: check)
  }

  func compare(_ row: Int, with other: ComparedTextKeys?, _ otherRow: Int) -> Int {
    guard let other else { return 0 }
    let (place, otherPlace) = (column.index(of: row), other.column.index(of: otherRow))
    if isTable == other.isTable {
      return keys.compare(place, with: other.keys, otherPlace)
    }
    return unicode.compare(place, with: other.unicode, otherPlace)
  }
}
