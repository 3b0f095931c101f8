// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@testable import QueryEngine

/// The first rows of an order are those that sorting all of them puts first, however many come, in
/// whatever batches, and also where only the better ones are looked at.
@Suite struct TopOperatorTests {
  private let state = RunState(isCancelled: { false })

  /// 40,000 rows of a key, with ties and nulls, a second key, and the place of each row.
  private static func batches(_ random: inout Seeded) -> [Batch] {
    var place = 0
    return (0..<20).map { _ in
      let keys = (0..<2_000).map { _ -> Value in
        let number = Int.random(in: -3_000...3_000, using: &random)
        return number % 50 == 0 ? .null : .number(Decimal(Int128(number), scale: 2) ?? .zero)
      }
      let others = (0..<2_000).map { _ in
        Value.number(Decimal(Int.random(in: 0...3, using: &random)))
      }
      let places = (0..<2_000).map { Value.number(Decimal(place + $0)) }
      place += 2_000
      return Batch(
        [Column(.decimal, keys), Column(.int, others), Column(.int, places)], count: 2_000)
    }
  }

  private static func places(_ batches: [Batch]) -> [Value] {
    batches.flatMap { batch in (0..<batch.count).map { batch[2].value(at: $0) } }
  }

  @Test(arguments: [(false, false), (false, true), (true, false), (true, true)])
  func agreesWithSortingAll(_ descending: Bool, _ nullsFirst: Bool) throws {
    var random = Seeded(descending ? 3 : 5)
    let batches = Self.batches(&random)
    let ids = [ColumnID(number: 0), ColumnID(number: 1), ColumnID(number: 2)]
    let orderings = [
      SortColumn(
        column: ids[0], order: .natural, descending: descending, nullsFirst: nullsFirst),
      SortColumn(column: ids[1], order: .natural, descending: true, nullsFirst: false),
    ]
    let ordering = RowOrdering(orderings, in: ColumnLayout(columns: ids))
    for count in [1, 20, 700, 9_000] {
      let (top, sorted) = (ReceivedRows(), ReceivedRows())
      let operators: [any Operator] = [
        GatheringStage(TopOperator(count: count, order: ordering), state, next: top),
        GatheringStage(SortOperator(order: ordering), state, next: sorted),
      ]
      for one in operators {
        for batch in batches { _ = try one.consume(batch) }
        try one.finish()
      }
      #expect(Self.places(top.batches) == Array(Self.places(sorted.batches).prefix(count)))
    }
  }
}
