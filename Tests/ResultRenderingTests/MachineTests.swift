// SPDX-License-Identifier: MIT

import Catalogue
import ResultRendering
import Testing

struct MachineTests {
  private static let columns: [(String, ValueType, [Value])] = [
    ("na\tme", .text, [text("a,\"b\"\\\n\tc\r"), text(""), .null]),
    (
      "n", .decimal, [number("1.50"), number("0.12345678901234567890123456789012345678"), .null]
    ),
    ("id", .id, [text("007"), text("9"), .null]),
    ("l", .list(.text), [.list([text("x\ny"), .null]), .list([]), .null]),
    ("any", .any, [number("1.5"), text("1"), .null]),
    ("b", .bool, [.bool(true), .bool(false), .null]),
  ]

  private static let samples: [(OutputFormat, String)] = [
    (
      .tsv,
      """
      "na\tme"\tn\tid\tl\tany\tb
      "a,""b""\\\n\tc\r"\t1.5\t007\t["x\\ny",null]\t1.5\ttrue
      ""\t0.12345678901234567890123456789012345678\t9\t[]\t\"""1\"""\tfalse
      \t\t\t\t\t

      """
    ),
    (
      .csv,
      """
      "na\tme",n,id,l,any,b
      "a,""b""\\\n\tc\r",1.5,007,"[""x\\ny"",null]",1.5,true
      "",0.12345678901234567890123456789012345678,9,[],\"""1\""",false
      ,,,,,

      """
    ),
    (
      .json,
      """
      [
        {"na\\tme":"a,\\"b\\"\\\\\\n\\tc\\r","n":1.5,"id":"007","l":["x\\ny",null],"any":1.5,"b":true},
        {"na\\tme":"","n":0.12345678901234567890123456789012345678,"id":"9","l":[],"any":"1","b":false},
        {"na\\tme":null,"n":null,"id":null,"l":null,"any":null,"b":null}
      ]

      """
    ),
    (
      .jsonl,
      """
      {"na\\tme":"a,\\"b\\"\\\\\\n\\tc\\r","n":1.5,"id":"007","l":["x\\ny",null],"any":1.5,"b":true}
      {"na\\tme":"","n":0.12345678901234567890123456789012345678,"id":"9","l":[],"any":"1","b":false}
      {"na\\tme":null,"n":null,"id":null,"l":null,"any":null,"b":null}

      """
    ),
  ]

  @Test(arguments: samples.indices) func isWrittenAsExpected(index: Int) {
    let (format, expected) = Self.samples[index]
    let output = rendered(format, Self.columns, footer: "not for programs")
    #expect(Array(output.utf8) == Array(expected.utf8))
  }

  @Test func anEmptyResultHasItsHeader() {
    let columns: [(String, ValueType, [Value])] = [("a", .int, []), ("b", .text, [])]
    let outputs = OutputFormat.ofRows.filter { !$0.isBinary }.map { rendered($0, columns) }
    let html = """
      <table>
      <thead>
      <tr><th scope="col" class="number" style="text-align: right">a</th><th scope="col">b</th></tr>
      </thead>
      <tbody>
      </tbody>
      </table>

      """
    #expect(
      outputs == [
        "no rows\n", "no rows\n", "no rows\n", "a  b\n", "a\tb\n", "a,b\n", "[]\n", "",
        "| a | b |\n| ---: | --- |\n", html,
      ])
  }

  @Test func commasQuotesAndLineBreaksNeedQuotes() {
    let values = ["a,b", "a\"b", "a\nb", "a\rb", "a b", "a;b", "é"].map(text)
    let numbers = values.map { _ in number("1") }
    #expect(
      rendered(.csv, [("t", .text, values), ("n", .int, numbers)])
        == "t,n\n\"a,b\",1\n\"a\"\"b\",1\n\"a\nb\",1\n\"a\rb\",1\na b,1\n\"a;b\",1\né,1\n")
  }

  /// A single column could be taken for several.
  @Test func separatorsNeedQuotesInASingleColumn() {
    let values = ["a;b", "a|b", "a\tb", "a,b", "ab"].map(text)
    #expect(
      rendered(.csv, [("t", .text, values)])
        == "t\n\"a;b\"\n\"a|b\"\n\"a\tb\"\n\"a,b\"\nab\n")
    #expect(
      rendered(.tsv, [("t,u", .text, values)]) == "\"t,u\"\na;b\na|b\n\"a\tb\"\na,b\nab\n")
  }

  @Test func batchesMakeOneDocument() {
    var outputs: [String] = []
    for format in [OutputFormat.json, .csv] {
      var renderer = format.makeRenderer(
        columns: [ResultColumn("n", .int)], options: RenderOptions())
      var output: [UInt8] = []
      for value in ["1", "2"] {
        renderer.add(Batch([Column(.int, [number(value)])], count: 1), to: &output)
      }
      renderer.finish(footer: nil, to: &output)
      outputs.append(String(decoding: output, as: UTF8.self))
    }
    #expect(outputs == ["[\n  {\"n\":1},\n  {\"n\":2}\n]\n", "n\n1\n2\n"])
  }

  @Test func invalidBytesPassToProgramsAndNotToTerminals() {
    let values = PackedText(bytes: [[0x61, 0xFF, 0x1B]])
    let batch = Batch([.text(TextColumn(values))], count: 1)
    var outputs: [[UInt8]] = []
    for (format, sanitise) in [
      (OutputFormat.tsv, false), (.csv, true), (.jsonl, false), (.jsonl, true),
    ] {
      var renderer = format.makeRenderer(
        columns: [ResultColumn("t", .text)], options: RenderOptions(sanitise: sanitise))
      var output: [UInt8] = []
      renderer.add(batch, to: &output)
      outputs.append(output)
    }
    let escape = Array("\\u001b\"}\n".utf8)
    #expect(outputs[0] == Array("t\na".utf8) + [0xFF, 0x1B, 0x0A])
    #expect(outputs[1] == Array("t\na\\x{FF}\\u{1B}\n".utf8))
    #expect(outputs[2] == Array("{\"t\":\"a".utf8) + [0xFF] + escape)
    #expect(outputs[3] == Array("{\"t\":\"a\\ufffd".utf8) + escape)
  }

  @Test func foreignJSONStaysOneLine() {
    let values = PackedText(["{\n \"a\": [1,\r\n\t2] }"])
    let batch = Batch([.text(TextColumn(values))], count: 1)
    var outputs: [String] = []
    for sanitise in [false, true] {
      var renderer = OutputFormat.jsonl.makeRenderer(
        columns: [ResultColumn("x", .any)], options: RenderOptions(sanitise: sanitise))
      var output: [UInt8] = []
      renderer.add(batch, to: &output)
      outputs.append(String(decoding: output, as: UTF8.self))
    }
    #expect(
      outputs == [
        "{\"x\":{  \"a\": [1,  \t2] }}\n", "{\"x\":{  \"a\": [1,   2] }}\n",
      ])
  }
}
