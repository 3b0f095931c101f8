// SPDX-License-Identifier: MIT

import TestSupport
import Testing

/// The commands that tell about the program itself: `cq debug`, `cq explain`, `cq limits`.
@Suite struct ToolCommandTests {
  private static let query = "use hotels\nfilter stars > 2 | sort by distance | limit 2 | show name"

  static let answers: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["debug", "plan", "-c", query],
      output: """
        use hotels

        1 scan hotels, here: name stars distance
        2 filter stars > 2
        3 top 2 by distance [top-k; holds the best rows; sequential]
        4 show name

        """),
    CommandLineCase(
      arguments: ["debug", "bound", "near.cq"],
      files: ["near.cq": "from hotels | show name, rooms"],
      output: """
        1 scan hotels, here: id name address stars distance suites
        2 extend rooms = count(suites)
        3 show name Text, rooms Int

        """),
    CommandLineCase(
      arguments: ["debug", "tree", "-"], input: query,
      output: """
        use hotels
        current | (filter (> stars 2)) | (sort distance) | (limit 2) | (show name)

        """),
    CommandLineCase(
      arguments: ["debug", "tokens", "-c", "from hotels\n| filter a = \"\u{1B}[31m\u{9B}\""],
      output: #"""
        1:1 name:from
        1:6 name:hotels
        1:12 newline
        2:1 pipe
        2:3 name:filter
        2:10 name:a
        2:12 equal
        2:14 text:"\u{1B}[31m\u{9B}"
        2:22 end

        """#),
    CommandLineCase(
      arguments: ["debug", "plan", "-c", "from hotels | filter name = \"\u{1B}[31m\""],
      output: #"""
        1 scan hotels, here: id name address stars distance suites
        2 extend rooms = count(suites) [on every processor]
        3 filter name = "\u001b[31m" [on every processor]
        4 show id, name, address, stars, distance, suites, rooms

        """#),
    CommandLineCase(
      arguments: ["debug", "plan", "-c", "from hotel"],
      errors: "<query>:1:6: error[CQ0202]: there is no source called `hotel`; did you mean "
        + "`hotels`?  Others: bestbuy, chloe, products, shopreme (`sources` lists them)\n",
      status: 3),
    CommandLineCase(
      arguments: ["debug", "tree", "-c", "from hotels | wher a"],
      output: "from hotels | (?)\n",
      errors: "<query>:1:15: error[CQ0105]: there is no stage called `wher`; did you mean "
        + "`filter`?\n", status: 3),
    CommandLineCase(
      arguments: ["-c", "explain from hotels | limit 1 | show name\nexplain sources"],
      output: """
        1 scan hotels, here: name
        2 limit 1
        3 show name

        1 sources: source what rows updated
        2 show source, what, rows, updated

        """),
    CommandLineCase(
      arguments: ["explain", "CQ0203", "CQ0204"],
      errors: "error[CQ0002]: one code at a time; cq explain CODE\n", status: 2),
    CommandLineCase(
      arguments: ["explain", "CQ0230"],
      errors: "error[CQ0002]: there is no code `CQ0230`; did you mean `CQ0203` or "
        + "`CQ0302`? cq explain lists the codes\n", status: 2),
    CommandLineCase(
      arguments: ["explain", "nonsense"],
      errors: "error[CQ0002]: there is no code `nonsense`; cq explain lists the codes\n", status: 2),
    CommandLineCase(
      arguments: ["debug"],
      errors: "error[CQ0002]: `cq debug` needs a step; one of tokens, tree, bound, plan\n",
      status: 2),
    CommandLineCase(
      arguments: ["debug", "tre", "a.cq"],
      errors: "error[CQ0002]: `cq debug` knows no `tre`; did you mean `tree`? "
        + "one of tokens, tree, bound, plan\n", status: 2),
    CommandLineCase(
      arguments: ["debug", "tree"],
      errors: "error[CQ0002]: `cq debug tree` needs a script; cq debug tree FILE.cq\n", status: 2),
    CommandLineCase(
      arguments: ["limits", "all"],
      errors: "error[CQ0002]: `cq limits` takes no `all`; cq limits lists them all\n", status: 2),
  ]

  @Test(arguments: answers) func answer(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// Each page is part of the program, word for word, by each form of its code.
  @Test func pages() throws {
    let workspace = try Workspace()
    let folder = "\(TestSupport.repositoryRoot)/Documentation/Diagnostics"
    let list = try workspace.run(["explain"]).outputText
    let codes = list.split(separator: "\n").map { String($0.prefix(6)) }
    #expect(codes.count > 40)
    #expect(list.contains("CQ0201  there is no such field\n"))
    for code in codes {
      let page = try TestSupport.text(ofFile: "\(folder)/\(code).md")
      #expect(Outcome(try workspace.run(["explain", code])) == Outcome(output: page))
    }
    let page = try TestSupport.text(ofFile: "\(folder)/CQ0201.md")
    for word in ["cq0201", "0201", "Cq0201"] {
      #expect(Outcome(try workspace.run(["explain", word])) == Outcome(output: page))
    }
  }

  @Test func limits() throws {
    let run = try Workspace().run(["limits"])
    let lines = run.outputText.split(separator: "\n").map(String.init)
    #expect(run.status == .exited(0))
    #expect(Set(lines.map { $0.hasPrefix(" ") || $0.isEmpty }) == [false])
    let shown = lines.map { line in
      let name = line.firstRange(of: "  ").map { String(line[..<$0.lowerBound]) } ?? line
      let value = line.dropFirst(name.count).drop { $0 == " " }
      return [name, value.contains(", ") ? String(value.split(separator: ", ")[1]) : String(value)]
    }
    #expect(try shown == Self.documentedLimits())
  }

  /// The table of the documentation, without the commas in its numbers.
  private static func documentedLimits() throws -> [[String]] {
    let path = "\(TestSupport.repositoryRoot)/Documentation/Language/Limits.md"
    let text = try TestSupport.text(ofFile: path)
    let first = text.firstRange(of: "\n## ").map { text[..<$0.lowerBound] } ?? text[...]
    let rows = first.split(separator: "\n").filter {
      $0.hasPrefix("| ")
    }
    return rows.dropFirst().map { row in
      row.split(separator: "|").map { cell in
        cell.filter { $0 != "`" && $0 != "," }.split(separator: " ").joined(separator: " ")
      }
    }
  }
}
