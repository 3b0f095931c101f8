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

  /// Amounts with a currency each.
  package var money: MoneyColumn? { MoneyColumn(self) ?? notPromised() }

  private func notPromised<Kind>() -> Kind? {
    precondition(nullCount == count, "a column is of the kind that its type promises")
    return nil
  }
}
