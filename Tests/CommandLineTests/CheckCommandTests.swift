// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq check`: what is wrong with scripts, and how much of it is mended.
@Suite struct CheckCommandTests {
  private static func unasked(_ name: String) -> String {
    "what is at \(name) is not known without asking, so that its fields are not checked"
  }

  static let checks: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["check", "a.cq", "b.cq"],
      files: ["a.cq": "use hotels\nfilter stars > 3\n", "b.cq": "from hotels\n| expect no rows"]),
    // What a page brings along is there, as when it is run.
    CommandLineCase(
      arguments: ["check", "page.md"],
      files: [
        "page.md": """
        ```csv file=fruit.csv
        name,price
        Fig,2
        ```

        ```cq
        from "fruit.csv" | filter price > 1
        ```

        """
      ]),
    CommandLineCase(
      arguments: ["check", "-c", "from hotels | sort by distnace | where stars > 3"],
      errors: """
        <query>:1:23: error[CQ0201]: hotels has no field `distnace`; did you mean `distance`?
        <query>:1:34: error[CQ0102]: `where` is called `filter` in cq

        """, status: 3),
    // A key that orders nothing is no fault, and told.
    CommandLineCase(
      arguments: ["check", "-c", "from hotels | sort by 2, rooms | top 3 by \"stars\""],
      errors: """
        <query>:1:23: warning[CQ0304]: the key `2` is the same for every row, so it orders none
        <query>:1:43: warning[CQ0304]: the key `"stars"` is the same for every row, so it orders none

        """),
    // What a definition computes is checked where it stands.
    CommandLineCase(
      arguments: ["check", "d.cq"],
      files: [
        "d.cq": """
        source m {
          list "m.json"
          field id Id key
          field name Text
          field double Decimal = 2
          field big Bool = name > 3
          field size Text = double + 2
        }
        """
      ],
      errors: """
        d.cq:6:27: error[CQ0301]: text cannot be compared with a number
        d.cq:7:21: error[CQ0304]: `size` is declared as Text and computed as Decimal

        """, status: 3),
    // Types of which the values are written alike go together.
    CommandLineCase(
      arguments: ["check", "d.cq"],
      files: [
        "d.cq": """
        source m {
          list "m.json"
          field id Id key
          field counts List<Int>
          field a Text = id
          field b Text = id ?? "x"
          field c Id = a
          field d Decimal = 2
          field e List<Decimal> = counts
          field f List<Any> = counts
          field g Any = counts
          field h List<Int> = counts
          field i List<Int> = e
          field j Bool = id
        }
        """
      ],
      errors: """
        d.cq:13:23: error[CQ0304]: `i` is declared as List<Int> and computed as List<Decimal>
        d.cq:14:18: error[CQ0304]: `j` is declared as Bool and computed as Id

        """, status: 3),
    CommandLineCase(
      arguments: ["check", "-c", "|"],
      errors: "<query>:1:2: error[CQ0101]: a stage is missing after `|`\n", status: 3),
    CommandLineCase(
      arguments: ["check", "-"], input: "from hotels\n| filter stars > \"x\"\n",
      errors: "<stdin>:2:18: error[CQ0301]: a number cannot be compared with text\n", status: 3),
    CommandLineCase(
      arguments: ["check", "good.cq", "bad.cq", "gone.cq"],
      files: ["good.cq": "sources", "bad.cq": "from hotels | limit"],
      errors: """
        bad.cq:1:20: error[CQ0101]: `limit` needs a number of rows
        error[CQ0503]: gone.cq cannot be opened: no such file

        """, status: 3),
    // Nobody is asked for fields; the rest is checked.
    CommandLineCase(
      arguments: ["check", "a.cq"],
      files: [
        "a.cq": """
        let far = from "https://a.example/x.json?apiKey=q7w8e9r0t1" | filter size > 3
        from far | show name
        use "https://a.example/y.json"
        filter colour = "red" | limit 3
        from hotels | filter star > 3
        """
      ],
      errors: """
        a.cq:1:16: warning[CQ0501]: \(unasked("https://a.example/x.json?apiKey=***"))
        a.cq:3:5: warning[CQ0501]: \(unasked("https://a.example/y.json"))
        a.cq:5:22: error[CQ0201]: hotels has no field `star`; did you mean `stars`?

        """, status: 3),
    CommandLineCase(
      arguments: ["check", "-c", "from \"http://a.example/x.json\" | count"],
      errors: "<query>:1:6: warning[CQ0501]: \(unasked("http://a.example/x.json"))\n"),
    // Nobody has given the arguments of a script that does not run.
    CommandLineCase(
      arguments: ["check", "a.cq"],
      files: [
        "a.cq": """
        param n: Int
        param q: Text
        param near: Length
        param most: Money
        param day: Date
        param id: Id
        param exact: Decimal
        param all: Bool
        from hotels | filter name contains $q or $all | extend far = $near + 3 km | limit $n
        from shopreme | filter price < $most
        from hotels | filter id = $id or stars > $exact | extend then = $day + 1 day
        from hotels | filter name > $n
        """
      ],
      errors: "a.cq:12:29: error[CQ0301]: text cannot be compared with a number\n", status: 3),
    CommandLineCase(
      arguments: ["check", "a.md"], files: ["a.md": "Open:\r\n\r\n```cq\r\nsources\r\n"],
      errors: "a.md:3:1: error[CQ0106]: the block is not closed\n", status: 3),
    CommandLineCase(
      arguments: ["check", "--errors", "full", "a.md"], files: ["a.md": "````cq\nsources\n```\n"],
      errors: """
        error[CQ0106]: the block is not closed
         --> a.md:1:1
        1 | ````cq
          | ^^^^^^ opened here
        help: end it with a line of 4 backticks alone

        """, status: 3),
    // The blocks of a page are one session; a block with an `error` is meant to be wrong.
    CommandLineCase(
      arguments: ["check", "page.md"],
      files: [
        "page.md": """
        # Hotels

        ```cq
        use hotels
        ```
        ```cq
        from hotel
        ```
        ```error
        ```
        Text.
        ```cq
        filter stars > 3
        | sort by nmae
        ```

        """
      ],
      errors: "page.md:14:11: error[CQ0201]: hotels has no field `nmae`; did you mean `name`?\n",
      status: 3),
    CommandLineCase(
      arguments: ["check"],
      errors: "error[CQ0002]: `cq check` needs a script; for example cq check near.cq\n", status: 2),
    CommandLineCase(
      arguments: ["check", "--fix", "-c", "from hotel"],
      errors: "error[CQ0002]: --fix needs files; cq check --fix FILE.cq\n", status: 2),
    CommandLineCase(
      arguments: ["check", "--to", "csv", "a.cq"],
      errors: "error[CQ0001]: `cq check` takes no option `--to`; "
        + "cq check --help lists those that it takes\n", status: 2),
  ]

  @Test(arguments: checks) func check(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// A file before and after, and what is said.
  struct Mending: Sendable, CustomTestStringConvertible {
    var name = "a.cq"
    let before: String
    let after: String
    var errors = ""
    var status: Int32 = 0

    var testDescription: String { before }
  }

  /// A query of SQL that stays as it is.
  private static func torn(_ text: String, at line: Int = 1) -> Mending {
    let fault = "error[CQ0102]: a query begins with its source in cq\n"
    return Mending(before: text, after: text, errors: "a.cq:\(line):1: \(fault)", status: 3)
  }

  static let mendings: [Mending] = [
    Mending(
      before: "from hotels | where stars > 3 | sort by distnace desc\nfrom hotel | select name\n",
      after: "from hotels | filter stars > 3 | sort by distance desc\nfrom hotels | show name\n",
      errors: "note: a.cq: 4 faults mended\n"),
    Mending(before: "from hotels # where\n", after: "from hotels # where\n"),
    Mending(
      before: "from hotels | where zzz > 3", after: "from hotels | filter zzz > 3",
      errors: """
        note: a.cq: 1 fault mended
        a.cq:1:22: error[CQ0201]: hotels has no field `zzz`

        """, status: 3),
    Mending(
      name: "a.md", before: "```cq\r\nfrom hotels | where stars > 3\r\n```\r\n",
      after: "```cq\r\nfrom hotels | filter stars > 3\r\n```\r\n",
      errors: "note: a.md: 1 fault mended\n"),
    Mending(
      before: "param n: Int\nfrom hotels | where stars > $n",
      after: "param n: Int\nfrom hotels | filter stars > $n",
      errors: "note: a.cq: 1 fault mended\n"),
    // What SQL says is mended as a whole.
    Mending(
      before: "FROM hotels WHERE stars > 2 ORDER BY rooms DESC LIMIT 2\n",
      after: "FROM hotels | filter stars > 2 | sort BY rooms DESC | LIMIT 2\n",
      errors: "note: a.cq: 3 faults mended\n"),
    Mending(
      before: "SELECT name, rooms AS free FROM hotels WHERE stars => 2 LIMIT 5 OFFSET 1;\n",
      after: "from hotels | filter stars >= 2 | show name, free = rooms | skip 1 | limit 5;\n",
      errors: "note: a.cq: 1 fault mended\n"),
    Mending(
      before: "SELECT\n  name\n  , stars\nFROM hotels\nWHERE\n  stars > 2\n  AND rooms > 1;\n",
      after: "from hotels | filter stars > 2 AND rooms > 1 | show name, stars;\n",
      errors: "note: a.cq: 1 fault mended\n"),
    // Where lines of it may be statements of their own, none is mended alone.
    torn("use hotels\nselect name from hotels\n-- good\nwhere stars > 3\n", at: 2),
    torn("use hotels\nselect name from hotels\n# good\nwhere stars > 3\n", at: 2),
    torn("use hotels\nselect name from hotels\n/* good */\nlimit 3\n", at: 2),
    torn("use hotels\nselect name\n\nfrom hotels\nwhere stars > 3\n", at: 2),
    torn("use hotels\nselect name from hotels\nunion\nselect id\nfrom hotels\nlimit 3\n", at: 2),
    torn("select a.name -- good\nfrom hotels a, hotels b\n\nlimit 3\n"),
    Mending(
      before: "from hotels | extend n = length(name) + 1, m = concat(name, \"!\") | show *",
      after: "from hotels | extend n = len(name) + 1, m = f\"{name}!\" | show all",
      errors: "note: a.cq: 3 faults mended\n"),
    // What a definition says is no statement that could be mended.
    Mending(
      before: "source shop {\n  list \"a.json\"\n  field id Id key\n  field cost Mony\n}\n",
      after: "source shop {\n  list \"a.json\"\n  field id Id key\n  field cost Mony\n}\n",
      errors: "a.cq:4:9: error[CQ0110]: `cost` has a type that does not exist\n", status: 3),
    // A guess that follows from another one is not made; one beside another one is.
    Mending(
      before: "from hotls | sort by distnace", after: "from hotls | sort by distnace",
      errors: """
        a.cq:1:6: error[CQ0202]: there is no source called `hotls`; did you mean `hotels`?  \
        Others: bestbuy, chloe, products, shopreme (`sources` lists them)

        """, status: 3),
    Mending(
      before: "from hotels | filter stsrs = 3 | sort by distnace; from hotls | sort by distnace",
      after: "from hotels | filter stars = 3 | sort by distance; from hotls | sort by distnace",
      errors: """
        note: a.cq: 2 faults mended
        a.cq:1:57: error[CQ0202]: there is no source called `hotls`; did you mean `hotels`?  \
        Others: bestbuy, chloe, products, shopreme (`sources` lists them)

        """, status: 3),
    // A guess is not made where something else is wrong with the statement afterwards.
    Mending(
      before: "from hotels | fitler stars > 3 | limt nosuch\nfrom hotels | where stars > 3",
      after: "from hotels | fitler stars > 3 | limt nosuch\nfrom hotels | filter stars > 3",
      errors: """
        note: a.cq: 1 fault mended
        a.cq:1:15: error[CQ0105]: there is no stage called `fitler`; did you mean `filter`?
        a.cq:1:34: error[CQ0105]: there is no stage called `limt`; did you mean `limit`?

        """, status: 3),
    Mending(
      name: "é.md", before: "é\n```cq\nfrom hotels | where stars > 3\n```\n| where\n",
      after: "é\n```cq\nfrom hotels | filter stars > 3\n```\n| where\n",
      errors: "note: é.md: 1 fault mended\n"),
    Mending(
      before: "from hotels\r\n| where name = \"\u{E9}\"\r\n",
      after: "from hotels\r\n| filter name = \"\u{E9}\"\r\n",
      errors: "note: a.cq: 1 fault mended\n"),
  ]

  @Test(arguments: mendings) func mends(_ row: Mending) throws {
    let workspace = try Workspace([row.name: row.before])
    let run = Outcome(try workspace.run(["check", "--fix", row.name]))
    #expect(run == Outcome(errors: row.errors, status: row.status))
    #expect(try workspace.text(of: row.name) == row.after)
    #expect(Outcome(try workspace.run(["check", "-q", "--fix", row.name])).output.isEmpty)
    #expect(try workspace.text(of: row.name) == row.after)
  }

  /// A script that is too long for each of its fixes to be tried is judged all the same.
  @Test func aLongScriptIsNotTranslatedOnTrust() throws {
    let lines = (0..<300).map { "from hotels | where stars != \($0)\n" }
    let mended = (0..<300).map { "from hotels | where stars = \($0)\n" }
    let workspace = try Workspace(["a.cq": lines.joined() + mended.joined()])
    let run = try workspace.run(["check", "--fix", "--errors", "short", "a.cq"])
    #expect(run.status == .exited(3))
    #expect(
      try workspace.text(of: "a.cq")
        == lines.joined() + mended.joined().replacing("where", with: "filter"))
  }

  /// Only what is named is changed; what is included is named.
  @Test func anIncludedFileStays() throws {
    let files = [
      "a.cq": "include \"lib/b.cq\"\nfrom hotels | where stars > 3",
      "lib/b.cq": "from hotels | take 2\nfrom hotels | head 3",
    ]
    let workspace = try Workspace(files)
    let run = Outcome(try workspace.run(["check", "--fix", "a.cq"]))
    #expect(
      run
        == Outcome(
          errors: """
            note: a.cq: 1 fault mended
            lib/b.cq:1:15: error[CQ0102]: `take` is called `limit` in cq
            lib/b.cq:2:15: error[CQ0102]: `head` is called `limit` in cq
            note: lib/b.cq is included and is left as it is; cq check --fix lib/b.cq mends it

            """, status: 3))
    #expect(try workspace.text(of: "a.cq").hasSuffix("from hotels | filter stars > 3"))
    #expect(try workspace.text(of: "lib/b.cq") == files["lib/b.cq"])
  }

  @Test func aFileThatCannotBeWrittenStays() throws {
    let workspace = try Workspace(["a.cq": "from hotels | where stars > 3"])
    let run = try workspace.shell("mkdir d && mv a.cq d && cq check --fix d/../d/./gone/a.cq")
    #expect(
      Outcome(run)
        == Outcome(
          errors: "error[CQ0503]: d/../d/./gone/a.cq cannot be opened: no such file\n", status: 5))
  }

  /// What is told of standard input's name is told without reading it.
  @Test(arguments: [("from stdin", "CQ0503"), ("from -", "CQ0105")], ["cq check -c", "cq -c"])
  func standardInputStays(_ query: (text: String, code: String), _ command: String) throws {
    let run = try Workspace().shell(
      "printf 'typed ahead\\n' | { \(command) '\(query.text)'; cat; }")
    let message = "standard input is read by the name of its file: `from \"/dev/stdin\"`"
    #expect(
      Outcome(run)
        == Outcome(
          output: "typed ahead\n", errors: "<query>:1:6: error[\(query.code)]: \(message)\n"))
  }

  /// Made is only what is called a certain fix: where a file is not there in the folder that `~` is
  /// to a shell, none is.
  @Test func whatMayBeMeantStays() throws {
    let workspace = try Workspace(["there.json": "[{\"a\":1}]"])
    for (name, isCertain) in [("there", true), ("absent", false)] {
      let script = "from \"~/\(name).json\" | where a > 3\n"
      try workspace.write(script, to: "a.cq")
      let told = try workspace.run(["--errors", "full", "check", "a.cq"]).errorText
      let fix = "\nfix: from \"\(workspace.path)/\(name).json\""
      #expect(told.contains(fix) == isCertain, "\(told)")
      _ = try workspace.run(["check", "--fix", "a.cq"])
      let path = isCertain ? "\(workspace.path)/\(name).json" : "~/\(name).json"
      #expect(try workspace.text(of: "a.cq") == "from \"\(path)\" | filter a > 3\n")
    }
  }

  static let ways: [(query: String, errors: String, after: String)] = [
    (
      "from hotels | join \"s.json\" as t on id = t.a | show name, t.a",
      "error[CQ0102]: a source has no second name in cq: its fields stand behind `s.`",
      "from hotels | join \"s.json\" on id = s.a | show name, s.a"
    ),
    (
      "from hotels | filter name > \"y.csv\"",
      "error[CQ0105]: a result goes into a file by `save \"y.csv\"`",
      "from hotels | filter name > \"y.csv\""
    ),
    (
      "from \"s.json\" | filter a > s.csv",
      "error[CQ0201]: s.json has no field `s`", "from \"s.json\" | filter a > s.csv"
    ),
  ]

  /// What needs files, and what is offered and not made.
  @Test(arguments: ways)
  func tellsTheWayOut(_ row: (query: String, errors: String, after: String)) throws {
    let workspace = try Workspace(["s.json": "[{\"a\":\"1\"}]", "a.cq": row.query])
    let run = try workspace.run(["check", "a.cq"])
    #expect(run.errorText.contains(row.errors), "\(run.errorText)")
    _ = try workspace.run(["check", "--fix", "a.cq"])
    #expect(try workspace.text(of: "a.cq") == row.after)
  }
}
