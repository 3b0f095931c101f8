// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import TestSupport
import Testing

struct ScatterTests {
  private static let cross: [(String, ValueType, [Value])] = [
    ("rooms", .int, ["0", "5", "10", "0", "10"].map(number) + [.null]),
    ("distance", .decimal, ["-1.25", "0", "1.5", "1.5", "-1.25", "9"].map(number)),
  ]

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "braille", columns: cross, options: RenderOptions(width: 40), footer: "6 hotels",
      expected:
        """
        distance
         1.5  ┤⠁                               ⠈
              │
              │
              │
              │
              │
              │
              │
              │                ⠠
              │
              │
              │
              │
              │
              │
        -1.25 ┤⡀                               ⢀
              └─────────────────────────────────
               0            rooms             10
        1 of 6 rows has no rooms or no distance
        6 hotels

        """),
    RenderSample(
      what: "ASCII", columns: cross, options: RenderOptions(width: 20, ascii: true),
      expected:
        """
        distance
         1.5  +*           *
              |
              |
              |
              |
              |
              |
              |
              |      *
              |
              |
              |
              |
              |
              |
        -1.25 +*           *
              +-------------
               0  rooms   10
        1 of 6 rows has no
        rooms or no distance

        """),
    RenderSample(
      what: "all are equal",
      columns: [
        ("x", .int, [number("3"), number("3")]), ("y", .int, [number("4"), number("4")]),
      ],
      options: RenderOptions(width: 20, colour: true),
      expected:
        """
        \u{1B}[1my\u{1B}[0m
          │
          │
          │
          │
          │
          │
          │
          │
        4 ┤\u{1B}[1;36m        ⠁\u{1B}[0m
          │
          │
          │
          │
          │
          │
          │
          └─────────────────
           \u{1B}[1mx\u{1B}[0m       3

        """),
    RenderSample(
      what: "huge numbers and names",
      columns: [
        ("名前 of \u{1B} the first axis", .decimal, [number("1e37"), number("-1e37")]),
        ("the name of the second axis", .decimal, [number("-1e-38"), number("1e-38")]),
      ],
      options: RenderOptions(width: 20, sanitise: true),
      expected:
        """
        the name …:
        -0.00000000000000000
        00000000000000000000
        1 to
        0.000000000000000000
        00000000000000000001
        │⠁
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │
        │                  ⢀
        └───────────────────
        名前 of \\…:
        -1000000000000000000
        0000000000000000000
        to
        10000000000000000000
        000000000000000000

        """),
    RenderSample(
      what: "only nulls", columns: [("x", .int, [.null]), ("y", .int, [number("1")])],
      expected: "1 of 1 row has no x or no y\n"),
    RenderSample(
      what: "nothing", columns: [("x", .int, []), ("y", .int, [])], expected: "no rows\n"),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(
      .scatter(x: 0, y: 1), sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }
}

/// What holds for all charts.
struct ChartTests {
  private static let forms: [OutputForm] = [
    .bars(value: 1, label: 0), .bars(value: 2, label: 1), .hist(1), .hist(0),
    .scatter(x: 1, y: 2), .scatter(x: 2, y: 2), .chart("line", [1, 2]),
    .chart("line", [1, 2, 0]), .chart("bars", [2, 0, 0]), .chart("bars", [1, 2, 0]),
  ]

  @Test(arguments: forms) func everyChartFits(form: OutputForm) {
    var random = Seeded(31)
    var wrong: [String] = []
    for _ in 0..<150 {
      let count = Int.random(in: 1...30, using: &random)
      let columns: [(String, ValueType, [Value])] = [
        (random.text(), .text, (0..<count).map { _ in .text(random.text()) }),
        (random.text(), .decimal, random.numbers(count)),
        (random.text(), .int, (0..<count).map { _ in number("\(random.next() % 9)") }),
      ]
      let width = Int.random(in: 20...90, using: &random)
      let options = RenderOptions(
        width: width, sanitise: true, ascii: Bool.random(using: &random), maximumRows: 20)
      for line in rendered(form, columns, options).split(separator: "\n")
      where DisplayWidth.of(line) > width {
        wrong.append("\(width): \(line)")
      }
    }
    #expect(wrong == [])
  }

  @Test(arguments: [0, 1, 19]) func narrowPlacesAreTakenForTwentyCells(width: Int) {
    for form in Self.forms {
      let columns: [(String, ValueType, [Value])] = [
        hotels[0], hotels[1], hotels[2],
      ]
      #expect(
        rendered(form, columns, RenderOptions(width: width))
          == rendered(form, columns, RenderOptions(width: 20)))
    }
  }

  @Test func batchesMakeOneChart() {
    let lines: [OutputForm] = [.chart("line", [0, 0]), .chart("line", [0, 0, 0])]
    let forms: [OutputForm] = [.bars(value: 0, label: 0), .hist(0), .scatter(x: 0, y: 0)] + lines
    for form in forms {
      var renderer = form.makeRenderer(
        columns: [ResultColumn("n", .decimal)], options: RenderOptions())
      var output: [UInt8] = []
      for values in [["1.25"], ["10", "-3"], []] {
        renderer.add(
          Batch([Column(.decimal, values.map(number))], count: values.count), to: &output)
      }
      #expect(output == [])
      renderer.finish(footer: "f", to: &output)
      let whole = rendered(
        form, [("n", .decimal, ["1.25", "10", "-3"].map(number))], footer: "f")
      #expect(String(decoding: output, as: UTF8.self) == whole)
    }
  }
}
