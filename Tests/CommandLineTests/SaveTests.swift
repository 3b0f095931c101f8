// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `save` from the outside: what there is in the folder afterwards, whatever happens.
@Suite struct SaveTests {
  private static let two = "from hotels | limit 2 | show id"
  private static let saved = "id\n40611\n80899\n"

  /// A query in a folder that has files, what is said, and the files afterwards.
  struct Saving: Sendable, CustomTestStringConvertible {
    var query: String
    var files: [String: String] = [:]
    var errors = ""
    var status: Int32 = 0
    var after: [String: String]

    var testDescription: String { query }
  }

  private static let words = String(repeating: "x", count: 99)
  private static let rule = String(repeating: "─", count: 100)
  private static let long = "[{\"a\(words)\":\"a\(words)\",\"b\(words)\":\"b\(words)\"}]"

  static let savings: [Saving] = [
    Saving(query: "\(two) | save \"o.csv\"", after: ["o.csv": saved]),
    Saving(
      query: "\(two) | save \"o.csv\"", files: ["o.csv": "kept\n"],
      errors: "<query>:1:40: error[CQ0702]: o.csv cannot be written: it exists; add `replace`\n",
      status: 6, after: ["o.csv": "kept\n"]),
    Saving(
      query: "\(two) | save \"o.csv\" replace", files: ["o.csv": "old\n"], after: ["o.csv": saved]),
    Saving(query: "\(two) | save \"o.csv\" replace", after: ["o.csv": saved]),
    Saving(
      query: "\(two) | save \"o.txt\" as jsonl",
      after: ["o.txt": "{\"id\":\"40611\"}\n{\"id\":\"80899\"}\n"]),
    // A table in a file has its cells whole, however wide they are.
    Saving(
      query: "from \"l.json\" | save \"o.txt\" as table", files: ["l.json": long],
      after: [
        "l.json": long, "o.txt": "a\(words)  b\(words)\n\(rule)  \(rule)\na\(words)  b\(words)\n",
      ]),
    Saving(
      query: "\(two) | save \"no/o.csv\"",
      errors: "<query>:1:40: error[CQ0701]: no/o.csv cannot be written: no such directory\n",
      status: 6, after: [:]),
    Saving(
      query: "\(two) | save \"d.csv\" replace", files: ["d.csv/x": "kept\n"],
      errors: "<query>:1:40: error[CQ0701]: d.csv cannot be written: it is a directory\n",
      status: 6, after: ["d.csv/x": "kept\n"]),
    // A check that fails leaves the old file.
    Saving(
      query: "\(two) | expect 3 rows | save \"o.csv\" replace", files: ["o.csv": "old\n"],
      errors: "<query>:1:35: FAILED[CQ0601]: expected 3 rows, got 2\n", status: 1,
      after: ["o.csv": "old\n"]),
    Saving(
      query: "\(two) | assert stars > 2 | save \"o.csv\"",
      errors: "<query>:1:42: FAILED[CQ0602]: a row does not meet the condition\n", status: 1,
      after: [:]),
    // The second of two statements refuses; what the first has saved stays.
    Saving(
      query: "\(two) | save \"o.csv\"; from hotels | save \"o.csv\"",
      errors: "<query>:1:68: error[CQ0702]: o.csv cannot be written: it exists; add `replace`\n",
      status: 6, after: ["o.csv": saved]),
    Saving(
      query: "\(two) | save \"a.csv\"; from hotels | save \"b.xyz\"",
      errors: "<query>:1:68: error[CQ0101]: the name \"b.xyz\" does not tell a format\n",
      status: 3, after: [:]),
  ]

  @Test(arguments: savings) func leaves(_ row: Saving) throws {
    let workspace = try Workspace(row.files)
    let run = Outcome(try workspace.run(["--quiet=all", "-c", row.query]))
    #expect(run == Outcome(errors: row.errors, status: row.status))
    #expect(try workspace.contents() == row.after)
  }

