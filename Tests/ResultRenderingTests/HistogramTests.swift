// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import TestSupport
import Testing

struct HistogramTests {
  private static func sample(
    _ what: String, _ numbers: [String], _ options: RenderOptions, footer: String? = nil,
    expected: String
  ) -> RenderSample {
    RenderSample(
      what: what,
      columns: [("n", .decimal, numbers.map { $0.isEmpty ? .null : number($0) })],
      options: options, footer: footer, expected: expected)
  }

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "round ends", columns: [hotels[1]], options: RenderOptions(width: 40),
      footer: "6 hotels",
      expected:
        """
        distance                            rows
          0 to <200  ████████████████████████  4
        200 to <400                            0
        400 to <600  ██████                    1
        600 to <800  ██████                    1
        6 hotels

        """),
    sample(
      "few whole numbers are told one by one", ["3", "3", "2", "4", "0", "", "2"],
      RenderOptions(width: 40, ascii: true),
      expected:
        """
        n                                   rows
        0  #################                   1
        1                                      0
        2  ##################################  2
        3  ##################################  2
        4  #################                   1
        1 of 7 rows has no n

        """),
    sample(
      "no whole number is the last before an end with a fraction", ["0", "1", "1"],
      {
        var options = RenderOptions(width: 40)
        options.rangeEnds = ["0", "0.5", "1", "1.5"].compactMap { Decimal($0) }
        return options
      }(),
      expected:
        """
        n                                   rows
        0   to <0.5  ████████████              1
        0.5 to <1                              0
        1   to <1.5  ████████████████████████  2

        """),
    sample(
      "ranges of whole numbers hold both their ends", ["-12", "7", "30", "99", "100"],
      RenderOptions(width: 40),
      expected:
        """
        n                                   rows
        -50 to  -1  ████████████▌              1
          0 to  49  █████████████████████████  2
         50 to  99  ████████████▌              1
        100 to 149  ████████████▌              1

        """),
    sample(
      "small fractions", ["0.001", "0.0025", "0.0049", "-0.0001"], RenderOptions(width: 40),
      expected:
        """
        n                                   rows
        -0.001 to <0      ███████████████████  1
         0     to <0.001                       0
         0.001 to <0.002  ███████████████████  1
         0.002 to <0.003  ███████████████████  1
         0.003 to <0.004                       0
         0.004 to <0.005  ███████████████████  1

        """),
    sample(
      "all are equal", ["13.1", "13.10", "13.100"], RenderOptions(width: 20),
      expected:
        """
        n               rows
        13.1  ███████████  3

        """),
    sample(
      "one row", ["-7"], RenderOptions(width: 20, colour: true),
      expected:
        """
        \u{1B}[1mn\u{1B}[0m               \u{1B}[1mrows\u{1B}[0m
        -7  \u{1B}[1;36m█████████████\u{1B}[0m  1

        """),
    sample(
      "all the numbers there are",
      [
        "99999999999999999999999999999999999999", "-99999999999999999999999999999999999999",
        "0.00000000000000000000000000000000000001",
      ], RenderOptions(width: 20),
      expected:
        """
        n               rows
        -9999999999999999999
        9999999999999999999
        to
        <-500000000000000000
        00000000000000000000
        █████████████████  1
        -5000000000000000000
        0000000000000000000
        to <0
                           0
        0 to
        <5000000000000000000
        0000000000000000000
        █████████████████  1
        50000000000000000000
        000000000000000000
        to
        99999999999999999999
        999999999999999999
        █████████████████  1

        """),
    sample(
      "only nulls", ["", ""], RenderOptions(width: 20),
      expected:
        """
        2 of 2 rows have no
        n

        """),
    sample("nothing", [], RenderOptions(width: 20), expected: "no rows\n"),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(.hist(0), sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }

  @Test func textHasNoNumbers() {
    let output = rendered(.hist(0), [("a\nb", .text, [text("1")])], RenderOptions(width: 40))
    #expect(output == "1 of 1 row has no a b\n")
  }

  /// Neighbours that only 38 digits tell apart are in ranges of their own.
  @Test func rangesAreExact() {
    let output = rendered(
      .hist(0),
      [
        (
          "n", .decimal,
          ["10000000000000000000000000000000000000", "10000000000000000000000000000000000001"]
            .map(number)
        )
      ], RenderOptions(width: 80))
    #expect(
      output == """
        n                                                                           rows
        10000000000000000000000000000000000000  █████████████████████████████████████  1
        10000000000000000000000000000000000001  █████████████████████████████████████  1

        """)
  }

  /// Whatever the numbers are, each is counted once, in at most a screen of ranges.
  @Test func everyNumberIsCounted() {
    var random = Seeded(5)
    var wrong: [String] = []
    for _ in 0..<300 {
      let values = random.numbers(Int.random(in: 1...60, using: &random))
      let output = rendered(
        .hist(0), [("n", .decimal, values)], RenderOptions(width: 200, ascii: true))
      let lines = output.split(separator: "\n").dropFirst()
      let counts = lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
      if counts.reduce(0, +) != values.count || counts.count != lines.count || lines.count > 24 {
        wrong.append("\(values)\n\(output)")
      }
    }
    #expect(wrong == [])
  }
}
