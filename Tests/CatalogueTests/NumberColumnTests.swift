// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

@Suite struct NumberColumnTests {
  /// Values that need each storage, alone or with another.
  private static let pieces: [String?] = [
    nil, "0", "1", "-0.05", "9223372036854775807", "-9223372036854775808", "0.1",
    "9223372036854775808", "12345678901234567890.12345", "1e37", "-1e37", "1e-38",
    "99999999999999999999999999999999999999",
  ]

  /// Every sequence of up to three of them is held exactly, at the narrowest storage.
  @Test func widensOnlyAsNeeded() {
    var wrong: [String] = []
    let numbers = Self.pieces.map { $0.flatMap { Decimal($0) } }
    let pairs = numbers.flatMap { first in numbers.map { [first, $0] } }
    let triples = pairs.flatMap { pair in numbers.map { pair + [$0] } }
    for sequence in [[]] + numbers.map({ [$0] }) + pairs + triples {
      var builder = NumberColumnBuilder()
      for number in sequence { builder.append(number) }
      let column = builder.finish()
      let held = (0..<column.count).map(column.decimal)
      let gathered = column.taking(rows: sequence.indices.reversed())
      let reversed = (0..<gathered.count).map(gathered.decimal)
      if held != sequence || reversed != sequence.reversed()
        || Self.rank(column.storage) != Self.leastRank(sequence)
        || (column.validity == nil) != !sequence.contains(nil)
      {
        wrong.append("\(sequence.map { $0?.description ?? "null" }) as \(column.storage)")
      }
    }
    #expect(wrong.count == 0, "\(wrong.first ?? "")")
  }

  private static func rank(_ storage: NumberColumn.Storage) -> Int {
    switch storage {
    case .narrow: 0
    case .wide: 1
    case .mixed: 2
    }
  }

  /// The narrowest storage for values that come one after another.
  private static func leastRank(_ sequence: [Decimal?]) -> Int {
    let scale = sequence.map { $0?.scale ?? 0 }.max() ?? 0
    let coefficients = sequence.map { ($0 ?? .zero).coefficient(atScale: scale) }
    if coefficients.contains(nil) { return 2 }
    return coefficients.allSatisfy { $0.flatMap(Int64.init(exactly:)) != nil } ? 0 : 1
  }

  @Test func negates() {
    let texts = ["0", "9223372036854775807", "-9223372036854775808", "0.5", nil]
    var builder = NumberColumnBuilder()
    for text in texts { builder.append(text.flatMap { Decimal($0) }) }
    let negated = builder.finish().negated
    #expect(
      (0..<negated.count).map { negated.decimal(at: $0)?.description ?? "null" } == [
        "0", "-9223372036854775807", "9223372036854775808", "-0.5", "null",
      ])
  }
}

@Suite struct ArithmeticTests {
  private static func column(_ texts: [String?]) -> NumberColumn {
    var builder = NumberColumnBuilder()
    for text in texts { builder.append(text.flatMap { Decimal($0) }) }
    return builder.finish()
  }

  private static let pieces: [String?] = [
    nil, "0", "3", "-2", "0.5", "9223372036854775807", "-9223372036854775808", "1e37", "1e-38",
  ]

  /// Columns of all kinds against one calculation at a time, with what is counted.
  @Test func calculatesColumns() {
    var random = Seeded(5)
    var wrong: [String] = []
    for round in 0..<4_000 {
      let kinds = [3, 5, 7, 9].randomElement(using: &random) ?? 9
      let rows = Int.random(in: 0...6, using: &random)
      let sides = (0..<2).map { _ in
        (0..<rows).map { _ in Self.pieces[Int.random(in: 0..<kinds, using: &random)] }
      }
      let operation = Arithmetic.allCases[round % Arithmetic.allCases.count]
      let outcome = operation.apply(Self.column(sides[0]), Self.column(sides[1]))
      let expected = Self.expected(operation, sides[0], sides[1])
      let values = (0..<outcome.column.count).map(outcome.column.decimal)
      if values != expected.values || outcome.zeroDivisions != expected.zeroDivisions
        || outcome.overflow != expected.overflow
      {
        wrong.append("\(sides[0]) \(operation.rawValue) \(sides[1]): \(outcome)")
      }
    }
    #expect(wrong.count == 0, "\(wrong.first ?? "")")
  }

  private static func expected(
    _ operation: Arithmetic, _ first: [String?], _ second: [String?]
  ) -> (values: [Decimal?], zeroDivisions: Int, overflow: Int?) {
    let divides = operation == .divide || operation == .remainder
    var (values, zeroDivisions, overflow) = ([Decimal?](), 0, Int?.none)
    for (row, (left, right)) in zip(first, second).enumerated() {
      guard let left = left.flatMap({ Decimal($0) }), let right = right.flatMap({ Decimal($0) })
      else {
        values.append(nil)
        continue
      }
      values.append(operation.apply(left, right))
      if values[row] != nil { continue }
      if divides, right.isZero { zeroDivisions += 1 } else { overflow = overflow ?? row }
    }
    return (values, zeroDivisions, overflow)
  }

  @Test(
    arguments: [
      // From 64 bits to 128 and to a refusal, in the row where it happens.
      ("+", ["1", "9223372036854775807"], ["1", "1"], "2 9223372036854775808", 0, nil),
      ("-", ["-9223372036854775808"], ["1"], "-9223372036854775809", 0, nil),
      (
        "*", ["9223372036854775807"], ["9223372036854775807"],
        "85070591730234615847396907784232501249", 0, nil
      ),
      ("*", ["1", "1e37", nil, "1e37"], ["1", "10", "1", "10"], "1 null null null", 0, 1),
      ("/", ["6", "1", nil, "0", "5"], ["3", "0", "0", "0", "2"], "2 null null null 2.5", 2, nil),
      ("%", ["7", "7", "-7.5"], ["4", "0", "2"], "3 null -1.5", 1, nil),
    ] as [(String, [String?], [String?], String, Int, Int?)])
  func reports(
    operation: String, first: [String?], second: [String?], values: String, zeros: Int,
    overflow: Int?
  ) throws {
    let operation = try #require(Arithmetic(rawValue: operation))
    let outcome = operation.apply(Self.column(first), Self.column(second))
    let found = (0..<outcome.column.count).map {
      outcome.column.decimal(at: $0)?.description ?? "null"
    }.joined(separator: " ")
    #expect(found == values)
    #expect([outcome.zeroDivisions, outcome.overflow] == [zeros, overflow])
  }
}
