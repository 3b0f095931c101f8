// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import TestSupport
import Testing

struct ListTests {
  private static let dream: [(String, ValueType, [Value])] = [
    ("name", .text, [text("Dream Downtown"), .null]),
    ("description", .text, [text("First line.\r\nSecond \tline is longer.\n\nEnd"), text("")]),
    ("distance", .decimal, [number("716.060"), .null]),
    ("suites", .list(.int), [.list(["2", "87"].map(number)), .list([])]),
    ("名前", .text, [text("名前名前名前名前"), text("👩‍👩‍👧")]),
  ]

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "a line for each value, longer values below their names", columns: dream,
      options: RenderOptions(width: 20, sanitise: true), footer: "2 of 2",
      expected: """
        name: Dream Downtown
        description:
          First line.
          Second \\tline is
          longer.

          End
        distance: 716.06
        suites: 2 87
        名前:
          名前名前名前名前

        name: –
        description:
        distance: –
        suites:
        名前: 👩‍👩‍👧
        2 of 2

        """),
    RenderSample(
      what: "colour and a limit", columns: [dream[0]],
      options: RenderOptions(colour: true, maximumRows: 1),
      expected: """
        \u{1B}[2mname:\u{1B}[0m Dream Downtown
        \u{1B}[2m… 1 more row\u{1B}[0m

        """),
    RenderSample(
      what: "ASCII alone, hostile names",
      columns: [("na\nme\u{1B}[31m and more of it", .text, [.null, text("Chloé\u{202E}")])],
      options: RenderOptions(width: 20, sanitise: true, ascii: true),
      expected: """
        na\\nme\\u{1B}[31m...: -

        na\\nme\\u{1B}[31m...:
          Chlo?\\u{202E}

        """),
    RenderSample(what: "nothing", columns: [("a", .int, [])], expected: "no rows\n"),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(.list, sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }

  @Test func everyListFits() {
    var random = Seeded(17)
    var wrong: [String] = []
    for _ in 0..<400 {
      let columns = random.columns()
      let width = Int.random(in: 20...90, using: &random)
      let options = RenderOptions(width: width, sanitise: true)
      for line in rendered(.list, columns, options).split(separator: "\n")
      where DisplayWidth.of(line) > width {
        wrong.append("\(width): \(line)")
      }
    }
    #expect(wrong == [])
  }
}
