// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import ResultRendering
import TestSupport
import Testing

@testable import QueryShell

/// What happens to statements that hold more than they may.
@Suite final class MemoryLimitTests {
  private let folder: String
  private var path: String { "\(folder)/rows.jsonl" }

  init() throws {
    folder = try TestSupport.temporaryDirectory()
    let rows = (0..<20_000).map { row in
      "{\"id\":\(row),\"name\":\"name \(row)\",\"kind\":\(row % 3),\"sizes\":[\(row),1,2]}\n"
    }
    try Data(rows.joined().utf8).write(to: URL(fileURLWithPath: path))
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static let message = "error[CQ0407]: the rows that are held take more than 1.0 MB"

  private func run(_ stages: String, memory: String, in session: Session) -> ShellRun {
    let text = "set memory = \(memory)\nfrom \"\(path)\" | \(stages.replacing("FILE", with: path))"
    let status = session.run(ScriptText(name: "t", text))
    return ShellRun(session.output.taken(), session.errors.taken(), status)
  }

  /// What needs all rows puts those aside that there is no room for.
  @Test(arguments: [
    "sort by name", "top 15000 by name", "distinct name, id, sizes", "summarize max(name) by id",
    "summarize median(id) by name", "expand sizes | sort by sizes | limit 20000",
    "join \"FILE\" on id = rows.id", "union \"FILE\"", "sample 15000 seed 4",
    "group by kind (sort by name | show name, sizes)", "group by name, id (sort by sizes[0])",
    "sort by name | group by kind (summarize list(name))",
    "expect same as \"FILE\" | sort by name", "summarize distinct_count(name), median(kind) by id",
    "summarize median(id), distinct_count(name), p = percentile(id, 93) | "
      + "join \"FILE\" on p > rows.id",
    "filter id % 500 = 7 | join left \"FILE\" on id * 2 < rows.id and (id + rows.id) % 3 = 0",
    "filter id % 500 = 7 | join left \"FILE\" on kind = rows.kind and id * 2 < rows.id",
  ])
  func whatNeedsAllRowsPutsThemAside(stages: String) {
    let session = Session.collecting { $0.format = .csv }
    let wanted = run(stages, memory: "1 GB", in: session)
    #expect(wanted.status == .success && wanted.output.utf8.count > 150_000)
    #expect(run(stages, memory: "1 MB", in: session) == wanted)
  }

  /// Of long values it is not told how many there are where there is no room for them.
  @Test(arguments: ["describe \"FILE\"", "let v = from \"FILE\"\ndescribe v"])
  func describingHoldsNoMoreThanItMay(statement: String) throws {
    let long = "\(folder)/long.jsonl"
    let rows = (0..<300).map { row in
      "{\"id\":\(row),\"text\":\"\(row)\(String(repeating: "x", count: 40_000))\"}\n"
    }
    try Data(rows.joined().utf8).write(to: URL(fileURLWithPath: long))
    let distinct = ["1 MB", "100 MB"].map { memory in
      let session = Session.collecting { $0.format = .csv }
      let text = "set memory = \(memory)\n\(statement.replacing("FILE", with: long))"
      #expect(session.run(ScriptText(name: "t", text)) == .success)
      return session.output.taken().split(separator: "\n").dropFirst().map { line in
        String(line.split(separator: ",", omittingEmptySubsequences: false)[3])
      }
    }
    #expect(distinct == [["300", ""], ["300", "300"]])
  }

  /// What waits to be written as Arrow goes aside, and the file has the same rows; that an `id`
  /// which does not ascend names each row is found out by reading.
  @Test(arguments: ["rows.arrow", "rows.arrows"], ["", "sort by name |", "sort by id desc |"])
  func whatIsSavedAsArrowIsPutAside(name: String, order: String) {
    let stages = """
      \(order) extend text = f"{name} of {kind}", k = if id % 2 = 0 then "even" else "odd"
      """
    func saved(memory: String) -> [ShellRun] {
      let session = Session.collecting { $0.format = .jsonl }
      let file = "\(folder)/\(name)"
      return [
        run("\(stages) | save \"\(file)\" replace", memory: memory, in: session),
        ShellRun(running: "from \"\(file)\"", "show 7013 of \"\(file)\"") { $0.format = .jsonl },
      ]
    }
    let wanted = saved(memory: "1 GB")
    #expect(wanted[0].status == .success && wanted[1].output.utf8.count > 1_000_000, "\(wanted[0])")
    #expect(saved(memory: "1 MB") == wanted)
  }

  /// The cell that differs is that of the first column, wherever the rows are.
  @Test(arguments: ["1 MB", "1 GB"]) func rowsThatDifferAreToldAlike(memory: String) {
    let session = Session.collecting { $0.format = .csv }
    let stages = """
      show id, name = if id = 15_007 then "other" else name, \
      kind = if id = 3 then 7 else kind, sizes | expect same as "FILE"
      """
    let found = run(stages, memory: memory, in: session)
    #expect(
      found.errors.contains("row 15008 differs in `name`") && found.errors.utf8.count < 300,
      "\(found.errors)")
  }

