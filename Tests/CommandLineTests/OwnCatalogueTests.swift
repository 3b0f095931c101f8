// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Sources that users define: the chapter of the manual, and what may be wrong with a definition.
@Suite struct OwnCatalogueTests {
  private static let objects =
    "has one object after another, which no definition reads; "
    + "`save \"FILE.json\"` makes a list of them"

  /// A block of a page: the words after its fence, and its text.
  private typealias Block = (kind: String, text: String)

  private static func blocks(of path: String) throws -> [Block] {
    let page = try TestSupport.text(ofFile: "\(TestSupport.repositoryRoot)/\(path)")
    var blocks: [Block] = []
    var isOpen = false
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isOpen.toggle()
        if isOpen { blocks.append((String(line.dropFirst(3)), "")) }
      } else if isOpen {
        blocks[blocks.count - 1].text += line + "\n"
      }
    }
    return blocks
  }

  /// What is at an address is defined with it, its key aside, and the definition reads it.
  @Test func definesAnAddress() throws {
    let server = try LoopbackServer { request in
      request.parameter("apiKey") == "S3cret/4711"
        ? .json(#"{"d":{"results":[{"id":1,"Address":{"City":"Graz"}},{"id":2}]}}"#)
        : .json(#"{"error":"no key"}"#, status: 401)
    }
    let workspace = try Workspace()
    let live = ["CQ_OFFLINE": ""]
    let address = server.address("/v1/products.json?apiKey=S3cret%2F4711&limit=2")
    let defined = try workspace.run(["define", address], environment: live)
    let definition = """
      source my_products {
        key   CQ_KEY_MY_PRODUCTS as apiKey
        list  "\(server.address("/v1/products.json?limit=2"))"
        items d.results

        field id      Int key
        field Address Record<City Text>
      }

      """
    #expect(Outcome(defined) == Outcome(output: definition))
    try workspace.write(definition, to: "p.cq")
    let run = try workspace.run(
      ["--define", "p.cq", "--to", "csv", "-c", "from my_products | show id, Address.City"],
      environment: live.merging(["CQ_KEY_MY_PRODUCTS": "S3cret/4711"]) { $1 })
    #expect(Outcome(run) == Outcome(output: "id,Address.City\n1,Graz\n2,\n"))
    let places = server.requests.map(\.target)
    #expect(
      places == [
        "/v1/products.json?apiKey=S3cret%2F4711&limit=2",
        "/v1/products.json?limit=2&apiKey=S3cret%2F4711",
      ])
    let offline = try workspace.run(["define", server.address("/other.json")])
    #expect(
      Outcome(offline)
        == Outcome(
          errors: "error[CQ0501]: \(server.address("/other.json")) is not asked (offline); no "
            + "cached copy\n", status: 5))
  }

  /// Of several secrets in an address none is lost without a word.
  @Test(arguments: [
    (
      "?consumer_key=ck_12345678&n=2&consumer_secret=cs_12345678",
      """
        # "consumer_secret" of the address is not sent: a definition has one key
        # both as a login: key CQ_KEY_TOYS in header "Authorization" as "Basic {base64}"
        key  CQ_KEY_TOYS as consumer_key

      """
    ),
    (
      "?token=12345678&n=2&appid=1&jwt=2",
      """
        # "appid", "jwt" of the address are not sent: a definition has one key
        key  CQ_KEY_TOYS as token

      """
    ),
  ])
  func definesAnAddressWithSeveralKeys(query: String, lines: String) throws {
    let server = try LoopbackServer { _ in .json(#"[{"id":1}]"#) }
    let plain = server.address("/toys")
    let defined = try Workspace().run(["define", plain + query], environment: ["CQ_OFFLINE": ""])
    let text = "source toys {\n\(lines)  list \"\(plain)?n=2\"\n\n  field id Int key\n}\n"
    #expect(Outcome(defined) == Outcome(output: text))
    #expect(!defined.outputText.contains("12345678"))
  }

  /// The chapter's file and definition give what the chapter shows.
  @Test func chapterIsTrue() throws {
    let blocks = try Self.blocks(of: "Documentation/YourOwnCatalogue.md")
    #expect(blocks.prefix(6).map(\.kind) == ["json", "text", "sh", "output", "sh", "error"])
    let workspace = try Workspace(["toys.json": blocks[0].text, "toys.cq": blocks[1].text])
    for step in [2, 4] {
      let run = try workspace.shell(blocks[step].text)
      let answer = blocks[step + 1].kind == "output" ? run.outputText : run.errorText
      #expect(answer == blocks[step + 1].text)
    }
    #expect(Outcome(try workspace.run(["fmt", "--check", "toys.cq"])) == Outcome())
  }

  /// However many fields are computed one from another.
  @Test func aLongChainOfFieldsIsComputed() throws {
    let fields = (0..<3_000).map { "  field f\($0) Int = f\($0 + 1) + 1\n" }.joined()
    let definition = "source toys {\n  list \"t.json\"\n  field id Id key\n\(fields)"
    let workspace = try Workspace([
      "toys.cq": definition + "  field f3000 Int = 0\n}\n", "t.json": "[{\"id\":1}]",
    ])
    let run = try workspace.run([
      "--define", "toys.cq", "-q", "--to", "csv", "-c", "from toys | show f0, f2999",
    ])
    #expect(Outcome(run) == Outcome(output: "f0,f2999\n3000,1\n"))
  }

  /// A field may say whether a calculated value is between others.
  @Test func aFieldMayCompareWhatItCalculates() throws {
    let workspace = try Workspace([
      "toys.cq": """
      source toys {
        list "t.json"
        field id    Id key
        field cost  Int
        field fits  Bool = cost * 2 between 3 and 5
        field known Bool = cost + 1 in (2, 9)
      }
      """, "t.json": #"[{"id":1,"cost":1},{"id":2,"cost":2}]"#,
    ])
    let run = try workspace.run(["--define", "toys.cq", "-q", "--to", "csv", "-c", "from toys"])
    #expect(Outcome(run) == Outcome(output: "id,cost,fits,known\n1,1,false,true\n2,2,true,false\n"))
  }

  private static let definition = "source toys {\n  list \"t.json\"\n  field id Id key\n}\n"
  private static let list = #"[{"id": 1}, {"id": 2}]"#

  /// A definition in the user's folder is there without being asked for; those that come with the
  /// program do not wait for it.
  @Test func definitionsOfTheFolderAreThere() throws {
    let workspace = try Workspace()
    let folder = "\(workspace.path)/conf/cq/sources"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let files = ["toys.cq": Self.definition, "t.json": Self.list, "not.txt": "source {"]
    for (name, text) in files { try workspace.write(text, to: "conf/cq/sources/\(name)") }
    let environment = ["XDG_CONFIG_HOME": "\(workspace.path)/conf"]
    let count = { (query: String) in
      try Outcome(workspace.run(["--quiet=all", "-c", query], environment: environment))
    }
    #expect(try count("from toys | count") == Outcome(output: "count\n2\n"))
    #expect(
      try count("sources | filter rows = 2 | show source, rows, updated")
        == Outcome(output: "source\trows\tupdated\ntoys\t2\t\(folder)/t.json\n"))
    try workspace.write("source kits {", to: "conf/cq/sources/kits.cq")
    try workspace.write(
      "source nuts {\n  listt \"x\"\n}\n", to: "conf/cq/sources/hard.cq")
    #expect(try count("from toys | count") == Outcome(output: "count\n2\n"))
    let told = try Outcome(
      workspace.run(
        ["-c", "sources | filter source = \"toys\" | show rows"], environment: environment))
    #expect(
      told
        == Outcome(
          output: "rows\n2\n",
          errors: "\(folder)/hard.cq:2:3: warning[CQ0110]: there is no clause called `listt`; "
            + "did you mean `list`?\n\(folder)/kits.cq:1:14: warning[CQ0110]: a `}` is missing\n"))
    let named = try Outcome(workspace.run(["-c", "from nuts"], environment: environment))
    #expect(
      named.errors == "<query>:1:6: error[CQ0110]: the definition of \(folder)/hard.cq, line 2, "
        + "is wrong: there is no clause called `listt`\n"
        + "\(folder)/kits.cq:1:14: warning[CQ0110]: a `}` is missing\n")
    #expect(try count("from hotels | count") == Outcome(output: "count\n7\n"))
    let broken = try count("from kits")
    #expect(
      broken.errors == "<query>:1:6: error[CQ0110]: the definition of \(folder)/kits.cq, line 1, "
        + "is wrong: a `}` is missing\n")
    #expect(broken.status == .exited(3))
  }

  private static func row(
    _ definition: String, _ errors: String, status: Int32 = 3
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: ["--define", "a.cq", "-c", "from hotels | count"], files: ["a.cq": definition],
      errors: errors, status: status)
  }

  static let faults: [CommandLineCase] = [
    row(
      "source hotels {\n  list \"l\"\n}",
      "a.cq:1:8: error[CQ0110]: there is a source called `hotels` already\n"),
    row(
      definition + definition,
      "a.cq:5:8: error[CQ0110]: there is a source called `toys` already\n"),
    row(
      "source a {\n  listt \"x\"\n}",
      "a.cq:2:3: error[CQ0110]: there is no clause called `listt`; did you mean `list`?\n"),
    row(
      "source a {\n  list \"l\"\n  field n Int\n  field b Text = lower(n)\n"
        + "  field c Text = n * 2\n}",
      "a.cq:4:18: error[CQ0305]: `lower` is called as `lower(TEXT)`\n"
        + "a.cq:5:18: error[CQ0304]: `c` is declared as Text and computed as Int\n"),
    CommandLineCase(
      arguments: ["--quiet=all", "--define", "a.cq", "-c", "from toys"],
      files: ["a.cq": definition, "t.json": #"[{"id": {"n": 1}}][{"id": 2}]"#],
      errors:
        "t.json:1:19: error[CQ0401]: t.json holds several documents; "
        + "the first ends after record 1\n",
      status: 4),
    CommandLineCase(
      arguments: ["--define", "gone.cq", "-c", "from hotels | count"],
      errors: "error[CQ0503]: gone.cq cannot be opened: no such file\n", status: 5),
    CommandLineCase(
      arguments: ["--define", "a.cq", "-c", "from toys"], files: ["a.cq": definition],
      errors: "<query>:1:1: error[CQ0503]: t.json cannot be opened: no such file\n", status: 5),
  ]

  private static func checked(
    _ command: String, _ text: String, _ errors: String = "", status: Int32 = 3
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: [command, "a.cq"], files: ["a.cq": text], errors: errors,
      status: errors.isEmpty ? 0 : status)
  }

  /// Files of definitions are judged as such.
  static let checks: [CommandLineCase] = ["check", "lint"].flatMap { command in
    [
      checked(command, "# Toys.\n" + definition),
      checked(
        command,
        "source hotels {\n  list \"l\"\n  field a Txt\n  field b Int\n  field B Int\n}\n",
        "a.cq:3:9: error[CQ0110]: `a` has a type that does not exist\n"
          + "a.cq:5:9: error[CQ0110]: there are two fields called `B`\n"),
      checked(
        command, definition + definition,
        "a.cq:5:8: error[CQ0110]: there is a source called `toys` already\n"),
    ]
  }

  @Test(arguments: checks) func check(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  @Test(arguments: faults) func fault(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  private static let phones =
    #"{"at": 1, "value": [{"id": 7, "my name": "A", "tags": [{"t": 1}]}]}"#

  static let definitions: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["define", "c.json"],
      files: ["c.json": #"[{"A": 1, "a": "x", "a_2": 2, "É x": 1, "é x": 2}]"#],
      output: """
        source c {
          list "c.json"

          field A       Int
          field a_3     Text from a
          field a_2     Int
          field `É x`   Int
          field `é x_2` Int from `é x`
        }

        """),
    CommandLineCase(
      arguments: ["define", "my phones.json"], files: ["my phones.json": phones],
      output: """
        source my_phones {
          list  "my phones.json"
          items value

          field id        Int key
          field `my name` Text
          field tags      List<Record<t Int>>
        }

        """),
    CommandLineCase(
      arguments: ["define", "Products.json"],
      files: [
        "Products.json":
          #"[{"id":1,"a":{"b c":"x","d":[{"e":1.5}],"D":null},"f":{}},{"id":2,"a":{"g\n":1}}]"#
      ],
      output: """
        source my_products {
          list "Products.json"

          field id Int key
          field a  Any
          field f  Any
        }

        """),
    CommandLineCase(
      arguments: ["define", "deep.json"],
      files: ["deep.json": #"{"x":{"y":[{"id":1,"a":{"b c":"x","d":[{"e":1.5}],"D":null}}]}}"#],
      output: """
        source deep {
          list  "deep.json"
          items x.y

          field id Int key
          field a  Record<`b c` Text, d List<Record<e Decimal>>, D Any>
        }

        """),
    CommandLineCase(
      arguments: ["define", "toys", "--define", "a.cq"], files: ["a.cq": definition],
      output: definition),
    CommandLineCase(
      arguments: ["define", "n.ndjson"], files: ["n.ndjson": "{}\n{}\n"],
      errors: "error[CQ0404]: n.ndjson: \(objects)\n", status: 4),
    CommandLineCase(
      arguments: ["define", "n.ndjson"], files: ["n.ndjson": "{\"a\":1}\n"],
      errors: "error[CQ0404]: n.ndjson: \(objects)\n", status: 4),
    CommandLineCase(
      arguments: ["define", "n.json"], files: ["n.json": "{\"a\":1} {\"a\":2}"],
      errors: "error[CQ0404]: n.json: \(objects)\n", status: 4),
    CommandLineCase(
      arguments: ["define", "n.json"], files: ["n.json": "{\"a\":1}"],
      errors: "error[CQ0404]: n.json: is no list and holds none, so that no definition reads it\n",
      status: 4),
    CommandLineCase(
      arguments: ["define", "we\"i\\r\u{1B}d.json"],
      files: [
        "we\"i\\r\u{1B}d.json":
          #"[{"id": 1, "a\u001b]0;pwn\u0007b": 2, "c`d": 3, "e\u202ef": 4, "g": 5}]"#
      ],
      output: #"""
        source we_i_r_d {
          list "we\"i\\r\u001bd.json"

          field id     Int key
          field `c``d` Int
          field g      Int
          # 2 fields are left out: a definition cannot write their names
        }

        """#),
    CommandLineCase(
      arguments: ["define", "a{b.json"], files: ["a{b.json": "[{\"id\": 1}]"],
      errors: "error[CQ0404]: a{b.json: gives no definition that can be read: "
        + "this address has a brace without its partner, or a hole without a name\n",
      status: 4),
    CommandLineCase(
      arguments: ["define", "n.json"], files: ["n.json": #"{"a": 1, "b\nc": [{"id": 1}]}"#],
      errors:
        "error[CQ0404]: n.json: has its list in a member whose name no definition can write\n",
      status: 4),
    CommandLineCase(
      arguments: ["define", "hotel"],
      errors: "error[CQ0202]: there is no source and no file called `hotel`\n", status: 3),
    CommandLineCase(
      arguments: ["define"],
      errors: "error[CQ0002]: `cq define` needs one source; for example cq define hotels\n",
      status: 2),
  ]

  @Test(arguments: definitions) func definition(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// What is printed for a file reads that file.
  @Test func printedDefinitionsCanBeUsed() throws {
    let workspace = try Workspace(["phones.json": Self.phones])
    try workspace.write(try workspace.run(["define", "phones.json"]).outputText, to: "phones.cq")
    let run = try workspace.run(["--define", "phones.cq", "-c", "from phones", "--to", "jsonl"])
    #expect(
      Outcome(run)
        == Outcome(output: #"{"id":7,"my name":"A","tags":[{"t":1}]}"# + "\n"))
    let hotels = try workspace.run(["define", "hotels"]).outputText
    try workspace.write(hotels, to: "hotels.cq")
    #expect(hotels.contains("source hotels {"))
    #expect(Outcome(try workspace.run(["fmt", "--check", "hotels.cq"])) == Outcome())
  }

  /// A list may lie in several files: one for each page, or for each category.
  @Test func listsMayLieInSeveralFiles() throws {
    let page = { (numbers: ClosedRange<Int>, next: String) in
      let items = numbers.map { #"{"sku":\#($0),"salePrice":\#($0).5}"# }.joined(separator: ",")
      return #"{"nextCursorMark":"\#(next)","total":294,"partial":false,"products":[\#(items)]}"#
    }
    let bag = { (code: Int, model: String) in
      #"{"Header":{"StatusCode":200},"ResultsLite":{"TotalResults":1,"Items":"#
        + #"[{"Code8":"\#(code)","ModelNames":\#(model),"MicroCategory":"Clutches"}]}}"#
    }
    let workspace = try Workspace([
      "1.json": page(1...100, "AoI="), "2.json": page(101...200, "AoJ/"),
      "3.json": page(201...294, "AoK+"),
      "4.json": #"{"nextCursorMark":"AoK+","total":294,"products":[]}"#,
      "drsss.json": bag(1, "null"), "skrtsnds.json": bag(2, "\" A<br>B \""),
      "nwrrvlsbgs.json": bag(3, "\"\""), "shssnkrs.json": bag(4, "\"C\""),
    ])
    let cameras = try workspace.run([
      "--source", "bestbuy={page}.json", "-c",
      "from bestbuy | summarize n = count(), ids = distinct_count(id), sum(price)",
    ])
    #expect(Outcome(cameras) == Outcome(output: "n\tids\tsum_price\n294\t294\t43512\n"))
    let first = try workspace.run([
      "--source", "bestbuy=1.json", "-c", "from bestbuy | count", "--to", "table",
    ])
    #expect(
      Outcome(first)
        == Outcome(output: "count\n─────\n  100\n1 row · searched the first 100 of 294\n"))
    let bags = try workspace.run([
      "--source", "chloe={category}.json", "-c",
      "from chloe | filter category != \"bags\" | show id, name, category", "--to", "jsonl",
    ])
    #expect(
      bags.outputText == """
        {"id":"1","name":"Clutches","category":"Dresses"}
        {"id":"2","name":"A\\nB","category":"Skirts and shorts"}
        {"id":"4","name":"C","category":"Sneakers"}

        """)
  }

  /// Categories of which no field tells cannot be counted, and `check` says so.
  @Test func categoriesWantAFieldThatTellsThem() throws {
    let text = { (field: String) in
      """
      source toys {
        list "https://example.org/{category}.json"
        category "Bears" as "b"
        field id Id key
        \(field)
      }

      """
    }
    let workspace = try Workspace([
      "a.cq": text(""), "b.cq": text("field category Text category in request"),
    ])
    #expect(
      try Outcome(workspace.run(["check", "a.cq"]))
        == Outcome(
          errors: "a.cq:3:12: warning[CQ0110]: no field tells the category of an item, so that "
            + "none can be counted\n"))
    #expect(try Outcome(workspace.run(["check", "b.cq"])) == Outcome())
  }
}
