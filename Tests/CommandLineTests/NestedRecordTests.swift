// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Records within records, as a file brings them: which members they have, and by what names.
@Suite struct NestedRecordTests {
  private static let countries = """
    [
      {"name":"Aruba","languages":{"nld":"Dutch","pap":"Papiamento"},
       "area":{"land":180,"sea":null}},
      {"name":"Austria","languages":{"deu":"German"},"area":{"land":82523},
       "borders":[{"to":"D"},{"km":1}]},
      {"name":"Antarctica","languages":{},"area":{"sea":null,"land":180}},
      {"name":"Liechtenstein","languages":{"deu":"German"},"area":null,
       "borders":[]}
    ]

    """

  /// What comes of a pipeline over them, a line a row.
  static let pipelines: [(stages: String, rows: String)] = [
    (
      "show languages | limit 3",
      #"{"languages":{"nld":"Dutch","pap":"Papiamento"}} {"languages":{"deu":"German"}}"#
        + #" {"languages":{}}"#
    ),
    // An absent member and one that is null are both null, and two records.
    ("filter area.sea is null | count", #"{"count":4}"#),
    ("filter languages.deu is null | show name", #"{"name":"Aruba"} {"name":"Antarctica"}"#),
    (
      "count by area | show area, count",
      #"{"area":{"land":180,"sea":null},"count":2} {"area":{"land":82523},"count":1}"#
        + #" {"area":null,"count":1}"#
    ),
    (
      "distinct languages | show languages | skip 1",
      #"{"languages":{"deu":"German"}} {"languages":{}}"#
    ),
    ("summarize n = distinct_count(languages)", #"{"n":3}"#),
    (
      "union \"c.json\" | sort by name desc | group by name (limit 1) | show area | limit 2",
      #"{"area":null} {"area":{"land":82523}}"#
    ),
    (
      "join \"c.json\" on languages = c.languages | filter name != c.name | show name, c.languages",
      #"{"name":"Austria","c.languages":{"deu":"German"}}"#
        + #" {"name":"Liechtenstein","c.languages":{"deu":"German"}}"#
    ),
    (
      "join left \"c.json\" on name = c.languages.deu | show c.area | limit 1", #"{"c.area":null}"#
    ),
    ("filter languages = languages and area != area | count", #"{"count":0}"#),
    ("expand borders | show borders", #"{"borders":{"to":"D"}} {"borders":{"km":1}}"#),
  ]

  @Test func recordsHaveTheMembersThatTheyHave() throws {
    let workspace = try Workspace(["c.json": Self.countries])
    let found = try Self.pipelines.map { stages, _ in
      let run = try workspace.run(
        ["--quiet=all", "--to", "jsonl", "-c", "from \"c.json\" | \(stages)"])
      let rows = run.outputText.split(separator: "\n").joined(separator: " ")
      return "\(stages): \(rows)\(run.errorText)"
    }
    #expect(found == Self.pipelines.map { "\($0.stages): \($0.rows)" })
  }

  /// What is written is what was read, but for the order of members, and on a card likewise.
  @Test func aFileGoesThroughAsItIs() throws {
    let workspace = try Workspace(["c.json": Self.countries])
    let fields = "show name, languages, area"
    let rows = try workspace.run(["-c", "from \"c.json\" | \(fields) | to jsonl"])
    #expect(
      rows.outputText == """
        {"name":"Aruba","languages":{"nld":"Dutch","pap":"Papiamento"},\
        "area":{"land":180,"sea":null}}
        {"name":"Austria","languages":{"deu":"German"},"area":{"land":82523}}
        {"name":"Antarctica","languages":{},"area":{"land":180,"sea":null}}
        {"name":"Liechtenstein","languages":{"deu":"German"},"area":null}

        """)
    let card = try workspace.run(["-c", "from \"c.json\" | \(fields) | limit 1 | to card"])
    #expect(
      card.outputText == """
        Aruba
        languages  {"nld":"Dutch","pap":"Papiamento"}
        area       {"land":180,"sea":null}
        1 row

        """)
  }

  /// An é of one character and one of two are two names, as are `a` and `A`.
  @Test func namesThatOnlyLookTheSameAreTwo() throws {
    let (one, two) = ("\u{E9}", "e\u{301}")
    let members = #"{"\#(one)":1,"\#(two)":2,"a":3,"A":4}"#
    let workspace = try Workspace([
      "n.json": #"[{"\#(one)":1,"\#(two)":2,"r":\#(members),"l":[\#(members),5]}]"#
    ])
    let queries = [
      "to jsonl", "show \(two), \(one), r.\(two), b = r.\(one), c = r.A, d = r.a | to jsonl",
      "filter \(two) = 2 and \(one) = 1 | count | to jsonl",
      "union \"n.json\" | summarize x = sum(\(one)), y = sum(\(two)) | to jsonl",
    ]
    let found = try queries.map { query in
      let run = try workspace.run(["-c", "from \"n.json\" | \(query)"])
      return run.outputText + run.errorText
    }
    let expected = [
      #"{"\#(one)":1,"\#(two)":2,"r":\#(members),"l":[\#(members),5]}"#,
      #"{"\#(two)":2,"\#(one)":1,"r.\#(two)":2,"b":1,"c":4,"d":3}"#, #"{"count":1}"#,
      #"{"x":2,"y":4}"#,
    ].map { $0 + "\n" }
    #expect(found.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
  }

  private static let doubtful = """
    {"id":7,"r":{"a":1,"a":2,"b":3},"x":{"p":{"q":1,"s":4,"q":2}}}
    {"id":8,"r":{"a":1,"\\ud800":2},"x":3}
    {"id":9,"\\udc00z":5,"r":{"b":null},"x":{"\\ud800":1}}

    """

  @Test func membersThatAreNotReadAreTold() throws {
    let workspace = try Workspace(["d.ndjson": Self.doubtful])
    let run = try workspace.run(["-c", "from \"d.ndjson\" | to jsonl"])
    #expect(
      run.outputText == """
        {"id":7,"r":{"a":2,"b":3},"x":{"p":{"q":2,"s":4}}}
        {"id":8,"r":{"a":1},"x":3}
        {"id":9,"r":{"b":null},"x":{"\\ud800":1}}

        """)
    let half = "has half a character (a lone surrogate)"
    #expect(
      run.errorText == """
        warning[CQ0406]: d.ndjson, byte 0: "a" stands more than once in r of record 1: the last \
        one counts
        warning[CQ0406]: d.ndjson, byte 0: "q" stands more than once in x of record 1: the last \
        one counts
        warning[CQ0406]: d.ndjson, byte 63: the name "\\ud800" in r of record 2 \(half): left \
        out
        warning[CQ0406]: d.ndjson, byte 101: the name of a member of record 3 \(half): left out
        warning[CQ0406]: d.ndjson, byte 101: the name "\\ud800" in x of record 3 \(half): kept as \
        it is written

        """)
  }

  /// Each of them alone ends a strict run.
  @Test(arguments: [
    #"{"r":{"a":1,"a":2}}"#, #"{"r":[{"a":1},{"a":1,"a":1}]}"#, #"{"r":{"\ud800":2}}"#,
    #"{"\udc00z":5,"r":1}"#, #"{"r":{"a":{"b":1,"c":[{"d":0,"d":0}]}}}"#,
  ])
  func membersThatAreNotReadAreFaultsOfAStrictRun(_ record: String) throws {
    let workspace = try Workspace(["d.ndjson": "\(record)\n{\"r\":3}\n"])
    let query = ["-c", "from \"d.ndjson\" | count by r"]
    let runs = try [query, ["--strict"] + query].map { try workspace.run($0) }
    #expect(runs.map(\.status) == [.exited(0), .exited(4)])
    #expect(runs[1].errorText.hasPrefix("<query>:1:1: error[CQ0406]: d.ndjson: "))
  }

  /// A number that cannot be held is told with its digits and the way to keep them.
  @Test func numbersThatAreTooLongAreOfferedAsText() throws {
    let digits = String(repeating: "1234567890", count: 8)
    let workspace = try Workspace([
      "n.json": "[{\"n\":\(digits)},{\"n\":1e400},{\"n\":5}]",
      "n.cq": "source m {\n  list \"n.json\"\n  field n Text number or text\n}\n",
    ])
    let run = try workspace.run(["--errors", "full", "-c", "from \"n.json\" | to jsonl"])
    #expect(run.outputText == "{\"n\":null}\n{\"n\":null}\n{\"n\":5}\n")
    #expect(
      run.errorText == """
        warning[CQ0406]: n.json, byte 1: n \(digits.prefix(59))… in record 1 has more than 38 \
        digits: left empty; a `Text` would keep it
        help: in a definition, a `n` of type `Text number or text` keeps what is written; `cq \
        define` prints one to edit

        warning[CQ0406]: n.json, byte 88: n 1e400 in record 2 has an exponent that \
        reaches beyond 38 digits: left empty; a `Text` would keep it
        note: 2 values left empty

        """)
    let kept = try workspace.run(["--define", "n.cq", "-c", "from m | to jsonl"])
    #expect(kept.outputText == "{\"n\":\"\(digits)\"}\n{\"n\":\"1e400\"}\n{\"n\":\"5\"}\n")
  }

