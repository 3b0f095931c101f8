// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import QueryEngine

/// What a row of the table of functions says of types, its kernel keeps.
@Suite struct FunctionTableTests {
  private static let samples: [(type: ValueType, value: Value)] = [
    (.bool, .bool(true)), (.int, .number(Decimal(2))), (.decimal, .number(Decimal(3))),
    (.text, .text("Dream")), (.id, .text("40611")), (.date, .number(Decimal(86_400))),
    (.duration, .number(Decimal(60))), (.length(.kilometre), .number(Decimal(1_000))),
    (.list(.text), .list([.text("a"), .text("b")])), (.list(.int), .list([.number(Decimal(1))])),
    (.list(.bool), .list([.bool(false)])), (.any, .text("x")),
  ]

  /// All ways to give so many arguments.
  private static func choices(_ count: Int) -> [[(type: ValueType, value: Value)]] {
    guard count > 0 else { return [[]] }
    return choices(count - 1).flatMap { others in samples.map { others + [$0] } }
  }

  @Test func aKernelServesWhateverItsRuleTakes() throws {
    var served = 0
    for function in ScalarFunction.all {
      let made: (ValueType?) -> FunctionKernel
      switch function.way {
      case .kernel(let found), .rounding(let found): made = { _ in found }
      case .typed(let make): made = make
      case .firstPresent, .spelling, .today: continue
      }
      for arguments in (0...3).flatMap(Self.choices)
      where function.result(arguments.map(\.type)) != nil {
        var columns = arguments.map { Column($0.type, [$0.value, .null]) }
        if let choice = function.choices.first, !columns.isEmpty {
          columns[columns.count - 1] = .constant(.text(choice), type: .text, count: 2)
        }
        let kernel = made(arguments.first?.type)
        let result = try kernel.apply(columns, count: 2, .root)
        // Texts of the samples are no numbers and no dates.
        if kernel.isPartial, result.nullCount == 2 { continue }
        #expect(result.count == 2, "\(function.name)")
        #expect(!result.isNull(at: 0), "\(function.name) of \(arguments.map(\.type))")
        #expect(result.isNull(at: 1), "\(function.name) of nothing")
        served += 1
      }
    }
    #expect(served == 101)
  }

  @Test func namesAreOnceInTheTables() {
    let scalars = ScalarFunction.all.map(\.name)
    let aggregates = AggregateFunction.all.map(\.name)
    #expect(Set(scalars).count == scalars.count)
    #expect(Set(aggregates).count == aggregates.count)
  }
}