  /// An address is no place for a file, whatever wants to write it.
  @Test func anAddressIsNamedForWhatItIs() throws {
    let workspace = try Workspace()
    let run = try workspace.run([
      "--meta", "https://x.example/m.json", "--quiet=all", "-c", Self.two,
    ])
    #expect(
      run.errorText
        == "error[CQ0701]: --meta: https://x.example/m.json cannot be written: it is an "
        + "address, and a file is written here\n")
    #expect(run.status == .exited(6))
  }

  @Test func followsALink() throws {
    let workspace = try Workspace(["data/o.csv": "old\n"])
    _ = try workspace.shell("ln -s data/o.csv link.csv && ln -s nowhere.csv lost.csv")
    let run = try workspace.run(["--quiet=all", "-c", "\(Self.two) | save \"link.csv\" replace"])
    #expect(run.status == .exited(0))
    #expect(try workspace.shell("readlink link.csv").outputText == "data/o.csv\n")
    #expect(try workspace.text(of: "data/o.csv") == Self.saved)
    let lost = try workspace.run(["--quiet=all", "-c", "\(Self.two) | save \"lost.csv\" replace"])
    #expect(
      lost.errorText == "<query>:1:40: error[CQ0701]: lost.csv cannot be written: it is a link "
        + "that leads nowhere\n")
  }

  /// A program that is killed while it saves leaves the old file or the new one, and the next one
  /// that saves there takes away what it has left behind.
  @Test func survivesBeingKilled() throws {
    let records = (0..<20_000).map { "{\"id\":\($0),\"name\":\"hotel \($0)\"}\n" }
    let workspace = try Workspace(["big.jsonl": records.joined(), "o.csv": "old\n"])
    let new = "id,name\n" + (0..<20_000).map { "\($0),hotel \($0)\n" }.joined()
    let query = "from \"big.jsonl\" | save \"o.csv\" replace"
    var sizes: [Int] = []
    for step in 0..<10 {
      let size = try Self.killed(workspace, query, whenWritten: step * new.utf8.count / 12)
      if let size { sizes.append(size) }
      let text = try workspace.text(of: "o.csv")
      #expect(text == "old\n" || text == new)
    }
    // Most of them were in the middle of it.
    #expect(sizes.count > 5 && sizes.filter { $0 > 0 }.count > 2, "\(sizes)")
    #expect(try workspace.run(["--quiet=all", "-c", query]).status == .exited(0))
    #expect(try workspace.contents().keys.sorted() == ["big.jsonl", "o.csv"])
    #expect(try workspace.text(of: "o.csv") == new)
  }

  /// A program that a signal ends while it saves leaves nothing beside the old file or the new one.
  @Test(arguments: [SIGTERM, SIGINT, SIGHUP, SIGPIPE])
  func leavesNothingAfterASignal(signal: Int32) throws {
    let records = (0..<20_000).map { "{\"id\":\($0),\"name\":\"hotel \($0)\"}\n" }
    let workspace = try Workspace(["big.jsonl": records.joined(), "o.csv": "old\n"])
    let query = "from \"big.jsonl\" | save \"o.csv\" replace"
    for size in [0, 65_536, 200_000] {
      let left = try Self.killed(workspace, query, whenWritten: size, by: signal)
      #expect(left == nil)
      #expect(try workspace.contents().keys.sorted() == ["big.jsonl", "o.csv"])
    }
  }

  /// Where a file may not grow, that is an error as on a full disk, and no part of it is left.
  @Test func fileThatMayNotGrow() throws {
    let records = (0..<2_000).map { "{\"id\":\($0),\"name\":\"hotel \($0)\"}\n" }
    let workspace = try Workspace(["big.jsonl": records.joined()])
    let saved = try workspace.shell(
      "ulimit -f 1; cq -q -c 'from \"big.jsonl\" | save \"o.csv\"'")
    #expect(
      Outcome(saved)
        == Outcome(
          errors: "<query>:1:25: error[CQ0701]: o.csv cannot be written: "
            + "the file would be larger than is allowed\n", status: 6))
    #expect(try workspace.contents().keys.sorted() == ["big.jsonl"])
    let written = try workspace.shell("ulimit -f 1; cq -q -c 'from \"big.jsonl\"' > o.tsv")
    #expect(written.status == .exited(6))
    #expect(
      written.errorText.hasSuffix(
        "the output cannot be written: the file would be larger than is allowed\n"))
  }

  /// Once nothing more can be written no further rows are read.
  @Test func nothingIsReadForAFileThatIsGivenUp() throws {
    let records = (0..<100_000).map { "{\"id\":\($0)}\n" }
    let workspace = try Workspace(["big.jsonl": records.joined()])
    let saved = try workspace.shell(
      "ulimit -f 1; cq -q --meta m.json -c 'from \"big.jsonl\" | save \"o.csv\"'")
    #expect(
      Outcome(saved)
        == Outcome(
          errors: "<query>:1:25: error[CQ0701]: o.csv cannot be written: "
            + "the file would be larger than is allowed\n", status: 6))
    let account = try #require(try workspace.contents()["m.json"])
    #expect(account.hasPrefix(#"[{"rows":2048,"saved":null,"error":"CQ0701","whole":false,"#))
  }

  /// Ends a run once the file beside its target is so large; gives how large it was left, nil
  /// when the run was done before.
  private static func killed(
    _ workspace: Workspace, _ query: String, whenWritten size: Int, by signal: Int32 = SIGKILL
  ) throws -> Int? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Workspace.program)
    process.arguments = ["--quiet=all", "-c", query]
    process.environment = workspace.environment()
    process.currentDirectoryURL = URL(fileURLWithPath: workspace.path)
    try process.run()
    let name = ".o.csv.cq-\(process.processIdentifier)-"
    var status = stat()
    while process.isRunning {
      let names = try FileManager.default.contentsOfDirectory(atPath: workspace.path)
      guard let found = names.first(where: { $0.hasPrefix(name) }),
        unsafe stat("\(workspace.path)/\(found)", &status) == 0, status.st_size >= size
      else { continue }
      kill(process.processIdentifier, signal)
      process.waitUntilExit()
      return unsafe stat("\(workspace.path)/\(found)", &status) == 0 ? Int(status.st_size) : nil
    }
    return nil
  }
}
