// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// `with` tells how a table as text is written: what is taken, what is told, and what is wrong.
@Suite struct TableFormTests {
  private static let files = [
    "prices.csv": "Artikel;Preis\nTee;2,50\nKaffee;13,00\nSalz;,5\n",
    "grouped.csv": "Artikel;Preis;Stand\nTee;2.000,25;1.5\nSalz;0,5;1.50\nReis;-1.000.000;1\n",
    "codes.txt": "7|a\n8|b\n",
    "commas.csv": "name,price\n\"Tea, green\",\"2,50\"\nSalt,\"0,90\"\n",
    "spaces.txt": "x y\n1 2\n",
    "x.json": #"[{"a":1}]"#,
  ]

  /// What comes of a query, on standard output and on standard error.
  static let queries: [(query: String, rows: String, errors: String)] = [
    (
      "from \"prices.csv\" with decimal comma | drop Preis | limit 1",
      #"{"Artikel":"Tee"}"#, "note: cells are separated by semicolons\n"
    ),
    (
      "from \"prices.csv\" with separator ';' decimal comma | filter Artikel != \"Salz\"",
      #"{"Artikel":"Tee","Preis":"2,50"} {"Artikel":"Kaffee","Preis":"13,00"}"#, ""
    ),
    (
      "from \"grouped.csv\" with separator \";\" decimal comma | show Preis | limit 1",
      #"{"Preis":"2.000,25"}"#,
      "note: `Preis` is text, as 2.000,25 has marks between thousands\n"
    ),
    (
      "from \"grouped.csv\" with separator \";\" decimal comma | "
        + "summarize s = sum(number(replace(replace(Preis, \".\", \"\"), \",\", \".\")))",
      #"{"s":-997999.25}"#,
      "note: `Preis` is text, as 2.000,25 has marks between thousands\n"
    ),
    (
      "from \"commas.csv\" with decimal comma | summarize total = sum(price)",
      #"{"total":3.4}"#, ""
    ),
    (
      "from \"commas.csv\" with decimal point | show price",
      #"{"price":"2,50"} {"price":"0,90"}"#, ""
    ),
    (
      "from \"codes.txt\" with header no separator \"|\"",
      #"{"column1":7,"column2":"a"} {"column1":8,"column2":"b"}"#, ""
    ),
    (
      "from \"codes.txt\" with header yes | show `7`", #"{"7":8}"#,
      "note: cells are separated by vertical bars\n"
    ),
    ("from \"spaces.txt\" with separator \" \" | show x, y", #"{"x":1,"y":2}"#, ""),
    (
      "from \"codes.txt\" with separator \"\\t\" header no",
      #"{"column1":"7|a"} {"column1":"8|b"}"#,
      "note: no cells are separated by tabs\n"
    ),
    (
      "use \"codes.txt\" with header no\nfilter column1 > 7 | show column2", #"{"column2":"b"}"#,
      "note: cells are separated by vertical bars\n"
    ),
    (
      "from \"x.json\" with header no", "",
      "<query>:1:6: error[CQ0404]: x.json: is JSON, and `with` tells how a table is written\n"
    ),
    (
      "from \"codes.txt\" with separator \"ab\"", "",
      "<query>:1:33: error[CQ0305]: cells are separated by one character of ASCII, no letter, "
        + "digit or quote\n"
    ),
    (
      "from \"codes.txt\" with", "",
      "<query>:1:22: error[CQ0101]: `with` needs `separator`, `header` or `decimal`\n"
    ),
    (
      "from \"codes.txt\" with header maybe", "",
      "<query>:1:30: error[CQ0101]: `header` needs `yes` or `no`\n"
    ),
    (
      "from hotels with header no", "",
      "<query>:1:13: error[CQ0105]: `with` belongs to a file, and `hotels` is the name of a "
        + "source\n"
    ),
  ]

  @Test func aQueryTellsHowATableIsWritten() throws {
    let workspace = try Workspace(Self.files)
    var found: [String] = []
    for (query, _, _) in Self.queries {
      let run = try workspace.run(["--to", "jsonl", "-c", query])
      let rows = run.outputText.split(separator: "\n").joined(separator: " ")
      found.append("\(query): \(rows)\n\(run.errorText)")
    }
    #expect(found == Self.queries.map { "\($0.query): \($0.rows)\n\($0.errors)" })
  }

  /// A long file is read by windows, with the same answer as one with points.
  @Test func aLongTableWithDecimalCommasIsReadAsOneWithPoints() throws {
    let rows = (0..<30_000).map { "\($0);\($0 % 977).\($0 % 89);text \($0)" }
    let points = "id;price;name\n" + rows.joined(separator: "\n")
    let commas = String(points.map { $0 == "." ? "," : $0 })
    let workspace = try Workspace(["points.csv": points, "commas.csv": commas])
    let query = "| summarize sum(price), max(price), count_distinct = count(price)"
    let expected = try workspace.run(["-c", "from \"points.csv\" \(query)"])
    let found = try workspace.run(["-c", "from \"commas.csv\" with decimal comma \(query)"])
    #expect(found.outputText == expected.outputText)
    #expect(expected.outputText.contains("976."))
  }

  @Test func aPlanTellsTheForm() throws {
    let workspace = try Workspace(Self.files)
    let query = "explain from \"prices.csv\" with decimal comma separator \";\" header yes"
    let run = try workspace.run(["-c", query])
    #expect(
      run.outputText.contains(
        "scan `prices.csv` with separator \";\" header yes decimal comma, here: "))
  }
}
