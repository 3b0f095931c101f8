// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The messages of the language's design in their full form and their order. Those about money and
/// lengths are where these types are tested.
@Suite struct MessageTests {
  /// A script, or the text of a query, with what is said of it.
  struct Message: Sendable, CustomTestStringConvertible {
    var query: String?
    var script = ""
    var data: [String: String] = [:]
    var text: String
    var status: Int32 = 3

    var testDescription: String { String(text.prefix { $0 != "\n" }) }
  }

  static let ofSyntax: [Message] = [
    Message(
      script: "from hotels\n| filter stars >=\n",
      text: """
        error[CQ0101]: a value is missing after `filter stars >=`
         --> top.cq:2:16
        2 | | filter stars >=
          |                ^^ needs a value on the right
        help: for example `filter stars >= 3`

        """),
    Message(
      query: "from hotels | where stars > 3",
      text: """
        error[CQ0102]: `where` is called `filter` in cq
        1 | from hotels | where stars > 3
          |               ^^^^^ SQL, KQL and nushell say where
        fix: from hotels | filter stars > 3

        """),
    Message(
      script: "from hotels\n| sort by name\n| filter name = \"Dream\n",
      text: """
        error[CQ0103]: this text is never closed
         --> top.cq:3:17
        3 | | filter name = "Dream
          |                 ^ opened here; the line ends first
        help: write `"` where it ends; `"` and `'` both quote text

        """),
    Message(
      query: "from hotels | filter 50 < distance < 600",
      text: """
        error[CQ0104]: comparisons do not chain
        1 | from hotels | filter 50 < distance < 600
          |                         -          ^ the second one
        fix: from hotels | filter distance > 50 and distance < 600

        """),
  ]

  static let ofNames: [Message] = [
    Message(
      script: "from hotels\n| sort by distnace desc\n",
      text: """
        error[CQ0201]: hotels has no field `distnace`
         --> top.cq:2:11
        2 | | sort by distnace desc
          |           ^^^^^^^^ did you mean `distance`?
        fields: id name address stars distance suites rooms image lat lon
        fix: | sort by distance desc

        """),
    Message(
      query: "from hotel",
      text: """
        error[CQ0202]: there is no source called `hotel`
        1 | from hotel
          |      ^^^^^ did you mean `hotels`?  Others: bestbuy, chloe, products, shopreme (`sources` lists them)
        fix: from hotels

        """),
    Message(
      query: #"from shopreme in "Frische Frücht""#,
      text: """
        error[CQ0203]: no category of shopreme is called "Frische Frücht"
        1 | from shopreme in "Frische Frücht"
          |                  ^^^^^^^^^^^^^^^^ did you mean "Frische Früchte"?  Others: Frisches Gemüse
        fix: from shopreme in "Frische Früchte"

        """),
    Message(
      script: "from hotels\n| summarize count() by stars\n| sort by distance\n",
      text: """
        error[CQ0204]: `distance` is gone after `summarize`
         --> top.cq:3:11
        2 | | summarize count() by stars
          |   --------- only `stars` and `count` remain from here on
        3 | | sort by distance
          |           ^^^^^^^^
        help: keep it with an aggregate, e.g. `summarize count(), first(distance)`

        """),
    Message(
      query: #"from hotels | filter stars >= "three""#,
      text: """
        error[CQ0301]: a number cannot be compared with text
        1 | from hotels | filter stars >= "three"
          |                      -----    ^^^^^^^ Text
          |                      Decimal
        help: write a number without quotes: `3`
        maybe: from hotels | filter stars >= 3

        """),
  ]

  static let ofData: [Message] = [
    Message(
      query: #"from "hotels.json" | count"#,
      data: ["hotels.json": "[\n  {\"id\": 1},\n  {\"id\": 2},\n  {\"distance\": 9.5,\n   \"suite"],
      text: """
        error[CQ0401]: hotels.json stops in the middle of record 3
         --> hotels.json:5:4
        4 |   {"distance": 9.5,
        5 |    "suite
          |    ^ text opened here, file ends at byte 57
        note: records 1 to 2 come before it; --salvage reads a file as far as it is whole

        """, status: 4),
    Message(
      query: #"from "products.json""#, data: ["products.json": ""],
      text: """
        error[CQ0402]: products.json is empty
        1 | from "products.json"
          |      ^^^^^^^^^^^^^^^
        help: a catalogue with nothing in it is written []. Was the download cut off?

        """, status: 4),
    Message(
      query: #"from "https://api.example.org/products" | search "iphone""#,
      text: """
        error[CQ0501]: https://api.example.org/products is not asked (offline); no cached copy
        1 | from "https://api.example.org/products" | search "iphone"
          |      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ https://api.example.org/products
        help: ask once without `--offline`, or after `set offline = false`; the answer is kept

        """, status: 5),
    Message(
      script: """
        param min: Int = 3
        let near = from hotels
          | filter distance < 200

        from near
          | filter stars >= $min
          | expect 3 rows

        """,
      text: """
        FAILED[CQ0601]: expected 3 rows, got 2
         --> top.cq:7:5
        7 |   | expect 3 rows
          |     ^^^^^^^^^^^^^ after `filter stars >= $min` with min = 3
        rows: 40611 Belleclaire Hotel; 13100 Best Western President Hotel at Times Square

        """, status: 1),
  ]

  @Test(arguments: ofSyntax + ofNames + ofData) func inFull(_ message: Message) throws {
    let workspace = try Workspace(message.data.merging(["top.cq": message.script]) { $1 })
    let place = message.query.map { ["-c", $0] } ?? ["top.cq"]
    let run = Outcome(try workspace.run(["--quiet=all", "--errors", "full"] + place))
    #expect(run.errors == message.text)
    #expect(run.status == .exited(message.status))
  }
}
