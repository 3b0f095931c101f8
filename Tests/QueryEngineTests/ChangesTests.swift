// SPDX-License-Identifier: MIT

import Catalogue
import TestSupport
import Testing

/// What has changed between two tables.
@Suite struct ChangesTests {
  private static let fields = [
    Field("id", .int), Field("brand", .text), Field("price", .decimal), Field("tags", .list(.text)),
    Field("place", .record([RecordMember("lat", .decimal), RecordMember("note", .text)])),
  ]

  private static func record(_ lat: Int?, _ note: Value? = nil) -> Value {
    let first = lat.map { [Value.Member("lat", .number(Decimal($0)))] } ?? []
    return .record(first + (note.map { [Value.Member("note", $0)] } ?? []))
  }

  private static func row(
    _ id: Int, _ brand: String?, _ price: String?, _ tags: [String] = [], _ place: Value = .null
  ) -> [Value] {
    [
      .number(Decimal(id)), brand.map(Value.text) ?? .null,
      price.flatMap { Decimal($0) }.map(Value.number) ?? .null,
      .list(tags.map(Value.text)), place,
    ]
  }

  private static func table(_ name: String, _ rows: [[Value]]) -> MemorySource {
    MemorySource(Schema(source: name, noun: name, fields: fields), rows, batchCount: 2)
  }

  private static let directory = MemoryDirectory(sources: [
    table(
      "old",
      [
        row(1, "A", "10", ["x", "y"], record(1)), row(2, "A", "20.0", [], record(2, .null)),
        row(3, "B", nil, ["x"]), row(4, "B", "5"),
      ]),
    table(
      "new",
      [
        row(4, "B", "5"), row(5, "C", nil), row(3, "B", "0"),
        row(1, "A", "10.0", ["y", "x"], record(1)), row(2, "a", "19.99", [], record(2)),
      ]),
    table("twice", [row(1, "A", "1"), row(1, "B", "2"), row(2, "A", "1"), row(1, "C", "3")]),
    MemorySource(
      Schema(
        source: "saved", noun: "saved",
        fields: [Field("id", .id), Field("price", .text), Field("more", .int)]),
      [[.text("1"), .text("10"), .number(Decimal(1))], [.text("9"), .null, .null]]),
  ])

  private static let cases: [(query: String, result: String)] = [
    (
      "changes from old to new by id | show id, change, brand, price, tags",
      """
      = id | change | brand | price | tags
      1 | changed | {"old":"A","new":"A"} | {"old":10,"new":10} | {"old":["x","y"],"new":["y","x"]}
      2 | changed | {"old":"A","new":"a"} | {"old":20,"new":19.99} | {"old":[],"new":[]}
      3 | changed | {"old":"B","new":"B"} | {"old":null,"new":0} | {"old":["x"],"new":[]}
      5 | new | {"new":"C"} | {"new":null} | {"new":[]}
      ~ 1 new · 3 changed: price 2, tags 2, brand 1, place 1
      """
    ),
    // A member that is null and one that is not there differ.
    (
      "changes from old to new by id ignoring brand, price, tags | show id, place",
      """
      = id | place
      2 | {"old":{"lat":2,"note":null},"new":{"lat":2}}
      5 | {"new":null}
      ~ 1 new · 1 changed: place 1
      """
    ),
    (
      "changes from old to old by id",
      "= id | change | brand | price | tags | place"
        + "\n~ not shown: brand price tags place\n~ no changes"
    ),
    (
      "changes from old to new by id within 0.01 | filter change = \"changed\" | show id",
      "= id\n1\n2\n3\n~ 1 new · 3 changed: tags 2, brand 1, price 1, place 1"
    ),
    // Another key is another item; what is not compared is not shown.
    (
      "changes from old to new by id, brand ignoring tags, place",
      """
      = id | brand | change | price
      2 | A | gone | {"old":20}
      3 | B | changed | {"old":null,"new":0}
      5 | C | new | {"new":null}
      2 | a | new | {"new":19.99}
      ~ 2 new · 1 gone · 1 changed: price 1
      """
    ),
    (
      "changes from new to old by id | filter price.new > price.old | sort by id | show id, price",
      "= id | price\n2 | {\"old\":19.99,\"new\":20}\n~ 1 gone · 3 changed: price 2, tags 2, "
        + "brand 1, place 1"
    ),
    // An id and the whole number that it spells are one key; a field of one side alone is null.
    (
      "let ids = from saved | show id, more\n"
        + "changes from old to ids by id ignoring tags, place, brand | limit 1 "
        + "| show id, price, more",
      "= id | price | more\n1 | {\"old\":10,\"new\":null} | {\"old\":null,\"new\":1}"
        + "\n~ 1 new · 3 gone · 1 changed: price 1, more 1"
    ),
    (
      "changes from old to saved by id",
      "! CQ0301 `price` is Decimal in old and Text in saved\n^ saved\n"
        + "help: a `let` can make one type of both; `ignoring price` does not compare it"
    ),
    (
      "changes from old to twice by id",
      "! CQ0409 1 key of twice names several rows: 1 (3 rows)\n^ id\n"
        + "help: name rows by more fields, such as `by brand, model`; or keep one of each through "
        + "a `let`: `let once = from … | distinct id`"
    ),
    (
      "changes from twice to old by brand, tags",
      "! CQ0409 1 key of twice names several rows: A, [] (2 rows)\n^ brand, tags\n"
        + "help: name rows by more fields, such as `by brand, model`; or keep one of each through "
        + "a `let`: `let once = from … | distinct brand, tags`"
    ),
    (
      "changes from old to new by idd ignoring pricee",
      "! CQ0201 old has no field `idd`\n^ idd ~ did you mean `id`?\n"
        + "fields: id brand price tags place\n"
        + "! CQ0201 new has no field `idd`\n^ idd ~ did you mean `id`?\n"
        + "fields: id brand price tags place\n"
        + "! CQ0201 old has no field `pricee`\n^ pricee ~ did you mean `price`?\n"
        + "fields: id brand price tags place\n"
        + "= changes from old to new by idd ignoring price"
    ),
  ]