  /// Whatever else holds rows ends with one message, and the session goes on.
  @Test(arguments: [
    "summarize list(name), list(id), list(sizes) by kind",
    "to table", "to plain",
  ])
  func whateverHoldsRowsObeys(stages: String) {
    let session = Session.collecting { $0.format = .csv }
    let found = run(stages, memory: "1 MB", in: session)
    #expect(found.status == .data)
    #expect(found.errors.contains(Self.message), "\(found.errors)")
    #expect(found.errors.split(separator: "\n").count == 1)
    #expect(session.run(ScriptText(name: "t", "from \"\(path)\" | count")) == .success)
    #expect(session.output.taken() == "count\n20000\n")
  }

  /// The last result, which is kept for what follows, counts.
  @Test func theLastResultCounts() {
    let session = Session.collecting {
      $0.keepsResults = true
      $0.format = .csv
    }
    let query = "from \"\(path)\" | show id"
    #expect(session.run(ScriptText(name: "t", "set memory = 1 MB\n\(query)")) == .data)
    #expect(session.run(ScriptText(name: "t", "set memory = 90 MB\n\(query)")) == .success)
    #expect(session.run(ScriptText(name: "t", "set memory = 1 MB\nfrom it | sort by id")) == .data)
    #expect(session.run(ScriptText(name: "t", "from it | count")) == .data)
  }

  /// What went on from the last result leaves it; what began anew has none, as after any fault.
  @Test func theLastResultOutlivesWhatWentOnFromIt() {
    let session = Session.collecting {
      $0.keepsResults = true
      $0.format = .csv
    }
    func run(_ script: String) -> ShellRun {
      let status = session.run(ScriptText(name: "t", script))
      return ShellRun(session.output.taken(), session.errors.taken(), status)
    }
    let few = "from \"\(path)\" | limit 3 | show id"
    #expect(run("set memory = 1 MB\n\(few)") == ShellRun("id\n0\n1\n2\n", "", .success))
    let joined = run("| join \"\(path)\" on id < rows.id | sort by rows.name")
    #expect(joined.status == .data && joined.errors.contains(Self.message), "\(joined)")
    #expect(run("| count") == ShellRun("count\n3\n", "", .success))
    #expect(run("from \"\(path)\" | sort by name").status == .data)
    let lost = run("| count")
    #expect(lost.status == .script && lost.errors.contains("error[CQ0207]"), "\(lost)")
  }

  @Test(arguments: [
    ("2 GB", true), ("1.5 GiB", true), ("2_000 kB", true), ("\"3 mb\"", true), ("2000000", true),
    ("2 kB", false), ("0 GB", false), ("-1 GB", false), ("2 GX", false), ("0.3 kB", false),
    ("true", false), ("\"much\"", false),
  ])
  func anAmountIsInBytes(value: String, isAccepted: Bool) {
    let run = ShellRun(running: "set memory = \(value)")
    #expect((run.status == .success) == isAccepted, "\(run)")
    #expect(
      isAccepted || run.errors.contains("`memory` takes an amount from 1.0 MB, such as 2 GB"))
  }

  @Test(arguments: [
    ("", nil), ("0::/", nil), ("0::/a/b\n", 50 as Int?), ("0::/a\n", 70),
    ("0::/none\n", 70 as Int?),
    ("12:cpu:/x\n5:memory:/docker/1\n", 30), ("4:cpu,memory:/\n", 90),
  ])
  func theLeastLimitOfTheGroupsHolds(groups: String, limit: Int?) {
    let files = [
      "/sys/fs/cgroup/a/memory.max": "70\n", "/sys/fs/cgroup/a/b/memory.max": "50\n",
      "/sys/fs/cgroup/none/memory.max": "max\n",
      "/sys/fs/cgroup/memory/memory.limit_in_bytes": "90\n",
      "/sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes": "30\n",
    ]
    let found = MachineMemory.limit(groups: groups) { files[$0] }
    #expect(found == (groups.contains("none") ? nil : limit))
  }
}
