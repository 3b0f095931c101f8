// SPDX-License-Identifier: MIT

import Testing

@testable import Catalogue

/// Columns of two kinds where one is promised trap: nothing of them is taken for null.
@Suite struct WrongKindTests {
  private static let number = Column(.int, [.number(Decimal(1)), .null])
  private static let text = Column(.text, [.text("a"), .null])
  private static let list = Column(.list(.int), [.list([]), .null])

  private static func record(_ name: String) -> Column {
    Column(.record([RecordMember(name, .int)]), [.record([]), .null])
  }

  @Test func columnsOfTwoKindsAreNotPutTogether() async {
    await #expect(processExitsWith: .failure) {
      _ = Column.concatenated([WrongKindTests.number, WrongKindTests.text])
    }
    await #expect(processExitsWith: .failure) {
      _ = Column.concatenated([WrongKindTests.text, WrongKindTests.number])
    }
    await #expect(processExitsWith: .failure) {
      _ = Column.concatenated([WrongKindTests.record("a"), WrongKindTests.record("b")])
    }
  }

  @Test func aSetIsAskedOfItsKind() async {
    await #expect(processExitsWith: .failure) {
      _ = ValueSet([Decimal(1)]).contains(WrongKindTests.text)
    }
    await #expect(processExitsWith: .failure) {
      _ = ValueSet([[]], exact: true).contains(WrongKindTests.number)
    }
    await #expect(processExitsWith: .failure) {
      _ = ValueSet([[]], exact: false).contains(WrongKindTests.list)
    }
  }

  @Test func columnsOfTwoKindsAreNotCompared() async {
    await #expect(processExitsWith: .failure) {
      _ = Column.compare(WrongKindTests.number, .equal, WrongKindTests.text)
    }
    await #expect(processExitsWith: .failure) {
      _ = Column.compare(WrongKindTests.list, .notEqual, WrongKindTests.number)
    }
    await #expect(processExitsWith: .failure) {
      _ = Column.compare(WrongKindTests.list, .less, WrongKindTests.list)
    }
  }

  @Test func amountsAreNumbers() async {
    await #expect(processExitsWith: .failure) {
      guard let currency = Currency("EUR") else { return }
      _ = MoneyColumn.column(WrongKindTests.text, in: currency)
    }
  }

  /// What is null everywhere goes with all kinds, whatever its own was to be.
  @Test func rowsThatAreAllNullGoWithAll() {
    let none: [Value] = [.null, .null]
    for none in [Column.null(count: 2), Column(.text, none), Column(.bool, none)] {
      for column in [Self.number, Self.text, Self.list, Self.record("a")] {
        #expect(Column.concatenated([none, column]).values == [.null, .null] + column.values)
        #expect(Column.concatenated([column, none]).values == column.values + [.null, .null])
        #expect(Column.compare(none, .equal, column) == Bitmap([false, true]))
        #expect(Column.compare(column, .equal, none) == Bitmap([false, true]))
        #expect(ValueSet([Decimal(1)]).contains(none) == Bitmap([false, false]))
      }
    }
  }
}
