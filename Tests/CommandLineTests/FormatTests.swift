// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq fmt`: which files it writes, what it says and how it ends.
@Suite struct FormatTests {
  static let cases: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["fmt"], input: "FROM hotels|limit 1 # one",
      output: "from hotels | limit 1  # one\n"),
    CommandLineCase(arguments: ["fmt", "-"], input: "use h;limit 1", output: "use h\nlimit 1\n"),
    CommandLineCase(arguments: ["fmt", "--check"], input: "use h\n"),
    CommandLineCase(
      arguments: ["fmt", "-", "--check"], input: "use  h\n", output: "<stdin>\n", status: 1),
    CommandLineCase(
      arguments: ["fmt"], input: "from h | limt 1\n",
      errors: """
        <stdin>:1:10: error[CQ0105]: there is no stage called `limt`; did you mean `limit`?

        """, status: 3),
    CommandLineCase(
      arguments: ["fmt", "--check", "a.cq", "b\u{1B}.cq", "c.cq"],
      files: ["a.cq": "use  h", "b\u{1B}.cq": "use  h", "c.cq": "use h\n"],
      output: "a.cq\n" + #"b\u{1B}.cq"# + "\n", status: 1),
    CommandLineCase(
      arguments: ["fmt", "none.cq"],
      errors: "error[CQ0503]: none.cq cannot be opened: no such file\n", status: 5),
    // The first error decides, before what is only in another form.
    CommandLineCase(
      arguments: ["fmt", "--check", "a.cq", "b.cq", "none.cq"],
      files: ["a.cq": "use  h", "b.cq": "from h | limt 1\n"], output: "a.cq\n",
      errors: """
        b.cq:1:10: error[CQ0105]: there is no stage called `limt`; did you mean `limit`?
        error[CQ0503]: none.cq cannot be opened: no such file

        """, status: 3),
    CommandLineCase(
      arguments: ["fmt", "--to", "csv"],
      errors: "error[CQ0001]: `cq fmt` takes no option `--to`; "
        + "cq fmt --help lists those that it takes\n", status: 2),
  ]

  @Test(arguments: cases) func answer(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }

  /// A comment keeps its bytes in a file; a terminal would obey them.
  @Test func terminalSeesWhatCommentsHold() throws {
    let workspace = try Workspace(["a.cq": "use h # \u{1B}[31m\u{9B}1m\n"])
    let terminal = try TerminalDriver.start(
      program: "/bin/sh", arguments: ["-c", "cq fmt - < a.cq"],
      environment: workspace.environment(), directory: workspace.path)
    #expect(try terminal.waitForExit(timeout: 60) == .exited(0))
    #expect(
      String(decoding: terminal.output, as: UTF8.self)
        == #"use h  # \u{1B}[31m\u{9B}1m"# + "\r\n")
    let piped = try workspace.run(["fmt"], input: "use h # \u{1B}[31m\n")
    #expect(piped.outputText == "use h  # \u{1B}[31m\n")
  }

  private static func text(_ name: String, _ workspace: Workspace) throws -> String {
    try String(contentsOfFile: "\(workspace.path)/\(name)", encoding: .utf8)
  }

  private static func attributes(
    _ name: String, _ workspace: Workspace
  ) throws -> (number: UInt, mode: Int) {
    let found = try FileManager.default.attributesOfItem(atPath: "\(workspace.path)/\(name)")
    return (
      try #require(found[.systemFileNumber] as? UInt),
      try #require(found[.posixPermissions] as? Int)
    )
  }

  /// Each file for itself: one with a fault stays, and so does one that has its form already.
  @Test func formatsInPlace() throws {
    let workspace = try Workspace([
      "long.cq":
        "from hotels|filter distance<200|sort by distance desc|show name,distance,rooms,id",
      "bad.cq": "from h | limt 1", "good.cq": "use h\n", "hotels.cq": "source h{list 'x'}",
    ])
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o750], ofItemAtPath: "\(workspace.path)/long.cq")
    let good = try Self.attributes("good.cq", workspace)
    let run = Outcome(try workspace.run(["fmt", "long.cq", "bad.cq", "good.cq", "hotels.cq"]))
    #expect(
      run
        == Outcome(
          errors: """
            note: formatted long.cq
            bad.cq:1:10: error[CQ0105]: there is no stage called `limt`; did you mean `limit`?
            note: formatted hotels.cq

            """, status: 3))
    #expect(
      try Self.text("long.cq", workspace) == """
        from hotels
          | filter distance < 200
          | sort by distance desc
          | show name, distance, rooms, id

        """)
    #expect(try Self.attributes("long.cq", workspace).mode == 0o750)
    #expect(try Self.text("bad.cq", workspace) == "from h | limt 1")
    #expect(try Self.attributes("good.cq", workspace) == good)
    #expect(try Self.text("hotels.cq", workspace) == "source h {\n  list \"x\"\n}\n")
    let again = Outcome(try workspace.run(["fmt", "--check", "long.cq", "hotels.cq"]))
    #expect(again == Outcome())
  }

  @Test func followsALinkAndSaysNothingWhenQuiet() throws {
    let workspace = try Workspace(["a.cq": "use  h"])
    try FileManager.default.createSymbolicLink(
      atPath: "\(workspace.path)/link.cq", withDestinationPath: "a.cq")
    #expect(Outcome(try workspace.run(["fmt", "-q", "link.cq"])) == Outcome())
    #expect(try Self.text("a.cq", workspace) == "use h\n")
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: "\(workspace.path)/link.cq")
    #expect(link == "a.cq")
  }

  /// A file that cannot be written whole stays, and nothing is left beside it.
  @Test func keepsTheFileWhenTheDiskIsFull() throws {
    let long = String(repeating: "use  h\n", count: 1_000)
    let workspace = try Workspace(["a.cq": long])
    let run = Outcome(try workspace.shell("trap '' XFSZ; ulimit -f 1; cq fmt a.cq"))
    #expect(
      run
        == Outcome(
          errors:
            "error[CQ0701]: a.cq cannot be written: the file would be larger than is allowed\n",
          status: 6))
    #expect(try Self.text("a.cq", workspace) == long)
    #expect(try FileManager.default.contentsOfDirectory(atPath: workspace.path) == ["a.cq"])
  }

  @Test func tellsThatTheOutputIsLost() throws {
    let run = Outcome(try Workspace().shell("echo use h | cq fmt > /dev/full"))
    #expect(
      run
        == Outcome(
          errors: "error[CQ0701]: the output cannot be written: the disk is full\n", status: 6))
  }
}
