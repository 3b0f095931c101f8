// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Files of another kind than a command takes: one message says what they are and what takes them.
@Suite struct OtherTextTests {
  private static let page = "# Hotels\n\n```cq\nfrom hotels | limit 1 | show id\n```\n"

  private static func workspace() throws -> Workspace {
    let workspace = try Workspace([
      "page.md": page, "a.cq": "from hotels | count\n", "empty.md": "", "blank.md": "\u{FEFF}\n \n",
      "empty.cq": "", "text.md": "# Text\n", "in.cq": "include \"page.md\"\nfrom hotels | count\n",
      "folder/b.cq": "from hotels\n", "page.html": "\n<!DOCTYPE html>\n<p>a</p>\n",
      "data.json": "[{\"a\": 1}]\n", "it's.csv": "a,b\n1,2\n3,4\n",
      "query.csv": "from hotels | count\n",
      "object.txt": "{\"a\": 1}\n", "out.cq": "include \"data.json\"\n",
      "html.md": "<!doctype html>\n",
    ])
    for name in ["page.md", "a.cq"] {
      let stem = name.prefix { $0 != "." }
      let made = try workspace.run(["pack", name, "-o", "\(stem).cqpack"])
      #expect(made.status == .exited(0), "\(made.errorText)")
    }
    let bytes: [UInt8] = (0..<4_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    try Data([0x7F, 0x45, 0x4C, 0x46] + bytes).write(
      to: URL(fileURLWithPath: "\(workspace.path)/program"))
    return workspace
  }

  private static let isPage =
    " is a page of Markdown, and no script; `cq play`, `report` and `test` run its queries\n"
  private static let isScript = " is a script, and no page of Markdown; `cq run` runs it\n"
  private static let isHTML =
    "page.html is a page in HTML or XML, and no script; a browser shows it, `cq run FILE.cq` "
    + "runs a script\n"
  private static let isNoPage =
    "page.html is a page in HTML or XML, and no page of Markdown; a browser shows it, `cq report "
    + "FILE.md -o PAGE.html` makes such a page\n"
  private static let isJSON =
    "data.json is JSON, and no script; cq -c 'from \"data.json\"' shows what is in it\n"
  private static let isCSV =
    #"it's.csv is CSV, and no script; cq -c 'from "it'\''s.csv"' shows what is in it"# + "\n"
  private static let isPack =
    " is a pack, which only `learn`, `play`, `report`, `run`, `say` and `test` take\n"

  /// Calls, the one message, and the exit status.
  static let refused: [(call: [String], message: String, status: Int32)] = [
    (["run", "page.md"], "page.md" + isPage, 2),
    (["page.md"], "page.md" + isPage, 2),
    (["run", "page.md", "--help"], "page.md" + isPage, 2),
    (["run", "page.cqpack"], "page.md, which is packed," + isPage, 2),
    (["debug", "tree", "page.md"], "page.md" + isPage, 2),
    (["fmt", "page.md"], "page.md is a page of Markdown, which `cq fmt` leaves", 2),
    (["learn", "a.cq"], "a.cq" + isScript, 2),
    (["play", "a.cq"], "a.cq" + isScript, 2),
    (["report", "a.cq"], "a.cq" + isScript, 2),
    (["play", "a.cqpack"], "a.cq, which is packed," + isScript, 2),
    (["report", "a.cqpack"], "a.cq, which is packed," + isScript, 2),
    (["check", "a.cqpack"], "a.cqpack" + isPack, 2),
    (["lint", "a.cqpack"], "a.cqpack" + isPack, 2),
    (["fmt", "a.cqpack"], "a.cqpack" + isPack, 2),
    (["debug", "tree", "a.cqpack"], "a.cqpack" + isPack, 2),
    (["pack", "a.cqpack", "-o", "b.cqpack"], "a.cqpack" + isPack, 2),
    (["report", "empty.md"], "empty.md is empty, and nothing can be reported of it", 2),
    (["report", "blank.md"], "blank.md is empty, and nothing can be reported of it", 2),
    (
      ["pack", "blank.md", "-o", "b.cqpack"],
      "blank.md is empty, and nothing can be packed of it", 2
    ),
    (
      ["pack", "empty.cq", "-o", "b.cqpack"],
      "empty.cq is empty, and nothing can be packed of it", 2
    ),
    (["say", "text.md"], "text.md has no `cq` block", 2),
    (["say", "empty.cq"], "empty.cq has no statement", 2),
    (["say", "-c", ""], "<query> has no statement", 2),
    (["run", "in.cq"], "page.md is a page of Markdown, and no script", 3),
    (["learn", "--grade", "page.md"], "--grade takes page.md, and no page is left", 2),
    (["run", "page.html"], isHTML, 3), (["page.html"], isHTML, 3),
    (["test", "page.html"], isHTML, 3),
    (["check", "page.html"], isHTML, 3), (["say", "page.html"], isHTML, 3),
    (["report", "page.html"], isNoPage, 3),
    (["learn", "page.html"], isNoPage, 3),
    (["play", "page.html"], isNoPage, 3),
    (["report", "html.md"], "html.md is a page in HTML or XML, and no page of Markdown", 3),
    (["run", "data.json"], isJSON, 3), (["test", "data.json"], isJSON, 3),
    (["lint", "data.json"], isJSON, 3), (["run", "out.cq"], isJSON, 3),
    (["learn", "data.json"], isJSON.replacing("script", with: "page of Markdown"), 3),
    (["run", "object.txt"], isJSON.replacing("data.json", with: "object.txt"), 3),
    (["run", "it's.csv"], isCSV, 3), (["fmt", "it's.csv"], isCSV, 3),
    (["test", "it's.csv"], isCSV, 3),
    (["play", "it's.csv"], isCSV.replacing("script", with: "page of Markdown"), 3),
    (["report", "it's.csv"], isCSV.replacing("script", with: "page of Markdown"), 3),
    (
      ["pack", "a.cq", "-o", "/proc/x.cqpack"],
      "/proc/x.cqpack cannot be written: its folder is one of the system", 6
    ),
  ]

  @Test(arguments: refused)
  func isToldInOneLine(call: [String], message: String, status: Int32) throws {
    let workspace = try Self.workspace()
    let run = try workspace.run(call)
    #expect(run.errorText.contains(message), "\(run.errorText)")
    #expect(run.errorText.split(separator: "\n").count == 1, "\(run.errorText)")
    #expect(run.outputText == "")
    #expect(run.status == .exited(status))
  }

  /// A folder and a program are no text for any command.
  @Test(arguments: [
    ["run"], [], ["say"], ["debug", "tree"], ["fmt"], ["check"], ["lint"], ["test"], ["learn"],
    ["play"], ["report"], ["pack", "-o", "x.cqpack"], ["learn", "--grade"],
  ]) func foldersAndProgramsAreNoText(words: [String]) throws {
    let workspace = try Self.workspace()
    for name in ["folder", "program"] {
      let run = try workspace.run(words + [name])
      #expect(run.errorText.split(separator: "\n").count == 1, "\(words) \(name): \(run.errorText)")
      #expect(run.errorText.contains(name))
      #expect(run.outputText == "")
      #expect(run.status != .exited(0))
    }
  }

  /// What can be read as a script is one under any name, and JSON from a pipe has a way out too.
  @Test func contentsCountMoreThanNames() throws {
    let workspace = try Self.workspace()
    #expect(try workspace.run(["run", "query.csv"]).status == .exited(0))
    let run = try workspace.shell("cq run - < data.json")
    #expect(
      run.errorText == "error[CQ0108]: <stdin> is JSON, and no script; cq -c 'from \"/dev/stdin\"' "
        + "shows what is in it\n")
  }

