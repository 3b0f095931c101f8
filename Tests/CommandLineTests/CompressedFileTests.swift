// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Compressed files from the outside: read, saved, cut off, and piped.
@Suite struct CompressedFileTests {
  private static let rows = "id\tname\tprice\n1\tNut\t0.5\n2\tBolt\t1.25\n3\tRing\t2\n"

  /// A line of the shell, with what it writes and how it ends.
  struct Line: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var output = ""
    var errors = ""
    var status: Int32 = 0

    init(_ line: String, _ output: String = "", _ errors: String = "", _ status: Int32 = 0) {
      testDescription = line
      self.output = output
      self.errors = errors
      self.status = status
    }
  }

  private static let all = "id,name,price\n1,Nut,0.5\n2,Bolt,1.25\n3,Ring,2\n"
  private static let cut = "is cut off in the middle of its gzip data, at byte"

  private static let endings =
    "known endings: .txt .tsv .tab .csv .json .jsonl .ndjson .arrow .arrows .feather .md .markdown "
    + ".html .htm .svg, with .gz or .zst behind them or not, .jpg .jpeg .png"

  static let lines = reading + saving + faults

  /// Whatever it is called, and from a pipe.
  private static let reading = [
    Line("gzip -k x.tsv; cq --to csv -c 'from \"x.tsv.gz\"'", all),
    Line("gzip < x.tsv > x.dat; cq --to csv -q -c 'from \"x.dat\"'", all),
    Line(
      "gzip < x.tsv | cq --to csv -q -c 'from \"/dev/stdin\" | limit 1'",
      "id,name,price\n1,Nut,0.5\n"),
    Line(
      "gzip < x.tsv > y.tsv; cq --to csv -c 'from \"y.tsv\" | count'", "count\n3\n",
      "note: compressed by gzip\n"),
    Line("cp x.tsv z.tsv.gz; cq --to csv -c 'from \"z.tsv.gz\" | count'", "count\n3\n"),
    // The list of a definition.
    Line(
      "gzip -k x.tsv; cq --define d.cq --to csv -c 'from things | show name'",
      "name\nNut\nBolt\nRing\n"),
    Line(
      "gzip < x.tsv | head -c 48 > x.tsv.gz; cq --define d.cq -c 'from things | show name'",
      "name\nNut\nBolt\n", "<query>:1:1: error[CQ0401]: x.tsv.gz \(cut) 48\n", 4),
    Line(
      "printf '[1,2,3' | gzip | head -c -8 > x.tsv.gz; cq --define d.cq --salvage -c 'from things'",
      "",
      """
      warning[CQ0406]: things, byte 1: record 1 is a number, not an object: skipped
      warning[CQ0406]: things, byte 3: record 2 is a number, not an object: skipped
      warning[CQ0406]: things, byte 5: record 3 is a number, not an object: skipped
      <query>:1:1: error[CQ0401]: x.tsv.gz \(cut) 18

      """, 4),
    Line(
      "gzip -k x.tsv; cq define x.tsv.gz",
      """
      source x {
        list "x.tsv.gz"

        field id    Int key
        field name  Text
        field price Decimal
      }

      """),
  ]

  /// What is saved is read again, and by others.
  private static let saving = [
    Line(
      "cq -q -c 'from \"x.tsv\" | save \"o.csv.gz\"'; gzip -dc o.csv.gz; "
        + "cq --to csv -c 'from \"o.csv.gz\" | count'", "\(all)count\n3\n"),
    Line(
      "for n in json jsonl tsv csv; do "
        + "cq -q --to csv -c \"from \\\"x.tsv\\\" | save \\\"o.$n.zst\\\"\" && "
        + "cq --to csv -c \"from \\\"o.$n.zst\\\" | summarize n = count(), sum(price)\"; done",
      String(repeating: "n,sum_price\n3,3.75\n", count: 4)),
    // The same rows give the same file.
    Line(
      "cq -q -c 'from \"x.tsv\" | save \"A.CSV.GZ\"'; "
        + "cq -q -c 'from \"x.tsv\" | save \"b.gz\" as csv'; cmp A.CSV.GZ b.gz && gzip -dc < b.gz",
      all),
    Line(
      "cq --errors full -c 'from \"x.tsv\" | save \"o.gz\"'", "",
      """
      error[CQ0101]: the name "o.gz" does not tell a format
      1 | from "x.tsv" | save "o.gz"
        |                     ^^^^^^ \(endings)
      help: write the format: `save "o.gz" as csv`

      """, 3),
    Line(
      "cq -c 'show 40611 of hotels | save \"o.jpg.gz\"'", "",
      "<query>:1:29: error[CQ0101]: the name \"o.jpg.gz\" does not tell a format\n", 3),
    Line(
      "echo kept > o.csv.gz; cq -q -c 'from \"x.tsv\" | save \"o.csv.gz\"'; cat o.csv.gz", "kept\n",
      "<query>:1:21: error[CQ0702]: o.csv.gz cannot be written: it exists; add `replace`\n"),
    Line(
      "cq --to csv -c 'from \"x.tsv\" | limit 1' > o.csv.gz; cat o.csv.gz",
      "id,name,price\n1,Nut,0.5\n"),
  ]

  /// What is whole is given.
  private static let faults = [
    Line(
      "gzip < x.tsv | head -c 48 > c.tsv.gz; cq --to csv -c 'from \"c.tsv.gz\"'",
      "id,name,price\n1,Nut,0.5\n2,Bolt,1.25\n",
      "<query>:1:1: error[CQ0401]: c.tsv.gz \(cut) 48\n", 4),
    Line(
      "gzip < x.tsv | head -c 48 > c.tsv.gz; "
        + "cq --errors full --to csv -c 'from \"c.tsv.gz\" | count'", "",
      """
      error[CQ0401]: c.tsv.gz \(cut) 48
      1 | from "c.tsv.gz" | count
        | ^^^^^^^^^^^^^^^^^^^^^^^
      note: records 1 to 2 come before it; --salvage reads a file as far as it is whole

      """, 4),
    Line(
      "gzip < x.tsv | head -c 48 > c.tsv.gz; "
        + "cq --salvage --to csv -c 'from \"c.tsv.gz\" | count'", "count\n2\n",
      "note: the list \(cut.dropLast(9)), byte 48; what follows is left out\n"),
    Line(
      "gzip < x.tsv | head -c 48 > c.tsv.gz; cq --salvage --strict -c 'from \"c.tsv.gz\"'", "",
      "<query>:1:1: error[CQ0406]: c.tsv.gz: the list \(cut.dropLast(9)); what follows is left "
        + "out\n",
      4),
    Line(
      "(gzip < x.tsv; echo) > e.tsv.gz; cq -c 'from \"e.tsv.gz\" | count'", "count\n3\n",
      "warning[CQ0406]: e.tsv.gz, byte 65: its gzip data are followed by something else: left out\n"
    ),
    Line(
      "(gzip < x.tsv; echo) > e.tsv.gz; cq --strict -c 'from \"e.tsv.gz\"'", "",
      "<query>:1:1: error[CQ0406]: e.tsv.gz: its gzip data are followed by something else\n", 4),
    // A fault within is told with its line.
    Line(
      "printf '{\"a\": 1}\\n{\"a\": x}\\n' | gzip > f.ndjson.gz; cq -c 'from \"f.ndjson.gz\"'",
      "a\n1\n",
      "warning[CQ0406]: f.ndjson.gz, byte 9: line 2 is no JSON (column 7: only true, false and "
        + "null are words of JSON): skipped\nnote: 1 record skipped\n"),
  ]

  @Test(arguments: lines) func line(_ line: Line) throws {
    let workspace = try Workspace([
      "x.tsv": Self.rows,
      "d.cq": """
      source things {
        list "x.tsv.gz"
        field id   Id key
        field name Text
      }

      """,
    ])
    let run = Outcome(try workspace.shell(line.testDescription))
    #expect(run == Outcome(output: line.output, errors: line.errors, status: line.status))
  }

  /// A file that grows without end is refused, unless a statement before, or a person's settings,
  /// allow it; what a script has set that was not run does not stay.
  @Test func limitsGrowth() throws {
    let workspace = try Workspace(["mine": "set unpack.ratio = 5000\n"])
    let made = try workspace.shell(
      "(echo a,b; head -c 20000000 /dev/zero | tr '\\0' '\\n'; echo 1,2) | gzip > b.csv.gz")
    #expect(made.status == .exited(0))
    let query = "from \"b.csv.gz\" | count"
    let refused = Outcome(
      errors:
        "<query>:1:6: error[CQ0407]: b.csv.gz: grows to more than 200 times its size when it "
        + "is unpacked; `set unpack.ratio = 2000` allows more\n", status: 4)
    #expect(Outcome(try workspace.run(["-c", query])) == refused)
    let given = Outcome(output: "count\n1\n")
    #expect(Outcome(try workspace.run(["-c", "set unpack.ratio = 2000; \(query)"])) == given)
    #expect(
      Outcome(try workspace.run(["-c", query], environment: ["CQ_CONFIG": "mine"])) == given)
    let after = try workspace.run(["-c", "\(query); set unpack.ratio = 2000"])
    #expect(Outcome(after) == refused)
  }

  /// What only judges scripts refuses what running them would, whatever it judged before; and reads
  /// what a person's settings let grow.
  @Test func judgesGrowthAsARunDoes() throws {
    let query = "from \"b.csv.gz\" | count\n"
    let workspace = try Workspace([
      "mine": "set unpack.ratio = 5000\n", "a.cq": "set unpack.ratio = 2000\n\(query)",
      "b.cq": query, "late.cq": "\(query)set unpack.ratio = 2000\n",
    ])
    let made = try workspace.shell(
      "(echo a,b; head -c 20000000 /dev/zero | tr '\\0' '\\n'; echo 1,2) | gzip > b.csv.gz")
    #expect(made.status == .exited(0))
    let grown =
      "error[CQ0407]: b.csv.gz: grows to more than 200 times its size when it is unpacked; "
      + "`set unpack.ratio = 2000` allows more\n"
    for (words, place) in [
      (["check", "b.cq"], "b.cq:1:6: "), (["check", "a.cq", "b.cq"], "b.cq:1:6: "),
      (["check", "--fix", "late.cq"], "late.cq:1:6: "), (["lint", "b.cq"], "b.cq:1:6: "),
      (["debug", "bound", "b.cq"], "b.cq:1:6: "), (["define", "b.csv.gz"], ""),
    ] {
      #expect(
        Outcome(try workspace.run(words)) == Outcome(errors: place + grown, status: 4), "\(words)")
      let own = try workspace.run(words, environment: ["CQ_CONFIG": "mine"])
      #expect(own.status == .exited(0) && own.errors.isEmpty, "\(words)")
    }
    #expect(Outcome(try workspace.run(["check", "a.cq"])) == Outcome())
  }

  /// A disk that is full leaves nothing behind.
  @Test func tellsOfAFullDisk() throws {
    let workspace = try Workspace(["x.tsv": Self.rows])
    let run = Outcome(
      try workspace.shell("ulimit -f 0; cq -q -c 'from \"x.tsv\" | save \"o.csv.gz\"'"))
    #expect(
      run
        == Outcome(
          errors: "<query>:1:21: error[CQ0701]: o.csv.gz cannot be written: the file would be "
            + "larger than is allowed\n", status: 6))
    #expect(try workspace.contents().keys.sorted() == ["x.tsv"])
  }
}
