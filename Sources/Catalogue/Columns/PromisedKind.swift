// SPDX-License-Identifier: MIT

// Columns of the kind that the type of their values promises. A column in which every row is null
// is of no kind: it gives nil, and so null. A column of another kind traps, so that no wrong
// combination is taken for values that are not there.
extension Column {
  package var bools: BoolColumn? {
    if case .bool(let column) = self { column } else { notPromised() }
  }

  package var numbers: NumberColumn? {
    if case .number(let column) = self { column } else { notPromised() }
  }

  package var texts: TextColumn? {
    if case .text(let column) = self { column } else { notPromised() }
  }

  package var lists: ListColumn? {
    if case .list(let column) = self { column } else { notPromised() }
  }

  package var records: RecordColumn? {
    if case .record(let column) = self { column } else { notPromised() }
  }

  /// Records that have members of these names, in this order.
  func records(named names: [String]) -> RecordColumn? {
    guard let records, records.names == names else { return notPromised() }
    return records
  }

  /// Amounts with a currency each.
  package var money: MoneyColumn? { MoneyColumn(self) ?? notPromised() }

  private func notPromised<Kind>() -> Kind? {
    requireNoKind()
    return nil
  }

  /// Traps where there are values, which then are of a kind that nobody has promised.
  fileprivate func requireNoKind() {
    precondition(nullCount == count, "a column is of the kind that its type promises")
  }

  /// Whether every row is null, so that it is of no kind.
  var isOfNoKind: Bool { nullCount == count }
}

/// Two columns of one kind, as the types of their values promise.
enum KindInCommon {
  case bools(BoolColumn, BoolColumn)
  case numbers(NumberColumn, NumberColumn)
  case texts(TextColumn, TextColumn)
  /// Lists or records.
  case parts

  /// Nil where one of them is of no kind; traps where they are of two.
  init?(_ first: Column, _ second: Column) {
    switch (first, second) {
    case (.bool(let one), .bool(let other)): self = .bools(one, other)
    case (.number(let one), .number(let other)): self = .numbers(one, other)
    case (.text(let one), .text(let other)): self = .texts(one, other)
    case (.list, .list), (.record, .record): self = .parts
    case (.bool, _), (.number, _), (.text, _), (.list, _), (.record, _), (.null, _):
      if !first.isOfNoKind { second.requireNoKind() }
      return nil
    }
  }
}
