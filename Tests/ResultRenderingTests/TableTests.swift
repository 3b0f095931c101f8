// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import TestSupport
import Testing

/// One result, how it is written, and what has to come out.
struct RenderSample: Sendable {
  let what: String
  let columns: [(String, ValueType, [Value])]
  var options = RenderOptions()
  var footer: String?
  let expected: String
}

struct TableTests {
  private static let wideText: [(String, ValueType, [Value])] = [
    ("name", .text, ["Chloé", "Weißkraut", "名前", "👩‍👩‍👧", "a\u{A0}b", "Chloe\u{301}"].map(text)),
    ("n", .int, ["1", "22", "333", "4", "5", "6"].map(number)),
  ]

  private static let suites: [(String, ValueType, [Value])] = [
    (
      "suites", .list(.int),
      [["1", "44", "21"], ["87", "119", "202", "6"], [], ["1234567890123"]].map {
        .list($0.map(number))
      }
    ),
    ("name", .text, ["x", "y", "z", "w"].map(text)),
  ]

  private static let many: [(String, ValueType, [Value])] = [
    ("name", .text, [text("Best Western President")]), ("price", .decimal, [number("1234567.25")]),
    ("city", .text, [text("New York")]), ("country", .text, [text("United States")]),
    ("rating", .decimal, [number("4.5")]),
  ]

  private static let pounds = Currency("GBP").map { ValueType.money(.fixed($0)) } ?? .any
  private static let quantities: [(String, ValueType, [Value])] = [
    ("price", pounds, [number("12.5"), number("-100"), .null]),
    ("distance", .length(.kilometre), [number("1500"), number("100000"), .null]),
    ("time", .duration, [number("86400"), number("172800"), number("5400")]),
    ("on", .date, [number("1706659200"), number("1706692332"), .null]),
  ]

  private static let mixedPrices: [(String, ValueType, [Value])] = [
    (
      "price", .money(.varying),
      [("12.5", "GBP"), ("7", "EUR"), ("8", "\u{1B}[2J")].map {
        .record([.init("amount", number($0)), .init("currency", text($1))])
      } + [.null, .record([.init("amount", .null), .init("currency", text("GBP"))])]
    )
  ]

