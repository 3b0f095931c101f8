// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// Messages that say what was meant, or what a value is.
@Suite struct NearWordTests {
  private static let files = [
    "a.csv": "id,name\n1,a\n2,b\n",
    "l.json": #"[{"id":null,"l":[]},{"id":null,"l":[]},{"id":2,"l":[]}]"#,
  ]

  private static func row(
    _ query: String, output: String = "", errors: String = "", status: Int32 = 3
  ) -> CommandLineCase {
    CommandLineCase(
      arguments: ["-c", query], files: files, output: output,
      errors: errors.isEmpty ? "" : "<query>:1:\(errors)\n", status: status)
  }

  static let messages: [CommandLineCase] = [
    row(
      "changes from \"l.json\" to \"a.csv\" by id",
      errors: "37: error[CQ0409]: 1 key of l.json names several rows: null (2 rows)", status: 4),
    row(
      "from \"a.csv\" | extend x = number(true)",
      errors: "27: error[CQ0305]: `number` takes a text or a number, not Bool"),
    row(
      "from \"a.csv\" | extend x = int(true)",
      errors: "27: error[CQ0305]: `int` takes a text or a number, not Bool"),
    row(
      "from \"a.csv\" | extend x = date(5)",
      errors: "27: error[CQ0305]: `date` takes a text or a date, not Int"),
    row(
      "changes from \"a.csv\" to \"a.csv\" by id within -1",
      errors: "46: error[CQ0101]: `within` takes no number below 0"),
    row(
      "from \"a.csv\" wiht separator \";\"",
      errors: "14: error[CQ0105]: `wiht` is not expected after the statement; did you mean `with`?"),
    row(
      "from \"a.csv\" with seperator \";\"",
      errors: "19: error[CQ0105]: `with` knows no `seperator`; did you mean `separator`?"),
    row(
      "from \"a.csv\" with separator \";\" heder no",
      errors: "33: error[CQ0105]: `with` knows no `heder`; did you mean `header`?"),
  ]

  @Test(arguments: messages) func message(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// A list without elements is told as one.
  @Test func describesEmptyLists() throws {
    let run = try Workspace(Self.files).run(["-c", "describe \"l.json\"", "--to", "csv"])
    #expect(run.outputText.contains("l,List<Any>,3 of 3,1,[] 3,"), "\(run.outputText)")
  }

  /// No size is a size, and definitions are of the sources whose replies are kept.
  @Test func theCacheTakesBoth() throws {
    let workspace = try Workspace([
      "shop.cq": "source shop {\n  list \"http://127.0.0.1:1/list\"\n  field id Id key\n}\n"
    ])
    for size in [["0", "MB"], ["0MB"]] {
      #expect(
        Outcome(try workspace.run(["cache", "prune"] + size))
          == Outcome(output: "forgot 0 readings\n"))
    }
    #expect(
      Outcome(try workspace.run(["cache", "readings", "shop", "--define", "shop.cq"]))
        == Outcome(output: "source\ttaken\trows\tsize\tstored\n"))
  }

  /// The form of a table has a page.
  @Test(arguments: ["with", "separator", "header", "decimal", "from"])
  func helpsWithTables(_ word: String) throws {
    let run = try Workspace().run(["help", word])
    #expect(
      run.outputText.contains(
        "from FILE with FORM\n  separator \"S\", header no, decimal comma\n"),
      "\(run.outputText)\(run.errorText)")
  }
}
