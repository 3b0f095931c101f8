// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@Suite struct NestedColumnTests {
  private static let lists: [Value] = [
    .list(["1", "2"].map(ColumnSample.number)), .null, .list([]),
    .list([.null, ColumnSample.number("4")]),
  ]

  private static func json(_ column: Column) -> String { JSONText.string(.list(column.values)) }

  @Test func knowsWhatListsHold() throws {
    guard case .list(let column) = Column(.list(.int), Self.lists) else {
      Issue.record("a column of lists is one")
      return
    }
    #expect(column.parents == [0, 0, 3, 3])
    #expect(Self.json(.number(column.counts)) == "[2,null,0,2]")
    let gathered = column.taking(rows: [3, 3, 1])
    #expect(gathered.parents == [0, 0, 1, 1])
  }

  @Test func findsElements() {
    let lists = Column(.list(.int), Self.lists)
    let positions = ["0", "1", "2", "-1", "0.5", "1e30"].map { position in
      Self.json(
        .elements(of: lists, at: .constant(ColumnSample.number(position), type: .int, count: 4)))
    }
    #expect(
      positions == [
        "[1,null,null,null]", "[2,null,null,4]", "[null,null,null,null]", "[null,null,null,null]",
        "[null,null,null,null]", "[null,null,null,null]",
      ])
    let own = Column(.int, ["1", "0", "0", nil].map { $0.map(ColumnSample.number) ?? .null })
    let empty = Column(.list(.int), [.list([]), .null])
    let others = [
      Column.elements(of: lists, at: own), .elements(of: lists, at: .null(count: 4)),
      .elements(of: empty, at: .constant(ColumnSample.number("0"), type: .int, count: 2)),
      .elements(of: .null(count: 1), at: .constant(ColumnSample.number("0"), type: .int, count: 1)),
    ]
    #expect(
      others.map(Self.json) == [
        "[2,null,null,null]", "[null,null,null,null]", "[null,null]", "[null]",
      ])
  }

  @Test func takesTheFirstThatIsThere() {
    let columns = [
      Column(.int, [.null, ColumnSample.number("1"), .null, .null]),
      Column(.decimal, [ColumnSample.number("0.5"), ColumnSample.number("2"), .null, .null]),
      .null(count: 4), .constant(ColumnSample.number("7"), type: .int, count: 4),
    ]
    let prefixes = (0...4).map { Self.json(.coalesced(Array(columns.prefix($0)))) }
    #expect(
      prefixes == [
        "[]", "[null,1,null,null]", "[0.5,1,null,null]", "[0.5,1,null,null]", "[0.5,1,7,7]",
      ])
  }

  @Test func readsMembers() {
    let type = ValueType.record([.init("name", .text), .init("size", .int)])
    let column = Column(
      type, [ColumnSample.record(.text("s"), .null), .null, ColumnSample.record(.null, .null)])
    guard case .record(let records) = column else {
      Issue.record("a column of records is one")
      return
    }
    #expect(
      [0, 1].map { Self.json(records.member($0)) } == [#"["s",null,null]"#, "[null,null,null]"])
  }

  /// Values of no certain type are JSON text; as another type only those remain that are of it.
  @Test func converts() {
    let values: [Value] = [
      ColumnSample.number("1.50"), .text("a\"\\\n\u{1}é"), .bool(true), .bool(false), .null,
      .list([.text("x")]), .record([]), .text("1"),
    ]
    let column = Column(.any, values)
    let types: [ValueType] = [.decimal, .text, .bool, .id, .list(.text)]
    #expect(
      types.map { Self.json(column.converted(to: $0)) } == [
        "[1.5,null,null,null,null,null,null,null]",
        #"[null,"a\"\\\n\u0001é",null,null,null,null,null,"1"]"#,
        "[null,null,true,false,null,null,null,null]",
        #"["1.5","a\"\\\n\u0001é",null,null,null,null,null,"1"]"#,
        "[null,null,null,null,null,null,null,null]",
      ])
  }

  @Test func repeatsConstants() {
    let constants = [
      Column.constant(.null, type: .int, count: 2), .constant(.bool(true), type: .bool, count: 2),
      .constant(.list([.text("a")]), type: .list(.text), count: 3),
      .constant(.text("7"), type: .id, count: 0),
    ]
    #expect(
      constants.map(Self.json) == ["[null,null]", "[true,true]", #"[["a"],["a"],["a"]]"#, "[]"])
  }

  /// Rows that are multiplied share the elements of a list and the bytes of a text, and stay so
  /// when columns are joined and taken apart again.
  @Test func multipliedRowsShareTheirValues() throws {
    let long = String(repeating: "x", count: 1_000)
    let batch = Batch(
      [Column(.list(.int), Self.lists), Column(.text, ["a", long, "b", "c"].map { .text($0) })],
      count: 4)
    let rows = [3, 0, 0, 1, 0, 0, 2, 3, 1]
    let first = batch.taking(rows: rows)
    let second = first.taking(rows: [8, 1, 1, 0])
    let joined = Batch.concatenated([first, second, first], columnCount: 2)
    let picked = rows + [8, 1, 1, 0].map { rows[$0] } + rows
    for (index, column) in joined.columns.enumerated() {
      #expect(column.values == picked.map { batch.columns[index].value(at: $0) })
    }
    #expect(first.heldBytes(beside: first) < 300)
    #expect(joined.heldBytes() < 3_000)
    guard case .list(let lists) = joined.columns[0] else { return }
    #expect(lists.elements.count == 4)
    #expect(Self.json(.list(lists.unshared)) == Self.json(joined.columns[0]))
    #expect(lists.unshared.elements.count == 12 + 6 + 12)
  }

  /// Numbers in one place of memory are not the same numbers where their scale differs, or which of
  /// them are there; nor are records of which other ones have a member.
  @Test func sharedValuesOfOtherMeaningStayApart() {
    let values: [Int64] = [15, 27]
    let (whole, tenths) = (Bitmap([true, true]), Bitmap([true, false]))
    let elements: [Column] = [
      .number(NumberColumn(values, scale: 0, validity: whole)),
      .number(NumberColumn(values, scale: 1, validity: whole)),
      .number(NumberColumn(values, scale: 1, validity: tenths)),
      .number(NumberColumn(values, scale: 1)),
    ]
    #expect(
      Self.joinedLists(of: elements)
        == "[[15,27],[15,27],[1.5,2.7],[1.5,2.7],[1.5,null],[1.5,null],[1.5,2.7],[1.5,2.7]]")
    let member = Column.number(NumberColumn(values, scale: 0))
    let records = [nil, tenths].map { presence in
      Column.record(RecordColumn(names: ["n"], members: [member], presence: [presence], count: 2))
    }
    #expect(
      Self.joinedLists(of: records)
        == #"[[{"n":15},{"n":27}],[{"n":15},{"n":27}],[{"n":15},{}],[{"n":15},{}]]"#)
  }

  /// The lists of columns that have one list each, twice: they share its elements.
  private static func joinedLists(of elements: [Column]) -> String {
    json(
      .concatenated(
        elements.map { column in
          Column.list(ListColumn(ends: [column.count], elements: column)).taking(rows: [0, 0])
        }))
  }
}