  /// A demonstration asks questions without exercises.
  @Test func demonstrationsArePacked() throws {
    let workspace = try Workspace([
      "demo.md":
        "# A\n\n> predict: How many?\n```cq reveal\nfrom hotels | count\n```\n> reveal: Seven.\n"
    ])
    #expect(try workspace.run(["pack", "demo.md", "-o", "d.cqpack"]).status == .exited(0))
    #expect(try workspace.run(["play", "d.cqpack"]).outputText.contains("Seven."))
  }

  /// The queries of a page, and of a pack, are said.
  @Test func pagesAreSaid() throws {
    let workspace = try Self.workspace()
    for name in ["page.md", "page.cqpack"] {
      #expect(
        Outcome(try workspace.run(["say", name]))
          == Outcome(output: "Take hotels; take the first row; show id.\n"))
    }
    #expect(
      Outcome(try workspace.run(["say", "a.cqpack", "--language", "de"]))
        == Outcome(output: "Nimm hotels; zähle.\n"))
  }

  /// What lessons ask for is said in its place.
  @Test func lessonsAreSaid() throws {
    let workspace = try Workspace([
      "lesson.md": "# A\n> predict: How many?\n```cq reveal\nfrom hotels | count\n```\n"
        + "```cq\nfrom hotels | limit 1\n```\n## B\nC.\n"
        + "```cq exercise=1 kind=gap\nfrom hotels | limit [[2]]\n```\n> hint: d\n"
    ])
    #expect(
      Outcome(try workspace.run(["say", "lesson.md"]))
        == Outcome(
          output: "Take hotels; count.\nTake hotels; take the first row.\n"
            + "Take hotels; take the first 2.\n"))
  }
}
