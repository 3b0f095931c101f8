// SPDX-License-Identifier: MIT

import Catalogue

/// Columns of every kind with the values that they hold, for comparisons with plain arrays.
struct ColumnSample: Sendable {
  let name: String
  let type: ValueType
  let values: [Value]

  var column: Column { Column(type, values) }

  static func number(_ text: String) -> Value { Decimal(text).map(Value.number) ?? .null }
  static func record(_ name: Value, _ size: Value) -> Value {
    .record([.init("name", name), .init("size", size)])
  }

  private static let pair = ValueType.record([.init("name", .text), .init("size", .int)])

  /// Without nulls and with them; numbers in each of their storages.
  static let all: [ColumnSample] = [
    ColumnSample(name: "bool", type: .bool, values: [.bool(true), .bool(false), .bool(true)]),
    ColumnSample(name: "bool?", type: .bool, values: [.null, .bool(true), .bool(false), .null]),
    ColumnSample(name: "narrow", type: .int, values: ["0", "-5", "7", "7"].map(number)),
    ColumnSample(
      name: "narrow?", type: .decimal, values: [.null, number("13.1"), number("-0.05"), .null]),
    ColumnSample(
      name: "wide?", type: .decimal,
      values: [number("92233720368547758070"), .null, number("-1"), number("0.5")]),
    ColumnSample(
      name: "mixed?", type: .decimal,
      values: [number("1e37"), number("1e-38"), .null, number("-7.25")]),
    ColumnSample(name: "text", type: .text, values: [.text("a"), .text(""), .text("é漢👍")]),
    ColumnSample(name: "text?", type: .text, values: [.null, .text("b"), .text(""), .null]),
    ColumnSample(name: "id?", type: .id, values: [.text("10"), .null, .text("9"), .text("d366")]),
    ColumnSample(
      name: "list?", type: .list(.int),
      values: [.list([]), .null, .list([number("1"), .null, number("2")]), .list([number("1")])]),
    ColumnSample(
      name: "nested", type: .list(.list(.text)),
      values: [.list([.list([.text("x")]), .list([])]), .list([]), .list([.null])]),
    ColumnSample(
      name: "record?", type: pair,
      values: [record(.text("s"), number("1")), .null, record(.null, .null)]),
    ColumnSample(
      name: "members?", type: pair,
      values: [
        .record([.init("size", number("1"))]), .null, .record([]), record(.null, .null),
        .record([.init("name", .text("s"))]),
      ]),
    ColumnSample(name: "null", type: .any, values: [.null, .null]),
    ColumnSample(name: "none", type: .text, values: []),
  ]

  /// Text with a dictionary, which no builder makes.
  static let dictionary = (
    column: Column.text(
      TextColumn(
        PackedText(["red", "", "blue"]), codes: [2, 0, 0, 1, 2],
        validity: Bitmap([true, true, false, true, true]))),
    values: [Value.text("blue"), .text("red"), .null, .text(""), .text("blue")]
  )
}

extension Column {
  /// All cells, each by itself.
  var values: [Value] { (0..<count).map(value(at:)) }
}