  /// The same within records and lists, with the place and what works there.
  @Test func nestedNumbersThatAreTooLongAreOfferedAsText() throws {
    let digits = String(repeating: "1234567890", count: 5)
    let workspace = try Workspace([
      "n.json": "[{\"a\":{\"b\":1e400},\"l\":[1,2,\(digits)],\"r\":[{\"c\":1e400}]}]",
      "n.cq": """
      source m {
        list "n.json"
        field b Text number or text from a.b
        field l List<Id>
      }

      """,
    ])
    let run = try workspace.run(["-c", "from \"n.json\" | to jsonl"])
    #expect(run.outputText == #"{"a":{"b":null},"l":[1,2,null],"r":[{"c":null}]}"# + "\n")
    let far = "has an exponent that reaches beyond 38 digits: left empty"
    #expect(
      run.errorText == """
        warning[CQ0406]: n.json, byte 1: a.b 1e400 in record 1 \(far); a `Text` would keep it
        warning[CQ0406]: n.json, byte 1: l (element 3) \(digits) in record 1 has more than 38 \
        digits: left empty; a `List<Id>` would keep it
        warning[CQ0406]: n.json, byte 1: r.c (element 1) 1e400 in record 1 \(far)
        note: 3 values left empty

        """)
    let full = try workspace.run(["--errors", "full", "-c", "from \"n.json\" | to jsonl"])
    for (name, type) in [("a.b", "Text number or text"), ("l", "List<Id>")] {
      let help = "help: in a definition, a `\(name)` of type `\(type)` keeps what is written;"
      #expect(full.errorText.contains(help), "\(full.errorText)")
    }
    let kept = try workspace.run(["--define", "n.cq", "-c", "from m | to jsonl"])
    #expect(kept.outputText == "{\"b\":\"1e400\",\"l\":[\"1\",\"2\",\"\(digits)\"]}\n")
    let strict = try workspace.run(["--strict", "-c", "from \"n.json\" | show l"])
    #expect(
      strict.errorText == "<query>:1:1: error[CQ0406]: n.json: l (element 3) \(digits) in record 1"
        + " has more than 38 digits\n")
  }

  /// The way that a message names works on the same file.
  @Test(arguments: [
    (
      "expand o.k.z", "`expand` takes one name, and `o.k.z` is several",
      "a member gets a name first: `extend z = o.k.z | expand z`",
      "extend z = o.k.z | expand z | count"
    ),
    (
      "filter any l.x > 1", "only records have members, and `l` is a list",
      "one row for each record first: `expand l`, then `l.x`", "expand l | filter l.x > 1 | count"
    ),
    (
      "group by a", "the stages for each group are missing",
      "for example `group by a (limit 1)`; `summarize` makes one row of each",
      "group by a (limit 1) | count"
    ),
    (
      "count | show a", "`a` is gone after `count`",
      "keep it with an aggregate, e.g. `summarize count(), first(a)`",
      "summarize count(), first(a) | count"
    ),
    (
      "extend q = a * 2", "`*` needs numbers, and this is a value of no certain type",
      "a definition reads numbers that are written as text: `Decimal number or text`; `cq define"
        + " FILE` prints one of a file to edit", "count"
    ),
  ])
  func advisesWhatWorks(stage: String, fault: String, help: String, way: String) throws {
    let workspace = try Workspace([
      "n.json": #"[{"a":"1","o":{"k":{"z":[1]}},"l":[{"x":1},{"x":2}]},{"a":2}]"#
    ])
    let run = try workspace.run(["--errors", "full", "-c", "from \"n.json\" | \(stage)"])
    let lines = run.errorText.split(separator: "\n")
    #expect(lines.first?.hasSuffix("]: \(fault)") ?? false, "\(run.errorText)")
    #expect(lines.last == "help: \(help)")
    let worked = try workspace.run(["-c", "from \"n.json\" | \(way)"])
    #expect(worked.errorText == "")
  }

  /// A field that stands in a list of the object that is the only row.
  @Test func namesTheListsOfAnObject() throws {
    let workspace = try Workspace([
      "n.json": #"{"meta":{"page":1},"data":{"items":[{"id":1,"name":"A"}]}}"#
    ])
    let run = try workspace.run(["--errors", "full", "-c", "from \"n.json\" | show id"])
    #expect(
      run.errorText == """
        error[CQ0201]: n.json has no field `id`
        1 | from "n.json" | show id
          |                      ^^
        fields: meta data
        help: the whole object is one row; its list is `data.items`, and `items PATH` behind the \
        file takes one

        """)
    let worked = try workspace.run(["-q", "-c", "from \"n.json\" items data.items | show id"])
    #expect(Outcome(worked) == Outcome(output: "id\n1\n"))
  }
}
