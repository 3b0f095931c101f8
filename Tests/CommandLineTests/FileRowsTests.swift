// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Which part of a file gives the rows: what is taken, what is said of it, and how to choose.
@Suite struct FileRowsTests {
  private static let day = """
    {"day":"2024-01-31","total":2,"Rooms":[{"id":1,"beds":2},{"id":2,"beds":1}],
     "hotel":{"name":"Dream","my floors":[{"nr":3,"rooms":[{"id":7}]},{"nr":4,"rooms":[]}]},
     "tags":["a","b"]}

    """

  /// Nine empty lists, and one that lies deep.
  private static let many =
    "{" + "abcdefghi".map { "\"\($0)\":[]," }.joined() + #""j":"#
    + "abcdefgh".map { "{\"\($0)\":" }.joined() + "[]" + String(repeating: "}", count: 9)

  /// What comes of a query over the file, on standard output and on standard error.
  static let queries: [(query: String, rows: String, errors: String)] = [
    (
      "from \"d.json\"", #"{"id":1,"beds":2} {"id":2,"beds":1}"#,
      "note: rows are Rooms[]; the rest is in `items .`\n"
    ),
    ("from \"d.json\" items Rooms", #"{"id":1,"beds":2} {"id":2,"beds":1}"#, ""),
    (
      "from \"d.json\" items . | show day, total, hotel.name",
      #"{"day":"2024-01-31","total":2,"hotel.name":"Dream"}"#, ""
    ),
    (
      "from \"d.json\" items . | expand Rooms | show day, Rooms.beds",
      #"{"day":"2024-01-31","Rooms.beds":2} {"day":"2024-01-31","Rooms.beds":1}"#, ""
    ),
    ("from \"d.json\" items hotel.`my floors` | show nr", #"{"nr":3} {"nr":4}"#, ""),
    ("from \"d.json\" items hotel.`my floors`[].rooms[]", #"{"id":7}"#, ""),
    (
      "use \"d.json\" items hotel.`my floors`\nfilter nr > 3 | show nr",
      #"{"nr":4}"#, ""
    ),
    (
      "from \"d.json\" items Rooms | join \"e.json\" items Rooms on id = e.id | count",
      #"{"count":2}"#, ""
    ),
    (
      "from \"d.json\" items Rooms | union \"d.json\" items . | summarize sum(id), sum(total)",
      #"{"sum_id":3,"sum_total":2}"#, ""
    ),
    ("show 2 of \"d.json\" items Rooms", #"{"id":2,"beds":1}"#, ""),
    (
      "let rooms = from \"d.json\" items Rooms\nfrom rooms | filter beds = 1 | show id",
      #"{"id":2}"#, ""
    ),
    // The way that leads nowhere.
    (
      "from \"d.json\" items rooms", "",
      "<query>:1:6: error[CQ0404]: d.json: has no list at `rooms`; its lists are `Rooms`, "
        + "`` hotel.`my floors` `` and `` hotel.`my floors`[].rooms ``\n"
    ),
    (
      "from \"d.json\" items hotel.`my floors`[].beds", "",
      "<query>:1:6: error[CQ0404]: d.json: has no list at `` hotel.`my floors`[].beds ``; its "
        + "lists are `Rooms`, `` hotel.`my floors` `` and `` hotel.`my floors`[].rooms ``\n"
    ),
    // However many lists there are, and however deep.
    ("from \"m.json\" items i | count", #"{"count":0}"#, ""),
    ("from \"m.json\" items j.a.b.c.d.e.f.g.h | count", #"{"count":0}"#, ""),
    (
      "from \"m.json\" items z", "",
      "<query>:1:6: error[CQ0404]: m.json: has no list at `z`; its lists are `a`, `b`, `c`, `d`, "
        + "`e`, `f`, `g`, `h` and 1 more\n"
    ),
    (
      "from \"d.json\" items tags", "",
      "<query>:1:6: error[CQ0404]: d.json: holds no record: none of its 2 is an object\n"
    ),
    (
      "from \"l.json\" items .", "",
      "<query>:1:6: error[CQ0404]: l.json: has a list at its root where an object should be\n"
    ),
    (
      "from \"l.json\" items a", "",
      "<query>:1:6: error[CQ0404]: l.json: has no list at `a`; its list is `[]`\n"
    ),
    ("from \"l.json\" items []", #"{"id":5}"#, ""),
    (
      "from \"o.json\" items []", "",
      "<query>:1:6: error[CQ0404]: o.json: has no list at its root; it has no list of objects\n"
    ),
    (
      "from \"o.json\" items a", "",
      "<query>:1:6: error[CQ0404]: o.json: has no list at `a`; it has no list of objects\n"
    ),
  ]

  @Test func aQueryChoosesTheRowsOfAFile() throws {
    let workspace = try Workspace([
      "d.json": Self.day, "e.json": Self.day, "l.json": #"[{"id":5}]"#, "o.json": #"{"a":{"b":1}}"#,
      "m.json": Self.many,
    ])
    var found: [String] = []
    for (query, _, _) in Self.queries {
      let run = try workspace.run(["--to", "jsonl", "-c", query])
      let rows = run.outputText.split(separator: "\n").joined(separator: " ")
      found.append("\(query): \(rows)\n\(run.errorText)")
    }
    #expect(found == Self.queries.map { "\($0.query): \($0.rows)\n\($0.errors)" })
  }

  /// Names are told as a query writes them, each once, and no number that says nothing.
  static let told: [(file: String, query: String, footer: String)] = [
    (#"{"a.b":[{"n":1}],"x":1}"#, "", "1 of 1 row · rows are `a.b`[]; the rest is in `items .`"),
    (
      #"{"a.b":[{"n":1}],"b":[{"n":1}]}"#, "",
      "1 of 1 row · the whole object is one row; its lists are `` `a.b` `` and `b`"
    ),
    (
      "{\"\u{E9}\":[{\"n\":1}],\"e\u{301}\":[{\"n\":1}]}", "",
      "1 of 1 row · the whole object is one row; its lists are `\u{E9}` and `e\u{301}` in other "
        + "characters"
    ),
    (
      #"{"g":[{"l":[{"n":1}]},{"l":[]}],"h":[{"n":2}]}"#, "",
      "1 of 1 row · the whole object is one row; its lists are `g`, `g[].l` and `h`"
    ),
    (#"{"Rooms":[],"x":1}"#, "", "no rows · rows are Rooms[]; the rest is in `items .`"),
    ("[]", "", "no rows"), (#"[{"n":1}]"#, " | filter n > 1", "no rows of 1"),
  ]

  @Test func whatIsToldOfAFileIsTrue() throws {
    for (file, query, footer) in Self.told {
      let workspace = try Workspace(["f.json": file])
      let run = try workspace.run(["--to", "table", "-c", "from \"f.json\"\(query)"])
      #expect(run.outputText.split(separator: "\n").last.map(String.init) == footer)
    }
  }

  /// A field whose name has a dot is no member of another.
  @Test func aNameWithADotStandsInBackticks() throws {
    let workspace = try Workspace(["f.json": #"[{"n":1,"a.b":3}]"#])
    let run = try workspace.run(["--errors", "full", "-c", "from \"f.json\" | show a.b"])
    #expect(
      run.errorText == """
        error[CQ0201]: a name with a dot stands in backticks: `` `a.b` ``
        1 | from "f.json" | show a.b
          |                      ^^^
        fix: from "f.json" | show `a.b`

        """)
    let other = try workspace.run(["--errors", "full", "-c", "from \"f.json\" | show zzz"])
    #expect(other.errorText.hasSuffix("\nfields: n `a.b`\n"), "\(other.errorText)")
  }

  /// What is said of names that stand around the rows.
  static let outer: [(query: String, name: String, way: String, reading: String)] = [
    ("from \"d.json\" | show ^day", "day", "`day`", "`from \"d.json\" items .`"),
    (
      "from \"d.json\" | filter ^HOTEL.name = \"x\"", "HOTEL", "`hotel`",
      "`from \"d.json\" items .`"
    ),
    (
      "from \"d.json\" items Rooms | sort by ^total", "total", "`total`",
      "`from \"d.json\" items .`"
    ),
    (
      "from \"d.json\" items hotel.`my floors` | count by ^name", "name", "`hotel.name`",
      "`from \"d.json\" items .`"
    ),
    (
      "from \"d.json\" items hotel.`my floors`[].rooms | show ^nr", "nr", "`nr`",
      "`` from \"d.json\" items hotel.`my floors` ``"
    ),
  ]

  @Test func aNameAroundTheRowsSaysWhereItStands() throws {
    let workspace = try Workspace(["d.json": Self.day])
    for (query, name, way, reading) in Self.outer {
      let place = query.prefix { $0 != "^" }.count + 1
      let run = try workspace.run(["-c", query.replacing("^", with: "")])
      #expect(
        run.errorText
          == "<query>:1:\(place): error[CQ0201]: d.json has no field `\(name)` in its rows; "
          + "\(way) stands in the object around them, which \(reading) reads\n")
    }
    let read = try workspace.run(
      ["--to", "jsonl", "-c", "from \"d.json\" items . | show hotel.name"])
    #expect(read.outputText == "{\"hotel.name\":\"Dream\"}\n")
    // Of a name that stands nowhere nothing more is told.
    let none = try workspace.run(["-c", "from \"d.json\" | show date"])
    #expect(none.errorText == "<query>:1:22: error[CQ0201]: d.json has no field `date`\n")
  }

  /// A list that is all there is leaves nothing to tell.
  @Test func onlyWhatIsLeftOutIsTold() throws {
    let workspace = try Workspace(["o.json": #"{"Rooms":[{"id":1}]}"#, "d.json": Self.day])
    let only = try workspace.run(["--to", "table", "-c", "from \"o.json\""])
    #expect(only.outputText == "id\n──\n 1\n1 of 1 row\n")
    let footer = try workspace.run(["--to", "table", "-c", "from \"d.json\" | show id"])
    #expect(
      footer.outputText
        == "id\n──\n 1\n 2\n2 of 2 rows · rows are Rooms[]; the rest is in `items .`\n")
  }

  /// What a file holds, how many rows it gives, and what is said of it and by `define`.
  static let envelopes: [(text: String, rows: Int, notes: String, definition: String)] = [
    (#"{"results":[]}"#, 0, "", "items results"),
    (
      #"{"results":[],"count":0}"#, 0, "note: rows are results[]; the rest is in `items .`\n",
      "items results"
    ),
    (
      #"{"data":{"items":[]}}"#, 1,
      "note: the whole object is one row; its list is `data.items`\n",
      "is no list; its list is `data.items`, and `items` takes one"
    ),
    // The only list, wherever it stands, gives the rows of a definition; those within do not.
    (
      #"{"ok":true,"data":{"toys":[{"id":1,"parts":[{"n":1}]}]}}"#, 1,
      "note: the whole object is one row; its lists are `data.toys` and `data.toys[].parts`\n",
      "  items data.toys\n\n  field id    Int key\n  field parts List<Record<n Int>>\n"
    ),
    (
      #"{"results":[],"facets":[]}"#, 1,
      "note: the whole object is one row; its lists are `results` and `facets`\n",
      "is no list; its lists are `results` and `facets`, and `items` takes one"
    ),
    (
      #"{"count":1,"results":[{"id":1},{"id":2}],"facets":[{"a":1}]}"#, 1,
      "note: the whole object is one row; its lists are `results` and `facets`\n",
      "is no list; its lists are `results` and `facets`, and `items` takes one"
    ),
    (
      #"{"id":1,"tags":[]}"#, 1, "note: the whole object is one row; its list is `tags`\n",
      "is no list; its list is `tags`, and `items` takes one"
    ),
    (
      #"{"id":1,"tags":["a"]}"#, 1, "",
      "is no list and holds none, so that no definition reads it"
    ),
  ]

  @Test func anEmptyEnvelopeIsNoRowAndWhatHidesListsSaysSo() throws {
    for (text, rows, notes, definition) in Self.envelopes {
      let workspace = try Workspace(["x.json": text])
      let count = try workspace.run(["--to", "csv", "-c", "from \"x.json\" | count"])
      #expect(count.outputText == "count\n\(rows)\n", "\(text)")
      #expect(count.errorText == notes, "\(text)")
      let defined = try workspace.run(["define", "x.json"])
      let told = defined.outputText + defined.errorText
      #expect(told.contains(definition), "\(text): \(told)")
    }
  }

  @Test func whatIsTakenIsExplainedDescribedAndDefined() throws {
    let workspace = try Workspace(["d.json": Self.day])
    let floors = "hotel.`my floors`"
    let runs = try [
      ["-c", "explain from \"d.json\""], ["-c", "explain from \"d.json\" items \(floors)"],
      ["--to", "table", "-c", "describe \"d.json\" items \(floors)[].rooms"],
      ["define", "d.json", "items", "hotel.my floors"],
    ].map { try workspace.run($0).outputText }
    #expect(
      runs == [
        "1 scan `d.json` items Rooms, here: id beds\n2 show id, beds\n",
        "1 scan `d.json` items \(floors), here: nr rooms\n2 show nr, rooms\n",
        """
        field  type  filled  distinct  values  meaning
        ─────  ────  ──────  ────────  ──────  ───────
        id     Int   1 of 1         1  7 – 7
        1 row

        source d {
          list  "d.json"
          items \(floors)[].rooms

          field id Int key
        }

        """,
        """
        source d {
          list  "d.json"
          items \(floors)

          field nr    Int
          field rooms List<Record<id Int>>
        }

        """,
      ])
  }

  /// A pipe gives what it has once, however often it is named and whatever of it gives the rows.
  @Test func standardInputIsReadOnce() throws {
    let run = try Workspace().run(
      [
        "--to", "csv", "-q", "-c",
        """
        let s = from "/dev/stdin"
        from s | count
        from "/dev/stdin" | count
        from "/dev/stdin" items more | show b
        """,
      ], input: "{\"items\":[{\"a\":1},{\"a\":2}],\"more\":[{\"b\":7}]}")
    #expect(Outcome(run).status == .exited(0), "\(Outcome(run))")
    #expect(run.outputText.split(separator: "\n") == ["count", "1", "count", "1", "b", "7"])
  }

  /// What `cq` gives a pipe where no row is left is a table for the `cq` behind it.
  @Test func noRowsThroughAPipe() throws {
    let workspace = try Workspace(["l.json": "[{\"id\":1,\"x\":2}]"])
    let count = "cq -q --to csv -c 'from \"/dev/stdin\" | count'"
    let run = try workspace.shell(
      "cq -q -c 'from \"l.json\" | filter id > 50' | \(count); printf 'a,b\\n' | \(count)")
    #expect(Outcome(run) == Outcome(output: "count\n0\ncount\n0\n"))
    let column = try workspace.shell(
      "printf 'name\\nx\\n' | cq --errors full -c 'from \"/dev/stdin\"'")
    #expect(column.status == .exited(4))
    #expect(
      column.errorText == """
        error[CQ0401]: /dev/stdin is no JSON before the first record
         --> /dev/stdin:1:1
        1 | name
          | ^ only true, false and null are words of JSON; a table of one column is read from a \
        file whose name ends in `.csv`

        """)
  }
}
