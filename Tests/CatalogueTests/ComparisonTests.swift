// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@Suite struct ComparisonTests {
  /// For each comparison the rows for which it holds: smaller, equal, larger; null left, null
  /// right, null on both sides.
  private static let truth: [Comparison: String] = [
    .equal: ".x...x", .notEqual: "x.xxx.", .less: "x.....", .lessOrEqual: "xx....",
    .greater: "..x...", .greaterOrEqual: ".xx...",
  ]

  /// The comparisons that hold with the sides exchanged, where they are others.
  private static let mirrored: [Comparison: Comparison] = [
    .less: .greater, .lessOrEqual: .greaterOrEqual, .greater: .less, .greaterOrEqual: .lessOrEqual,
  ]

  private struct Sides {
    let name: String
    let type: ValueType
    let low: Value
    let high: Value
    var order = TextOrder.codePoints
  }

  private static let number = ColumnSample.number

  private static let sides: [Sides] = [
    Sides(name: "narrow", type: .int, low: number("-3"), high: number("4")),
    Sides(name: "scales", type: .decimal, low: number("13.05"), high: number("13.1")),
    Sides(name: "wide", type: .decimal, low: number("-1e30"), high: number("1e30")),
    Sides(name: "mixed", type: .decimal, low: number("1e-38"), high: number("1e37")),
    Sides(name: "bool", type: .bool, low: .bool(false), high: .bool(true)),
    Sides(name: "points", type: .text, low: .text("Z"), high: .text("a")),
    Sides(name: "prefix", type: .text, low: .text(""), high: .text("a")),
    Sides(name: "bytes", type: .text, low: .text("\u{FFFF}"), high: .text("\u{10000}")),
    Sides(name: "ids", type: .id, low: .text("9"), high: .text("10"), order: .ids),
    Sides(name: "id words", type: .id, low: .text("10"), high: .text("010"), order: .ids),
    Sides(name: "zero", type: .id, low: .text("0"), high: .text("00"), order: .ids),
    Sides(name: "order", type: .text, low: .text("a"), high: .text("Z"), order: .collation),
    Sides(name: "accents", type: .text, low: .text("é"), high: .text("f"), order: .collation),
    Sides(name: "typed", type: .text, low: .text("É"), high: .text("f"), order: .typed),
    Sides(name: "mixed numbers", type: .any, low: number("9"), high: number("10"), order: .mixed),
    Sides(name: "mixed texts", type: .any, low: .text("a"), high: .text("Z"), order: .mixed),
  ]

  @Test func holdsAsTheTableSays() {
    var wrong: [String] = []
    for side in Self.sides {
      let first = Column(side.type, [side.low, side.low, side.high, .null, side.low, .null])
      let second = Column(side.type, [side.high, side.low, side.low, side.high, .null, .null])
      for comparison in Comparison.allCases {
        let bits = Column.compare(first, comparison, second, order: side.order)
        let mirrored = Column.compare(
          second, Self.mirrored[comparison] ?? comparison, first, order: side.order)
        let found = Self.text(bits)
        if found != Self.truth[comparison] || mirrored != bits {
          wrong.append("\(side.name) \(comparison.rawValue) \(found)")
        }
      }
    }
    #expect(wrong == [])
  }

  private static func text(_ bits: Bitmap) -> String {
    (0..<bits.count).map { bits[$0] ? "x" : "." }.joined()
  }

  /// A column of nothing but nulls compares with every kind, and without nulls nothing is null.
  @Test func comparesWithNull() {
    var wrong: [String] = []
    for sample in ColumnSample.all {
      let column = sample.column
      let nulls = Column.null(count: column.count)
      let isNull = sample.values.map { $0 == .null ? "x" : "." }.joined()
      for comparison in Comparison.allCases {
        let none = String(repeating: ".", count: column.count)
        let isNotNull = sample.values.map { $0 == .null ? "." : "x" }.joined()
        let expected =
          comparison == .equal ? isNull : (comparison == .notEqual ? isNotNull : none)
        let both = [
          Column.compare(column, comparison, nulls), Column.compare(nulls, comparison, column),
        ]
        if both.map(Self.text) != [expected, expected] {
          wrong.append("\(sample.name) \(comparison.rawValue) \(both.map(Self.text))")
        }
      }
    }
    #expect(wrong == [])
  }

  /// Lists and records are equal where all their parts are; a dictionary compares as its values do.
  @Test func comparesNested() {
    var wrong: [String] = []
    for sample in ColumnSample.all {
      let rows = sample.values.indices.map { $0 }
      for first in rows {
        for second in rows {
          let sides = [first, second].map { sample.column.taking(rows: [$0]) }
          let equal = Column.compare(sides[0], .equal, sides[1])[0]
          if equal != (sample.values[first] == sample.values[second]) {
            wrong.append("\(sample.name) \(first) \(second)")
          }
        }
      }
    }
    #expect(wrong == [])
    let plain = Column(.text, ColumnSample.dictionary.values)
    for order in [TextOrder.codePoints, .ids, .collation] {
      let bits = Column.compare(ColumnSample.dictionary.column, .lessOrEqual, plain, order: order)
      #expect(Self.text(bits) == "xx.xx")
    }
  }

  @Test func findsEmptyRows() {
    let rows = ColumnSample.all.map { Self.text($0.column.emptyRows) }
    let expected = ColumnSample.all.map { sample in
      sample.values.map { [.null, .text(""), .list([])].contains($0) ? "x" : "." }.joined()
    }
    #expect(rows == expected)
    #expect(Self.text(ColumnSample.dictionary.column.emptyRows) == "..xx.")
  }
}
