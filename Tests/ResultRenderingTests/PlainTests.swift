// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import Testing

struct PlainTests {
  private static let long = String(repeating: "long ", count: 13) + "end"

  private static let samples: [RenderSample] = [
    RenderSample(
      what: "nothing is cut, left out, coloured or added", columns: hotels,
      options: RenderOptions(width: 20, colour: true, rowNumbers: true, maximumRows: 2),
      footer: "6 hotels",
      expected: """
        name                                          distance  rooms
        Best Western President Hotel at Times Square     13.1       1
        Midtown Lodging                                  13.1       1
        Americana Inn                                    99.9       4
        Belleclaire Hotel                               100         6
        Dream                                           554.4       3
        Dream Downtown                                  716.06      8

        """),
    RenderSample(
      what: "long text, all digits, nulls and wide letters",
      columns: [
        ("名前", .text, [text("名"), text("ab"), .null]),
        ("n", .decimal, [number("0.1234567890123456789"), .null, number("-12")]),
        (
          "list", .list(.decimal),
          [.list([number("0.1234567890"), .null, number("1")]), .list([]), .null]
        ),
        ("any", .any, [text("x\ny"), .list([number("1")]), .null]),
        ("long", .text, [text(long), .null, text("")]),
      ],
      expected:
        """
        名前                        n  list            any     long
        名      0.1234567890123456789  0.123456789  1  "x\\ny"  \(long)
        ab      -                                      [1]     -
        -     -12                      -               -

        """),
    RenderSample(
      what: "one cell is one line", columns: [("t", .text, [text("a\u{1B} \r\n b\tc")])],
      options: RenderOptions(sanitise: true, ascii: true), expected: "t\na\\u{1B} b\\tc\n"),
    RenderSample(
      what: "nothing", columns: [("a", .int, []), ("b", .text, [])], expected: "a  b\n"),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let sample = Self.samples[index]
    let output = rendered(.plain, sample.columns, sample.options, footer: sample.footer)
    #expect(output == sample.expected, "\(sample.what)")
  }

  /// However many rows wait for the last, each portion of them is a step of its own, between which
  /// a person can end the writing; together they are what `finish` writes alone.
  @Test(arguments: allForms) func whatWaitsIsWrittenInPortions(form: OutputForm) throws {
    let count = 10 * Batch.usualCount
    let rows = Batch([Column(.int, (0..<count).map { .number(Decimal($0)) })], count: count)
    let makeRenderer = {
      var renderer = form.makeRenderer(
        columns: [ResultColumn("n", .int)], options: RenderOptions())
      var output: [UInt8] = []
      renderer.add(rows, to: &output)
      return (renderer, output)
    }
    var (whole, expected) = makeRenderer()
    whole.finish(footer: "all", to: &expected)
    var (renderer, output) = makeRenderer()
    var portions = 1
    while try renderer.appendWaiting(to: &output) { portions += 1 }
    #expect(portions == (renderer.heldBytes > 0 ? 10 : 1))
    renderer.finish(footer: "all", to: &output)
    #expect(output == expected)
  }

  @Test func batchesMakeOneTable() {
    var renderer = OutputFormat.plain.makeRenderer(
      columns: [ResultColumn("n", .int)], options: RenderOptions())
    var output: [UInt8] = []
    for values in [["1"], ["100"], []] {
      renderer.add(Batch([Column(.int, values.map(number))], count: values.count), to: &output)
    }
    #expect(output == [])
    renderer.finish(footer: nil, to: &output)
    #expect(String(decoding: output, as: UTF8.self) == "  n\n  1\n100\n")
  }
}
