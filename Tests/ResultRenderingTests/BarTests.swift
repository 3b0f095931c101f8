// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import Testing

struct BarTests {
  private static let signed: [(String, ValueType, [Value])] = [
    ("city", .text, ["Oslo", "名前", "👩‍👩‍👧 Rome", "a\u{1B}[31m|b\nc"].map(text) + [.null]),
    ("change", .decimal, [number("-2.5"), number("5"), .null, number("0"), number("-0.01")]),
  ]

  private static let huge: [(String, ValueType, [Value])] = [
    ("name", .text, [text("one"), text("a long name that is cut somewhere"), text("none")]),
    (
      "n", .decimal,
      [
        number("99999999999999999999999999999999999999"),
        number("0.00000000000000000000000000000000000001"), .null,
      ]
    ),
  ]

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "labels left, values right", columns: hotels, options: RenderOptions(width: 60),
      footer: "6 hotels",
      expected:
        """
        name                                                distance
        Best Western President …  ▌                            13.1
        Midtown Lodging           ▌                            13.1
        Americana Inn             ███▋                         99.9
        Belleclaire Hotel         ███▋                        100
        Dream                     ████████████████████▏       554.4
        Dream Downtown            ██████████████████████████  716.06
        6 hotels

        """),
    RenderSample(
      what: "twenty cells", columns: hotels, options: RenderOptions(width: 20, maximumRows: 3),
      expected:
        """
        name        distance
        Best We…  ▌     13.1
        Midtown…  ▌     13.1
        America…  ████  99.9
        … 3 more rows

        """),
    RenderSample(
      what: "below zero, nulls, wide and hostile labels", columns: signed,
      options: RenderOptions(width: 40, sanitise: true),
      expected:
        """
        city                              change
        Oslo             █████│            -2.5
        名前                  │██████████   5
        👩‍👩‍👧 Rome          no change
        a\\u{1B}[31m|b c       │             0
        no city              ▐│            -0.01
        1 of 5 rows has no change

        """),
    RenderSample(
      what: "ASCII alone", columns: signed,
      options: RenderOptions(width: 40, sanitise: true, ascii: true),
      expected:
        """
        city                              change
        Oslo             #####|            -2.5
        ??                    |##########   5
        ????? Rome       no change
        a\\u{1B}[31m|b c       |             0
        no city              #|            -0.01
        1 of 5 rows has no change

        """),
    RenderSample(
      what: "huge numbers are never cut", columns: huge, options: RenderOptions(width: 20),
      expected:
        """
        name               n
        one
        ████████████████████
        99999999999999999999
        999999999999999999
        a long name that is…
        ▏
        0.000000000000000000
        00000000000000000001
        none
        no n
        1 of 3 rows has no n

        """),
    RenderSample(
      what: "huge numbers beside bars", columns: huge, options: RenderOptions(width: 80),
      expected:
        """
        name                                                                           n
        one                               ████    99999999999999999999999999999999999999
        a long name that is cut somewhe…  ▏     0.00000000000000000000000000000000000001
        none                              no n
        1 of 3 rows has no n

        """),
    RenderSample(
      what: "numbers as labels are never cut",
      columns: [
        ("n", .decimal, [number("12345678901234567890.5"), .null]),
        ("m", .int, [number("-3"), number("-3")]),
      ],
      options: RenderOptions(width: 24),
      expected:
        """
        n                      m
        12345678901234567890.5
        ███████████████████│  -3
        no n
        ███████████████████│  -3

        """),
    RenderSample(
      what: "all are nothing",
      columns: [("a", .text, [text("x"), text("y")]), ("b", .int, [number("0"), number("0")])],
      options: RenderOptions(width: 20),
      expected:
        """
        a                  b
        x                  0
        y                  0

        """),
    RenderSample(
      what: "one row in colour", columns: [("a", .text, [text("x")]), ("b", .int, [number("7")])],
      options: RenderOptions(width: 20, colour: true),
      expected:
        """
        \u{1B}[1ma\u{1B}[0m                  \u{1B}[1mb\u{1B}[0m
        x  \u{1B}[1;36m██████████████\u{1B}[0m  7

        """),
    RenderSample(
      what: "nothing", columns: [("a", .text, []), ("b", .int, [])], expected: "no rows\n"),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(
      .bars(value: 1, label: 0), sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }

  @Test func numbersOfAnyTypeAreFound() {
    let output = rendered(
      .bars(value: 1, label: 0),
      [
        ("a", .text, [text("x"), text("y"), text("z")]),
        ("b", .any, [number("1.50"), text("2"), .null]),
      ], RenderOptions(width: 20))
    #expect(
      output == """
        a                  b
        x  ████████████  1.5
        y  no b
        z  no b
        2 of 3 rows have no
        b

        """)
  }
}
