// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

/// Statements over many rows: they can be ended, tell how they go on, and hold no more than they
/// may.
@Suite(.serialized) struct LongWorkTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Rows enough to be busy with, in a build without optimisation.
  private static func rows(_ count: Int) -> String {
    (0..<count).map { row in
      let number = row * 7_919 % count
      let sizes = "[\(row % 5),\(row % 7)]"
      return """
        {"id":\(number),"name":"Item \(number)","kind":"k\(row % 97)","sizes":\(sizes)}

        """
    }.joined()
  }

  static let statements = [
    "from \"rows.jsonl\" | sort by name desc",
    "from \"rows.jsonl\" | summarize list(name) by kind",
    "from \"rows.jsonl\" | expand sizes | distinct id, sizes",
    "from \"rows.jsonl\" | join \"rows.jsonl\" on id = rows.id | count",
    "from \"rows.jsonl\" | group by kind (sort by name)",
    "from \"rows.jsonl\" | union \"rows.jsonl\" | save \"out.txt\" as table replace",
  ]

  /// The goal is a tenth of what is asserted, in the release build.
  @Test(.timeLimit(.minutes(10))) func ctrlCEndsWhateverIsDone() throws {
    try workspace.write(Self.rows(60_000), to: "rows.jsonl")
    let prompt = try Prompt(workspace, columns: 120)
    var random = Seeded(46)
    var ended = 0
    // The first one is met while the file is read.
    for statement in [Self.statements[0]] + Self.statements + Self.statements {
      prompt.send("\(statement)\r")
      try prompt.wait { $0.line != "cq*> \(statement)" && $0.line != "cq*>" }
      usleep(UInt32.random(in: 1_000...150_000, using: &random))
      let began = ContinuousClock.now
      kill(prompt.terminal.processIdentifier, SIGINT)
      try prompt.wait { $0.line == "cq*>" }
      #expect(ContinuousClock.now - began < .milliseconds(1_500), "\(statement)")
      ended += prompt.screen.contains("interrupted") ? 1 : 0
      prompt.send("\u{C}")
      try prompt.waitForScreen("cq*>")
    }
    // A statement may be quicker than the signal; most are not.
    #expect(ended > Self.statements.count)
    #expect(try prompt.leave() == .exited(0))
    #expect(try workspace.contents()["out.txt"] == nil)
  }

  /// On a terminal it is told how far the work is, and told no more once it is done; with `--quiet`
  /// and in a pipe nothing is told.
  @Test(.timeLimit(.minutes(10))) func localWorkIsTold() throws {
    try workspace.write(Self.rows(60_000), to: "rows.jsonl")
    let query = "from \"rows.jsonl\" | sort by name | limit 1 | show id"
    let prompt = try Prompt(workspace)
    prompt.send("\(query)\r")
    try prompt.wait { $0.contains("1 of 60,000 rows") && $0.line == "cq*>" }
    #expect(String(decoding: prompt.terminal.output, as: UTF8.self).contains("sorting "))
    #expect(!prompt.screen.contains("sorting "))
    #expect(try prompt.leave() == .exited(0))
    let quiet = try Prompt(workspace, arguments: ["--quiet"])
    quiet.send("\(query)\r")
    try quiet.wait { $0.contains("1 of 60,000 rows") && $0.line == "cq*>" }
    #expect(!String(decoding: quiet.terminal.output, as: UTF8.self).contains("sorting "))
    let piped = Outcome(try workspace.run(["-c", query]))
    #expect(piped == Outcome(output: "id\n0\n", errors: "", status: 0))
  }

  /// A list of 20,000 numbers took gigabytes when each of its elements had a copy of it.
  @Test func expandSharesTheList() throws {
    let numbers = (0..<20_000).map { "\($0)" }.joined(separator: ",")
    try workspace.write("[{\"id\":1,\"xs\":[\(numbers)],\"ys\":[\(numbers)]}]", to: "list.json")
    let cases = [
      ("expand xs | sort by xs desc | limit 2 | show xs", "xs\n19999\n19998\n"),
      ("expand xs | group by xs (limit 1) | distinct xs | count", "count\n20000\n"),
      ("expand xs | sort by xs | extend n = count(ys) | summarize sum(n)", "sum_n\n400000000\n"),
      ("expand xs | limit 2 | expand ys | count", "count\n40000\n"),
    ]
    for (stages, output) in cases {
      let line = "ulimit -v 1500000; cq -c 'from \"list.json\" | \(stages)'"
      let run = Outcome(try workspace.shell(line))
      #expect(run == Outcome(output: output, errors: "", status: 0), "\(stages)")
    }
  }

  /// What the system refuses is said in one line, whatever the runtime says of it.
  @Test func aFailedAllocationIsOneLine() throws {
    let text = String(repeating: "word ", count: 1 << 20)
    let numbers = (0..<150).map { "\($0)" }.joined(separator: ",")
    try workspace.write("[{\"t\":\"\(text)\",\"xs\":[\(numbers)]}]", to: "text.json")
    let query = "from \"text.json\" | expand xs | extend y = f\"{t}{xs}\" | summarize max(y)"
    let run = Outcome(try workspace.shell("ulimit -v 700000; cq -c '\(query)'"))
    let line =
      "cq: the system gives no more memory; read less, or allow less to be held: `set memory`\n"
    #expect(run == Outcome(output: "", errors: line, status: 70))
  }

  /// Rows that a join multiplies are held by what comes behind it, until no memory is left: that is
  /// one line, of the program's own limit or of the system's.
  @Test(arguments: [
    "sort by text, name | count", "sort by name desc | show text, name",
    "summarize all = list(f\"{text}{name}\")", "extend t = f\"{text}{name}\" | distinct t | count",
  ]) func rowsWithoutMemoryAreOneLine(_ stages: String) throws {
    let text = String(repeating: "word ", count: 100)
    let rows = (0..<1_000).map { "{\"k\":1,\"text\":\"\(text)\($0)\"}\n" }
    let others = (0..<1_000).map { "{\"k\":1,\"name\":\"\(text)\($0)\"}\n" }
    try workspace.write(rows.joined(), to: "a.jsonl")
    try workspace.write(others.joined(), to: "b.jsonl")
    let query = "from \"a.jsonl\" | join \"b.jsonl\" on k = b.k | \(stages)"
    try workspace.write(query, to: "q.cq")
    let run = Outcome(try workspace.shell("ulimit -v 400000; cq -q run q.cq > out.txt"))
    let refused =
      "cq: the system gives no more memory; read less, or allow less to be held: `set memory`\n"
    let own = run.errors.split(separator: "\n")
    let isOwn = run.status == .exited(4) && own.count == 1 && own[0].contains("memory")
    #expect(run == Outcome(output: "", errors: refused, status: 70) || isOwn, "\(run)")
  }

  /// Memory that the system refuses to a stack is no bug of the program. With how little it starts
  /// differs from machine to machine, and a build without optimisation needs more.
  @Test(.timeLimit(.minutes(10))) func aStackThatCannotGrowIsOneLine() throws {
    let levels = 250
    let sum = String(repeating: "(", count: levels) + "1" + String(repeating: ")", count: levels)
    try workspace.write("[{\"a\":1}]", to: "one.json")
    try workspace.write("from \"one.json\" | extend b = \(sum)", to: "deep.cq")
    let limits = """
      exec 2>/dev/null
      for limit in $(seq 15000 500 200000); do
        ( ulimit -v $limit; cq run deep.cq >out.txt 2>err.txt )
        status=$?
        [ $status = 70 ] && cat err.txt
        [ $status = 0 ] && break
      done | sort -u
      """
    let line =
      "cq: the system gives no more memory; read less, or allow less to be held: `set memory`\n"
    #expect(Outcome(try workspace.shell(limits)) == Outcome(output: line, errors: "", status: 0))
  }
}
