// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import QueryEngine

/// Values of no certain type: a function that wants a type is not given them, and no column is
/// taken for values of another kind than its own.
@Suite struct UncertainTypeTests {
  /// What is said where `extra`, of no certain type, stands at a place of a call; null elsewhere.
  private static func report(_ function: String, at place: Int, of count: Int, _ stage: String)
    -> String
  {
    let values = (0..<count).map { $0 == place ? "extra" : "null" }.joined(separator: ", ")
    return QueryRun().text("from things | \(stage) a = \(function)(\(values))")
  }

  @Test func functionsThatWantATypeRefuseThem() {
    var takers: [String] = []
    for function in ScalarFunction.all {
      for count in 1...3 where function.result([ValueType?](repeating: nil, count: count)) != nil {
        for place in 0..<count {
          let report = Self.report(function.name, at: place, of: count, "show")
          if report.hasPrefix("! CQ0305 `\(function.name)` is called as") { continue }
          takers.append("\(function.name) \(place) of \(count)")
        }
      }
    }
    #expect(
      takers == [
        "coalesce 0 of 2", "coalesce 1 of 2", "coalesce 0 of 3", "coalesce 1 of 3",
        "coalesce 2 of 3", "number 0 of 1", "int 0 of 1", "text 0 of 1", "date 0 of 1",
      ])
  }

  @Test func aggregatesThatWantATypeRefuseThem() {
    let takers = AggregateFunction.all.map(\.name).filter {
      !Self.report($0, at: 0, of: 1, "summarize").hasPrefix("! CQ0305 `\($0)` is called as")
    }
    #expect(takers == ["count", "min", "max", "first", "last", "list", "distinct_count"])
  }

  private static let number = Column(.int, [.number(Decimal(1)), .null])
  private static let text = Column(.text, [.text("a"), .null])

  @Test func aColumnIsOfItsKind() {
    #expect(Self.number.numbers?.count == 2)
    #expect(Self.text.texts?.count == 2)
    #expect(Column(.bool, [.bool(true)]).bools?.values[0] == true)
    #expect(Column(.list(.int), [.list([])]).lists?.range(of: 0) == 0..<0)
  }

  /// Nothing is known of their kind, and they are null everywhere.
  @Test func rowsThatAreAllNullAreOfNoKind() {
    for column in [Column.null(count: 3), .null(count: 0), Column(.text, [.null, .null])] {
      #expect(column.numbers == nil)
      #expect(column.bools == nil)
      #expect(column.lists == nil)
      #expect(column.records == nil)
      #expect(column.money == nil)
    }
  }

  @Test func aColumnOfAnotherKindTraps() async {
    await #expect(processExitsWith: .failure) { _ = UncertainTypeTests.number.texts }
    await #expect(processExitsWith: .failure) { _ = UncertainTypeTests.text.numbers }
  }
}
