// SPDX-License-Identifier: MIT

import Catalogue

/// The catalogues that the queries of the tests are asked of.
enum Samples {
  static func number(_ text: String) -> Value { Decimal(text).map(Value.number) ?? .null }
  static func numbers(_ numbers: Int...) -> Value {
    .list(numbers.map { .number(Decimal($0)) })
  }

  private static let hotelFields = [
    Field("id", .id), Field("name", .text), Field("address", .text, aliases: ["street"]),
    Field("stars", .decimal, meaning: "0 may mean not rated"), Field("distance", .decimal),
    Field("suites", .list(.int), aliases: ["suites_availability"]),
    Field("image", .text, origin: .detail), Field("lat", .decimal, origin: .detail),
    Field("lon", .decimal, origin: .detail),
    Field("rooms", .int, origin: .derived("count(suites)")),
  ]

  private static func hotel(
    _ id: String, _ name: String, _ stars: String, _ distance: String, _ suites: [Int],
    image: String
  ) -> [Value] {
    [
      .text(id), .text(name), .text("\(suites.count) Main St"), number(stars), number(distance),
      .list(suites.map { .number(Decimal($0)) }), .text(image), number("\(id).5"), number("-73"),
    ]
  }

  /// Seven hotels; the fourth has no record of its own.
  static func hotels(batchCount: Int = 3, server: MemoryServer? = nil) -> MemorySource {
    MemorySource(
      Schema(source: "hotels", noun: "hotels", fields: hotelFields, key: 0),
      [
        hotel("40611", "Belleclaire", "3", "100", [1, 44, 21, 87, 99, 34], image: "1.jpg"),
        hotel("80899", "Americana Inn", "2", "56.25", [1, 2, 3, 4], image: "2.jpg"),
        hotel("13100", "Best Western", "3", "13.10", [9], image: "3.jpg"),
        hotel("22470", "Days Inn", "1", "999.9", [5, 6, 7, 8, 200], image: "gone"),
        hotel("85862", "Dream", "4", "554.40", [10, 11, 12], image: "5.jpg"),
        hotel("313499", "DREAM Downtown", "0", "716.06", [87, 1, 2, 3, 4, 5, 6, 500], image: ""),
        hotel("13370", "Cassa Hôtel", "2", "13.1", [7], image: "7.jpg"),
      ], batchCount: batchCount, server: server)
  }

  private static let place = ValueType.record([
    RecordMember("city", .text), RecordMember("floor", .int),
  ])

  private static let thingFields = [
    Field("code", .id, aliases: ["sku"]), Field("title", .text),
    Field("price", .decimal, aliases: ["salePrice"]),
    Field("was_price", .decimal, aliases: ["strikePrice"]), Field("open", .bool),
    Field("tags", .list(.text)), Field("place", place), Field("extra", .any),
    Field("category", .text), Field("Price (INR)", .int), Field("pair", .text),
  ]

  private static func thing(_ values: Value...) -> [Value] { values }
  private static func spot(_ city: Value, _ floor: Value) -> Value {
    .record([.init("city", city), .init("floor", floor)])
  }

  /// Six things with every type, nulls and ties.
  static func things(server: MemoryServer? = nil) -> MemorySource {
    MemorySource(
      Schema(source: "things", noun: "things", fields: thingFields, key: 0, category: 8),
      [
        thing(
          .text("9"), .text("Éclair"), number("2.50"), number("3"), .bool(true),
          .list([.text("Sweet"), .text("new")]), spot(.text("Paris"), number("1")),
          number("1.5"), .text("Food"), number("10"), .text("eclair")),
        thing(
          .text("10"), .text("cafe"), number("2.50"), .null, .bool(false), .list([]),
          spot(.text("rome"), .null), .text("x"), .text("Food"), number("20"), .text("cafe")),
        thing(
          .text("d366"), .text("Zebra toy"), number("7"), number("7"), .null, .null, .null, .null,
          .text("Toys"), .null, .text("toy")),
        thing(
          .text("a b"), .null, .null, number("0"), .bool(true), .list([.text("sweet"), .null]),
          spot(.null, number("-2")), .bool(true), .null, number("0"), .text("x")),
        thing(
          .text("100"), .text("CAFÉ"), number("1e20"), number("1e30"), .bool(false),
          .list([.text("old")]), spot(.text("Rome"), number("3")),
          .list([number("1")]), .text("toys"), number("9007199254740993"), .text("CAFÉ")),
        thing(
          .text("d367"), .text(""), number("0"), number("0.01"), .null, .list([.text("new")]),
          spot(.text(""), number("1")), number("7"), .text("Food"), number("30"), .text("")),
      ], batchCount: 4, categories: ["Food", "Toys", "Drinks"], server: server)
  }

  static func directory() -> MemoryDirectory {
    MemoryDirectory(sources: [hotels(), things(), BrokenSource()])
  }
}
