// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `--meta FILE` never takes the place of what the run reads, saves or writes besides.
@Suite struct AccountsPlaceTests {
  private static let definition = """
    source goods {
      list "goods.json"
      field id   Id key
      field size Int
    }

    """

  private static let files = [
    "goods.json": "[{\"id\":1,\"size\":3}]", "goods.cq": definition,
    "own.cq": "from hotels | count\n", "whole.cq": "include \"own.cq\"\n",
    "settings": "set format = csv\n", "lists/all.json": "[{\"id\":2}]",
  ]

  private static func refusal(_ path: String, _ reason: String) -> String {
    """
    error[CQ0002]: --meta: \(path) cannot be written: \(reason)
    help: name a file of its own for it

    """
  }

  /// Nothing has run, and every file is what it was.
  @Test(arguments: [
    (["own.cq"], "own.cq", "it is read"),
    (["whole.cq"], "./own.cq", "it is read"),
    (["--define", "goods.cq", "-c", "from goods"], "goods.cq", "it is read"),
    (["--define", "goods.cq", "-c", "from hotels"], "goods.cq", "it is read"),
    (
      ["--source", "hotels=lists/all.json", "-c", "from shopreme | count"],
      "lists/../lists/all.json", "it is read"
    ),
    (["-c", "from \"goods.json\" | count"], "goods.json", "it is read"),
    (["-c", "from \"goods.json\" | count"], "link.json", "it is read"),
    (["-c", "let b = from \"goods.json\"\nfrom b | count"], "hard.json", "it is read"),
    (["-c", "from hotels | save \"new.csv\""], "new.csv", "a result is saved there"),
    (
      ["-c", "from hotels | count; from hotels | save \"goods.json\" replace"], "link.json",
      "a result is saved there"
    ),
    (["-c", "from hotels | count"], "settings", "it is read"),
  ])
  func whatIsReadOrSavedStays(arguments: [String], path: String, reason: String) throws {
    let workspace = try Workspace(Self.files)
    try FileManager.default.createSymbolicLink(
      atPath: "\(workspace.path)/link.json", withDestinationPath: "goods.json")
    try FileManager.default.linkItem(
      atPath: "\(workspace.path)/goods.json", toPath: "\(workspace.path)/hard.json")
    let before = try workspace.contents()
    let run = try workspace.run(
      ["--meta", path, "--errors=full"] + arguments,
      environment: ["CQ_CONFIG": "\(workspace.path)/settings"])
    #expect(Outcome(run) == Outcome(errors: Self.refusal(path, reason), status: 2))
    #expect(try workspace.contents() == before)
  }

  /// Nor what the program keeps for itself, whether it is there or not.
  @Test(arguments: [
    (".config/cq/keys", "it is the file of keys"),
    (".cache/cq/replies.sqlite", "it is the cache of replies"),
    (".local/state/cq/history", "it is the history of the prompt"),
  ])
  func whatIsKeptStays(path: String, reason: String) throws {
    let folder = path.prefix(upTo: path.lastIndex(of: "/") ?? path.endIndex)
    let workspace = try Workspace(["\(folder)/other": ""])
    let run = try workspace.run(["--meta", path, "--errors=full", "-c", "from hotels | count"])
    #expect(Outcome(run) == Outcome(errors: Self.refusal(path, reason), status: 2))
  }

  /// What is opened only while a query runs is not replaced either.
  @Test func whatIsOpenedMeanwhileStays() throws {
    let workspace = try Workspace(Self.files)
    let before = try workspace.contents()
    let run = try workspace.run([
      "--meta", "goods.json", "--errors=full", "--to", "csv", "--define", "goods.cq", "-c",
      "from goods | count",
    ])
    #expect(
      Outcome(run)
        == Outcome(
          output: "count\n1\n", errors: Self.refusal("goods.json", "it is read"), status: 2))
    #expect(try workspace.contents() == before)
  }

  /// The shell has opened these files for the run.
  @Test(arguments: [
    ("cq --meta own.cq < own.cq", "own.cq", "it is read"),
    ("cq --meta out.csv -c 'from hotels | count' > out.csv", "out.csv", "the output goes there"),
  ])
  func streamsOfTheShellStay(line: String, path: String, reason: String) throws {
    let workspace = try Workspace(Self.files)
    let run = try workspace.shell(line)
    #expect(
      Outcome(run)
        == Outcome(
          errors: "error[CQ0002]: --meta: \(path) cannot be written: \(reason)\n", status: 2))
    #expect(try workspace.text(of: "own.cq") == Self.files["own.cq"])
    #expect((try? workspace.text(of: "out.csv")) ?? "" == "")
  }

  /// An account from before is replaced.
  @Test func accountsReplaceThoseOfAnotherRun() throws {
    let workspace = try Workspace(["m.json": "[1]\n"])
    for _ in 1...2 {
      let run = try workspace.run(["--meta", "m.json", "-q", "-c", "from hotels | expect 7 rows"])
      #expect(run.status == .exited(0))
    }
    #expect(try workspace.text(of: "m.json").hasPrefix("[{\"rows\":7,\"saved\":null,"))
  }
}