  @Test(arguments: cases.indices) func tells(_ index: Int) {
    let (query, result) = Self.cases[index]
    #expect(QueryRun(directory: Self.directory).text(query) == result)
    #expect(QueryRun(directory: Self.directory, optimising: false).text(query) == result)
  }

  /// A side that shows fewer fields has none of the others.
  @Test func aLastResultIsASide() {
    let script = """
      from old | limit 3 | show id, price
      changes from it to old by id | show id, change, price
      """
    #expect(
      QueryRun(directory: Self.directory).text(script) == """
        = id | price
        1 | 10
        2 | 20
        3 | –
        = id | change | price
        1 | changed | {"old":10,"new":10}
        2 | changed | {"old":20,"new":20}
        3 | changed | {"old":null,"new":null}
        4 | new | {"new":5}
        ~ 1 new · 3 changed: brand 3, tags 3, place 2
        """)
  }

  private static func numbers(
    _ name: String, _ count: Int, _ value: (Int) -> Int?
  ) -> MemorySource {
    MemorySource(
      Schema(source: name, noun: name, fields: [Field("k", .text), Field("v", .int)]),
      (0..<count).compactMap { number in
        value(number).map { [.text("key \(number)"), .number(Decimal($0))] }
      }, batchCount: 20)
  }

  /// Parting the rows cannot be seen, however little room there is.
  @Test(arguments: [20_000, 60_000, 300_000]) func needsLittleRoom(_ memory: Int) {
    let directory = MemoryDirectory(sources: [
      Self.numbers("a", 6_000) { $0 % 11 == 0 ? nil : $0 },
      Self.numbers("b", 6_300) { $0 % 7 == 0 ? nil : $0 % 5 == 0 ? $0 + 1 : $0 },
      Self.numbers("c", 6_000) { $0 % 11 == 0 ? nil : $0 },
    ])
    let query = "changes from a to b by k"
    let whole = QueryRun(directory: directory).text(query)
    #expect(whole.hasSuffix("~ 726 new · 780 gone · 934 changed: v 934"))
    let spill = MemorySpill()
    #expect(QueryRun(directory: directory, memory: memory, spill: spill).text(query) == whole)
    #expect(spill.isUsed)
    let same = "changes from a to c by k"
    #expect(
      QueryRun(directory: directory, memory: memory, spill: MemorySpill()).text(same)
        == "= k | change | v\n~ not shown: v\n~ no changes")
  }

  /// Without a place to put rows aside the statement ends.
  @Test func endsWithoutRoom() {
    let directory = MemoryDirectory(sources: [
      Self.numbers("a", 6_000) { $0 }, Self.numbers("b", 6_000) { $0 },
    ])
    let text = QueryRun(directory: directory, memory: 60_000).text("changes from a to b by k")
    #expect(text.hasPrefix("! CQ0407 the rows that are held take more than 60 kB"))
  }

  /// Keys that come twice are counted over all parts, and named in the order of the rows.
  @Test(arguments: [Int.max, 30_000]) func countsRepeatedKeys(_ memory: Int) {
    let rows = (0..<6_000).map { number -> [Value] in
      [.text("key \(number % 5_990)"), .number(Decimal(number))]
    }
    let twice = MemorySource(
      Schema(source: "twice", noun: "twice", fields: [Field("k", .text), Field("v", .int)]), rows,
      batchCount: 20)
    let directory = MemoryDirectory(sources: [twice, Self.numbers("a", 10) { $0 }])
    let text = QueryRun(directory: directory, memory: memory, spill: MemorySpill())
      .text("changes from a to twice by k")
    #expect(
      text.hasPrefix(
        "! CQ0409 10 keys of twice name several rows: key 0 (2 rows), key 1 (2 rows), "
          + "key 2 (2 rows), …\n"))
  }
}
