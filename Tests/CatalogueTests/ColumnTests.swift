// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@Suite struct ColumnTests {
  private static let samples: [(name: String, column: Column, values: [Value])] =
    ColumnSample.all.map { ($0.name, $0.column, $0.values) } + [
      ("dictionary", ColumnSample.dictionary.column, ColumnSample.dictionary.values),
      ("all null", .null(count: 3), [.null, .null, .null]),
    ]

  @Test func holdsItsValues() {
    let wrong = Self.samples.filter { sample in
      let nulls = sample.values.map { $0 == .null }
      return sample.column.values != sample.values || sample.column.count != sample.values.count
        || sample.column.nullCount != nulls.count { $0 }
        || nulls.indices.contains { sample.column.isNull(at: $0) != nulls[$0] }
    }
    #expect(wrong.map(\.name) == [])
  }

  /// Every selection of up to three rows, repeats included.
  @Test func gathers() {
    var wrong: [String] = []
    for (name, column, values) in Self.samples {
      let rows = values.indices.map { $0 }
      let pairs = rows.flatMap { first in rows.map { [first, $0] } }
      let triples = pairs.flatMap { pair in rows.map { pair + [$0] } }
      for selection in [[], rows, rows.reversed()] + pairs + triples
      where column.taking(rows: selection).values != selection.map({ values[$0] }) {
        wrong.append("\(name) \(selection)")
      }
    }
    #expect(wrong == [])
  }

  /// Every mask; what was null stays null, and a second mask takes more away.
  @Test func masks() {
    var wrong: [String] = []
    for (name, column, values) in Self.samples {
      for bits in 0..<1 << values.count {
        let kept = values.indices.map { bits >> $0 & 1 == 1 }
        let masked = column.masked(by: Bitmap(kept))
        let expected = zip(values, kept).map { $1 ? $0 : .null }
        let none = masked.masked(by: Bitmap(kept.map { !$0 }))
        if masked.values != expected || none.nullCount != values.count {
          wrong.append("\(name) \(kept)")
        }
      }
    }
    #expect(wrong == [])
  }

  /// Parts of one type in every order, empty ones and those that are all null among them.
  @Test func concatenates() {
    var wrong: [String] = []
    for (name, column, values) in Self.samples {
      let parts: [(Column, [Value])] = [
        (column, values), (column.taking(rows: values.isEmpty ? [] : [0]), Array(values.prefix(1))),
        (.null(count: 2), [.null, .null]), (column.taking(rows: []), []),
        (
          column.masked(by: Bitmap(repeating: false, count: values.count)),
          values.map { _ in .null }
        ),
      ]
      for order in [
        [0, 1], [1, 0], [2, 0], [0, 2, 3], [3, 2, 1], [4, 0, 4], [2, 2], [3], [0, 0, 0],
      ] {
        let joined = Column.concatenated(order.map { parts[$0].0 })
        if joined.values != order.flatMap({ parts[$0].1 }) { wrong.append("\(name) \(order)") }
      }
    }
    #expect(wrong == [])
    #expect(Column.concatenated([]).count == 0)
  }

  /// Numbers of different storages and scales join without loss.
  @Test func concatenatesNumbersOfAllWidths() {
    let texts = [["1", "2"], ["0.5"], ["92233720368547758070"], ["1e37", "1e-38"], ["3"]]
    let columns = texts.map { Column(.decimal, $0.map(ColumnSample.number)) }
    var wrong: [[Int]] = []
    for first in texts.indices {
      for second in texts.indices {
        let joined = Column.concatenated([columns[first], columns[second]]).values
        if joined != (texts[first] + texts[second]).map(ColumnSample.number) {
          wrong.append([first, second])
        }
      }
    }
    #expect(wrong == [])
  }

  @Test func cutsBatches() {
    let columns = [
      Column(.int, (0..<70).map { .number(Decimal($0)) }),
      Column(.text, (0..<70).map { .text("\($0)") }),
    ]
    let batch = Batch(columns, count: 70)
    let odd = Bitmap((0..<70).map { $0 % 2 == 1 })
    let parts = [batch.filtered(odd), batch.slice(3..<5), batch.slice(0..<70), batch.slice(9..<9)]
    let joined = Batch.concatenated(parts, columnCount: 2)
    let rows = Array(stride(from: 1, to: 70, by: 2)) + [3, 4] + Array(0..<70)
    #expect(joined.columns[1].values == rows.map { .text("\($0)") })
    #expect(joined.appending(joined.columns).columns[2].values == joined.columns[0].values)
    #expect(Batch.concatenated([], columnCount: 2).columns.map(\.count) == [0, 0])
  }

  /// A value that is not of its column's type is null there.
  @Test func refusesOtherTypes() {
    let values: [Value] = [
      .bool(true), ColumnSample.number("1.5"), .text("x"), .list([.text("x")]),
      .record([.init("name", .text("n")), .init("name", .text("last"))]),
    ]
    let pair = ValueType.record([.init("name", .text), .init("size", .int)])
    let cells = [.bool, .int, .text, .id, .list(.int), pair, .any].map { (type: ValueType) in
      JSONText.string(.list(Column(type, values).values))
    }
    #expect(
      cells == [
        "[true,null,null,null,null]", "[null,1.5,null,null,null]", #"[null,null,"x",null,null]"#,
        #"[null,"1.5","x",null,null]"#, "[null,null,null,[null],null]",
        #"[null,null,null,null,{"name":"last"}]"#,
        #"["true","1.5","\"x\"","[\"x\"]","{\"name\":\"n\",\"name\":\"last\"}"]"#,
      ])
  }
}
