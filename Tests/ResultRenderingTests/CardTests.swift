// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import Testing

struct CardTests {
  private static let dream: [(String, ValueType, [Value])] = [
    ("id", .id, [text("313499"), text("7")]),
    ("name", .text, [text("Dream Downtown"), .null]),
    ("description", .text, [text("First line.\r\nSecond \tline is longer.\n\nEnd"), text("")]),
    ("distance", .decimal, [number("716.060"), .null]),
    ("suites", .list(.int), [.list(["2", "87"].map(number)), .list([])]),
  ]

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "a block for each row", columns: dream,
      options: RenderOptions(width: 30, sanitise: true), footer: "2 of 2",
      expected: """
        Dream Downtown
        id           313499
        description  First line.
                     Second \\tline is
                     longer.

                     End
        distance     716.06
        suites       2 87

        id           7
        description
        distance     –
        suites
        2 of 2

        """),
    RenderSample(
      what: "colour and a limit", columns: [dream[0], dream[1]],
      options: RenderOptions(colour: true, maximumRows: 1),
      expected: """
        \u{1B}[1mDream Downtown\u{1B}[0m
        \u{1B}[2mid\u{1B}[0m  313499
        \u{1B}[2m… 1 more row\u{1B}[0m

        """),
    RenderSample(
      what: "a name alone is a field", columns: [dream[1]], options: RenderOptions(ascii: true),
      expected: """
        name  Dream Downtown       name  -

        """),
    RenderSample(what: "nothing", columns: [("a", .int, [])], expected: "no rows\n"),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(.card, sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }
}
