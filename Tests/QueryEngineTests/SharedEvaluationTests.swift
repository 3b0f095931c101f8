// SPDX-License-Identifier: MIT

import Catalogue
import Diagnostics
import Synchronization
import Testing

@testable import QueryEngine

/// Lists that stand behind many rows are looked at once.
@Suite struct SharedEvaluationTests {
  /// A function of a list that counts the elements that it has looked at.
  private final class Counter: Sendable {
    let elements = Mutex(0)

    var kernel: FunctionKernel {
      .ofList { lists in
        let counts = (0..<lists.count).map { lists.range(of: $0).count }
        self.elements.withLock { $0 += counts.reduce(0, +) }
        return Column(.int, counts.map { .number(Decimal($0)) })
      }
    }
  }

  private static let range = ScriptRange(0, 0)
  private static let type = ValueType.list(.int)
  private static let list = BoundExpression(.column(ColumnID(number: 0)), type, range)

  private static func evaluator() -> Evaluator {
    Evaluator(
      layout: ColumnLayout(columns: [ColumnID(number: 0), ColumnID(number: 1)]),
      state: RunState(isCancelled: { false }))
  }

  private static func numbers(_ range: Range<Int>) -> Value {
    .list(range.map { .number(Decimal($0)) })
  }

  private static func batch(_ lists: Column, _ other: Column) -> Batch {
    Batch([lists, other], count: lists.count)
  }

  /// A list of n elements behind n rows, which come in ten batches, costs n and not n * n.
  @Test func aSharedListIsLookedAtOnce() throws {
    let counter = Counter()
    let call = BoundExpression(.call("length", counter.kernel, [Self.list]), .int, Self.range)
    let evaluator = Self.evaluator()
    let lists = Column(Self.type, [Self.numbers(0..<1_000)])
      .taking(rows: Array(repeating: 0, count: 100))
    let other = Column(.int, (0..<100).map { .number(Decimal($0)) })
    for _ in 0..<10 {
      let found = try evaluator.evaluate(call, Self.batch(lists, other))
      #expect((0..<100).allSatisfy { found.value(at: $0) == .number(Decimal(1_000)) })
    }
    #expect(counter.elements.withLock { $0 } == 1_000)
  }

  /// What reads another column too is computed once for each pair of values.
  @Test func pairsAreLookedAtOnce() throws {
    let counter = Counter()
    let other = BoundExpression(.column(ColumnID(number: 1)), .int, Self.range)
    let call = BoundExpression(.call("f", counter.kernel, [Self.list, other]), .int, Self.range)
    let lists = Column(Self.type, [Self.numbers(0..<50), Self.numbers(0..<7)])
      .taking(rows: (0..<100).map { $0 % 2 })
    let values = Column(.int, (0..<100).map { .number(Decimal($0 / 50)) })
    let found = try Self.evaluator().evaluate(call, Self.batch(lists, values))
    #expect((0..<100).allSatisfy { found.value(at: $0) == .number(Decimal($0 % 2 == 0 ? 50 : 7)) })
    #expect(counter.elements.withLock { $0 } == 2 * (50 + 7))
  }

  /// What is done with other bytes is not the same, though Swift takes the texts for equal.
  @Test func textsAreToldApartByTheirBytes() throws {
    let counter = Counter()
    let evaluator = Self.evaluator()
    let lists = Column(Self.type, [Self.numbers(0..<9)]).taking(rows: [0, 0])
    let other = Column(.int, [.number(Decimal(1)), .number(Decimal(2))])
    for text in ["é", "e\u{301}", "é"] {
      let literal = BoundExpression(.literal(.text(text)), .text, Self.range)
      let call = BoundExpression(
        .call("f", counter.kernel, [Self.list, literal]), .int, Self.range)
      _ = try evaluator.evaluate(call, Self.batch(lists, other))
    }
    #expect(counter.elements.withLock { $0 } == 2 * 9)
  }

  /// A test of the elements gives the same whether the rows share their lists or not, also where
  /// the next batch shares others.
  @Test func testsHoldForTheSameRows() throws {
    let values = [Self.numbers(0..<30), .null, Self.numbers(40..<50), .list([])]
    let evaluator = Self.evaluator()
    for item in [3, 45, 3] {
      let sought = BoundExpression(.literal(.number(Decimal(item))), .int, Self.range)
      for quantification in [BoundExpression.Quantification.any, .all, .none] {
        let test = BoundExpression(
          .quantified(quantification, Self.list, .compare(.equal, sought, .codePoints)), .bool,
          Self.range)
        for shift in 0..<4 {
          let rows = (0..<64).map { ($0 / 3 + shift) % 4 }
          let shared = Column(Self.type, values).taking(rows: rows)
          let alone = Column(Self.type, rows.map { values[$0] })
          let other = Column(.int, rows.map { .number(Decimal($0)) })
          #expect(
            try evaluator.condition(test, Self.batch(shared, other)).indices
              == Self.evaluator().condition(test, Self.batch(alone, other)).indices)
        }
      }
    }
  }
}