  private static func drawing(width: Int) -> RenderOptions {
    var options = RenderOptions(width: width, sanitise: true)
    options.drawn = 1
    return options
  }

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "a footer is as narrow as the line", columns: [("n", .int, [number("1")])],
      options: RenderOptions(width: 24, sanitise: true),
      footer: "1 of 7 hotels · 2 have no price · sample",
      expected: """
        n
        ─
        1
        1 of 7 hotels · 2 have
        no price · sample

        """),
    RenderSample(
      what: "numbers line up at the point", columns: hotels, footer: "6 of 6 hotels\ntwo lines",
      expected: """
        name                                          distance  rooms
        ────────────────────────────────────────────  ────────  ─────
        Best Western President Hotel at Times Square     13.1       1
        Midtown Lodging                                  13.1       1
        Americana Inn                                    99.9       4
        Belleclaire Hotel                               100         6
        Dream                                           554.4       3
        Dream Downtown                                  716.06      8
        6 of 6 hotels
        two lines

        """),
    RenderSample(
      what: "units stand in a line of their own", columns: quantities,
      expected: """
           price  distance       time  on
        ────────  ────────  ─────────  ───────────────────
          £12.50    1.5 km  1   day    2024-01-31
        -£100.00  100   km  2   days   2024-01-31T09:12:12
            –       –       1.5 hours  –

        """),
    RenderSample(
      what: "dates are never cut; ASCII has no signs", columns: [quantities[3], quantities[0]],
      options: RenderOptions(width: 32, ascii: true),
      expected: """
        on                         price
        -------------------  -----------
        2024-01-31             12.50 GBP
        2024-01-31T09:12:12  -100.00 GBP
        -                       -

        """),
    RenderSample(
      what: "amounts with a currency of their own", columns: mixedPrices,
      expected: """
         price
        ──────
        £12.50
         €7.00
          8
          –


        """),
    RenderSample(
      what: "the widest text gives way; rows are numbered", columns: hotels,
      options: RenderOptions(width: 32, rowNumbers: true, maximumRows: 4),
      expected: """
           name          distance  rooms
           ────────────  ────────  ─────
        1  Best Wester…      13.1      1
        2  Midtown Lod…      13.1      1
        3  Americana I…      99.9      4
        4  Belleclaire…     100        6
        … 2 more rows

        """),
    RenderSample(
      what: "what is wide by its cells lines up", columns: wideText,
      expected: """
        name         n
        ─────────  ───
        Chloé        1
        Weißkraut   22
        名前       333
        👩‍👩‍👧           4
        a\u{A0}b          5
        Chloe\u{301}        6

        """),
    RenderSample(
      what: "lists are cut after an element", columns: suites, options: RenderOptions(width: 16),
      expected: """
        suites      name
        ──────────  ────
        1 44 21     x
        87 119 …    y
                    z
        123456789…  w

        """),
    RenderSample(
      what: "columns are left out at the right and named", columns: many,
      options: RenderOptions(width: 32), footer: "1 row\ntwo lines",
      expected: """
        name                       price
        ────────────────────  ──────────
        Best Western Presid…  1234567.25
        1 row · not shown: city country rating
        two lines

        """),
    RenderSample(
      what: "a name is always there", columns: [many[1], many[0]],
      options: RenderOptions(width: 8),
      expected: """
        name
        ────────
        Best We…
        not shown: price

        """),
    RenderSample(
      what: "ASCII alone",
      columns: [
        ("näme", .text, [text("Chloé in a long text"), .null]), ("x", .int, [.null, number("-1")]),
      ], options: RenderOptions(width: 16, ascii: true, maximumRows: 1), footer: "2 · rows",
      expected: """
        n?me           x
        -------------  -
        Chlo? in a...  -
        ... 1 more row
        2 - rows

        """),
    RenderSample(
      what: "one cell is one line",
      columns: [
        ("text", .text, ["a \n\n\t b", "\n", "a\tb", "\r\nx", "end  "].map(text)),
        ("n", .decimal, [number("-1.5"), .null, number("0.123456789"), number("10"), .null]),
      ], options: RenderOptions(sanitise: true),
      expected: """
        text           n
        ─────  ─────────
        a b    -1.5
                –
        a\\tb    0.123457
        x      10
        end     –

        """),
    RenderSample(
      what: "all kinds of values",
      columns: [
        ("yes", .bool, [.bool(true), .bool(false)]), ("id", .id, [text("007"), text("d366")]),
        ("any", .any, [number("1.50"), .list([text("x"), .null])]),
        (
          "record", .record([RecordMember("a", .int)]),
          [.record([.init("a", number("1"))]), .null]
        ),
      ],
      expected: """
        yes    id    any         record
        ─────  ────  ──────────  ───────
        true   007   1.5         {"a":1}
        false  d366  ["x",null]  –

        """),
    RenderSample(
      what: "counts are drawn where there is room",
      columns: [
        ("stars", .int, ["3", "2", "4"].map(number)),
        ("count", .int, ["16", "8", "1"].map(number)),
      ], options: drawing(width: 24),
      expected: """
        stars  count
        ─────  ─────
            3     16  ██████████
            2      8  █████
            4      1  ▋

        """),
    RenderSample(
      what: "counts without room", columns: [("stars", .int, [number("3")]), many[0], many[2]],
      options: drawing(width: 40),
      expected: """
        stars  name                    city
        ─────  ──────────────────────  ────────
            3  Best Western President  New York

        """),
    RenderSample(what: "nothing", columns: [("a", .int, [])], expected: "no rows\n"),
    RenderSample(
      what: "nothing, with a reason", columns: [("a", .int, [])],
      footer: "no rows. 5 hotels are near", expected: "no rows. 5 hotels are near\n"),
    RenderSample(
      what: "no row is wanted", columns: hotels, options: RenderOptions(maximumRows: 0),
      expected: """
        name  distance  rooms
        ────  ────────  ─────
        … 6 more rows

        """),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(.table, sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }

  @Test func colourSetsOffAllButTheValues() {
    let output = rendered(
      .table, [("a", .text, [text("x"), .null])], RenderOptions(colour: true, rowNumbers: true),
      footer: "2 rows")
    let expected = """
         \u{1B}[1ma\u{1B}[0m
         \u{1B}[2m─\u{1B}[0m
      \u{1B}[2m1\u{1B}[0m  x
      \u{1B}[2m2\u{1B}[0m  \u{1B}[2m–\u{1B}[0m
      \u{1B}[2m2 rows\u{1B}[0m

      """
    #expect(output == expected)
  }

  @Test func namesAreOneLineInEveryPlace() {
    let columns: [(String, ValueType, [Value])] = [("a\n b", .text, [text("x")])]
    #expect(rendered(.table, columns) == "a b\n───\nx\n")
    #expect(rendered(.table, columns, RenderOptions(sanitise: true)) == "a\\n b\n─────\nx\n")
  }

  @Test func batchesMakeOneTable() {
    let columns = [ResultColumn("n", .decimal)]
    var renderer = OutputFormat.table.makeRenderer(
      columns: columns, options: RenderOptions(rowNumbers: true))
    var output: [UInt8] = []
    for values in [["1.25"], ["10"], []] {
      renderer.add(
        Batch([Column(.decimal, values.map(number))], count: values.count), to: &output)
    }
    #expect(output == [])
    renderer.finish(footer: nil, to: &output)
    let expected = """
             n
         ─────
      1   1.25
      2  10

      """
    #expect(String(decoding: output, as: UTF8.self) == expected)
  }

  /// No line is wider than the terminal, unless one number is; none ends in a space.
  @Test func everyTableFits() {
    var random = Seeded(11)
    var wrong: [String] = []
    for _ in 0..<400 {
      let columns = random.columns()
      let width = Int.random(in: 24...90, using: &random)
      let options = RenderOptions(
        width: width, sanitise: true, rowNumbers: Bool.random(using: &random), maximumRows: 2)
      for line in rendered(.table, columns, options).split(separator: "\n")
      where DisplayWidth.of(line) > width || line.last == " " {
        wrong.append("\(width): \(line)")
      }
    }
    #expect(wrong == [])
  }
}
