// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// `cq cache`: what is kept of servers' replies, for people and for programs.
@Suite struct CacheCommandTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Keeps replies to some addresses from a number on, as old as is said, in seconds.
  private func keep(from first: Int, count: Int, age: Int, in folder: String = ".cache") throws {
    let stamp = Int(Date().timeIntervalSince1970) - age
    let run = try ProcessRun.run(
      "\(TestSupport.productsDirectory)/CacheWriter",
      ["\(workspace.path)/\(folder)/cq", "\(first)", "\(-count)", "\(stamp)"], timeout: 60)
    #expect(run.status == .exited(0))
  }

  @Test func lists() throws {
    try keep(from: 1, count: 2, age: 125)
    try keep(from: 7, count: 1, age: 7_205)
    let path = "\(workspace.path)/.cache/cq/replies.sqlite"
    #expect(
      Outcome(try workspace.run(["cache", "--to", "table"]))
        == Outcome(
          output: """
            source  address                age        size    state
            ──────  ─────────────────────  ─────────  ──────  ─────
            test    https://example.org/1  2 min ago  2.3 kB  fresh
            test    https://example.org/2  2 min ago  2.7 kB  fresh
            test    https://example.org/7  2 h ago    29 kB   stale
            3 replies · 34 kB · \(path)

            """))
    let json = try workspace.run(["cache", "--to", "json"]).outputText
      .replacing(/"PT\d+H?\w+"/, with: "TIME")
    #expect(
      json == """
        [
          {"source":"test","address":"https://example.org/1","age":TIME,"size":2303,"state":"fresh"},
          {"source":"test","address":"https://example.org/2","age":TIME,"size":2720,"state":"fresh"},
          {"source":"test","address":"https://example.org/7","age":TIME,"size":29513,"state":"stale"}
        ]

        """)
  }

  @Test func forgets() throws {
    try keep(from: 1, count: 3, age: 10)
    #expect(
      Outcome(try workspace.run(["cache", "clear", "hotels"]))
        == Outcome(output: "forgot 0 replies of hotels\n"))
    #expect(
      Outcome(try workspace.run(["cache", "clear", "tets"]))
        == Outcome(
          errors:
            "error[CQ0002]: nothing is kept of `tets`, and no source is called so; did you mean "
            + "`test`? sources: bestbuy chloe hotels products shopreme test\n", status: 2))
    #expect(
      Outcome(try workspace.run(["cache", "clear", "TEST"]))
        == Outcome(output: "forgot 3 replies of TEST\n"))
    #expect(
      Outcome(try workspace.run(["cache", "clear"])) == Outcome(output: "forgot 0 replies\n"))
    #expect(
      try workspace.run(["cache", "--to", "csv"]).outputText == "source,address,age,size,state\n")
  }

  /// A relative path in the variable is ignored; nothing is written where nothing is kept, and
  /// without any place that is said.
  @Test func finds() throws {
    try keep(from: 1, count: 1, age: 10, in: "elsewhere")
    let place = ["XDG_CACHE_HOME": "\(workspace.path)/elsewhere"]
    let found = try workspace.run(["cache", "clear"], environment: place)
    #expect(found.outputText == "forgot 1 reply\n")
    let run = try workspace.run(
      ["cache", "--to", "json"], environment: ["XDG_CACHE_HOME": "elsewhere"])
    #expect(Outcome(run) == Outcome(output: "[]\n"))
    for command in [[], ["readings"], ["clear"], ["prune", "all"]] {
      let run = try workspace.run(
        ["cache"] + command, environment: ["HOME": "", "XDG_CACHE_HOME": ""])
      #expect(
        Outcome(run)
          == Outcome(
            errors: "error[CQ0503]: replies of servers are not kept: there is no home folder to "
              + "keep them in; `XDG_CACHE_HOME=FOLDER` keeps them elsewhere\n", status: 5))
    }
    #expect(!FileManager.default.fileExists(atPath: "\(workspace.path)/.cache"))
  }

  @Test func damaged() throws {
    let folder = "\(workspace.path)/.cache/cq"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try workspace.write(String(repeating: "garbage ", count: 100), to: ".cache/cq/replies.sqlite")
    #expect(
      Outcome(try workspace.run(["cache", "--to", "json"]))
        == Outcome(
          output: "[]\n",
          errors: "note: the kept replies were damaged; the file is now \(folder)/replies.damaged\n"
        ))
    #expect(try workspace.run(["cache", "clear"]).outputText == "forgot 0 replies\n")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/replies.damaged"))
    try FileManager.default.removeItem(atPath: "\(folder)/replies.sqlite")
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/replies.sqlite", withDestinationPath: "../../x")
    try workspace.write("x", to: "x")
    #expect(
      Outcome(try workspace.run(["cache"]))
        == Outcome(
          errors:
            "error[CQ0503]: replies of servers are not kept: \(folder)/replies.sqlite is a link; "
            + "`XDG_CACHE_HOME=FOLDER` keeps them elsewhere\n",
          status: 5))
  }

  /// A link to nothing is no folder that could be made.
  @Test func leadsNowhere() throws {
    for name in [".cache", ".cache/cq"] {
      let workspace = try Workspace()
      let path = "\(workspace.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: path, withDestinationPath: "\(workspace.path)/nowhere/at/all")
      let words = "\(path) is a link that cannot be followed: No such file or directory"
      let listed = try workspace.run(["cache"])
      #expect(listed.outputText.isEmpty && listed.status == .exited(5), "\(listed)")
      #expect(
        listed.errorText.hasPrefix("error[CQ0503]: replies of servers are not kept: \(words); "),
        "\(listed.errorText)")
      for query in ["from chloe at \"today\"", "history 45000003 of chloe"] {
        let run = try workspace.run(["--errors", "full", "-c", query]).errorText
        #expect(
          run.hasPrefix("error[CQ0509]: no reading of chloe is kept, and none can be: \(words)\n"),
          "\(run)")
        #expect(run.hasSuffix("help: `XDG_CACHE_HOME=FOLDER` keeps them elsewhere\n"), "\(run)")
      }
    }
  }

  /// What a look cannot tell: that no folder can be made there.
  @Test(arguments: ["from chloe at \"today\"", "history 45000003 of chloe"])
  func cannotBeMade(query: String) throws {
    let run = try Workspace().run(["-c", query], environment: ["XDG_CACHE_HOME": "/proc/nope"])
    #expect(
      run.errorText.contains("no reading of chloe is kept, and none can be: /proc"),
      "\(run.errorText)")
  }

  /// What is in the place of the folder, or of the file, and what is then said of it.
  static let obstacles: [(place: String, isFolder: Bool, reason: String)] = [
    (".cache", false, ".cache is no folder"),
    (".cache/cq", false, ".cache/cq is no folder"),
    (".cache/cq/replies.sqlite", true, ".cache/cq/replies.sqlite is no file"),
  ]

  /// Where nothing can be kept each command says so, and a query gives its answer and one note.
  @Test(arguments: obstacles.indices) func cannotKeep(_ index: Int) throws {
    let (place, isFolder, reason) = Self.obstacles[index]
    let server = try LoopbackServer { _ in .json(#"[{"id":1},{"id":2}]"#) }
    let workspace = try Workspace([
      "shop.cq": """
      source shop {
        list "\(server.address("/list"))"
        field id Id key
      }
      """
    ])
    let path = "\(workspace.path)/\(place)"
    try FileManager.default.createDirectory(
      atPath: isFolder ? path : (path as NSString).deletingLastPathComponent,
      withIntermediateDirectories: true)
    if !isFolder { try workspace.write("x", to: place) }
    let words = "replies of servers are not kept: \(workspace.path)/\(reason); "
    let help = "`XDG_CACHE_HOME=FOLDER` keeps them elsewhere\n"
    for command in [[], ["readings"], ["clear"], ["prune", "all"]] {
      #expect(
        Outcome(try workspace.run(["cache"] + command))
          == Outcome(errors: "error[CQ0503]: \(words)\(help)", status: 5))
    }
    let live = ["CQ_OFFLINE": ""]
    let run = try workspace.run(
      ["--define", "shop.cq", "-c", "from shop | count; from shop | count", "--to", "csv"],
      environment: live)
    #expect(run.outputText == "count\n2\n\ncount\n2\n")
    let notes = run.errorText.split(separator: "\n").filter { $0.contains("are not kept") }
    #expect(notes.count == 1, "\(run.errorText)")
    #expect(run.errorText.hasPrefix("note: replies of servers are not kept: "))
    #expect(run.errorText.contains(help))
    let doctor = try workspace.run(
      ["doctor", "--define", "shop.cq", "shop", "--to", "tsv"], environment: live)
    #expect(
      doctor.outputText.contains("copy\tok\tnone: \(words.dropLast(2))\n"),
      "\(doctor.outputText)")
  }

  static let refusals: [CommandLineCase] = [
    CommandLineCase(
      arguments: ["cache", "list"],
      errors: "error[CQ0002]: `cq cache` knows no `list`; cq cache lists replies, cq cache "
        + "readings lists as they were read; clear and prune forget\n", status: 2),
    CommandLineCase(
      arguments: ["cache", "clear", "a", "b"],
      errors: "error[CQ0002]: `cq cache clear` takes one source; cq cache --help tells of it\n",
      status: 2),
    CommandLineCase(
      arguments: ["cache", "--strict"],
      errors: "error[CQ0001]: `cq cache` takes no option `--strict`; cq cache --help lists those "
        + "that it takes\n", status: 2),
  ]

  @Test(arguments: refusals) func refusal(_ row: CommandLineCase) throws {
    let (actual, expected) = try row.run()
    #expect(actual == expected)
  }
}
