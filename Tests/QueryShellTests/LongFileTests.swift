// SPDX-License-Identifier: MIT

import CatalogueSources
import Diagnostics
import Foundation
import QuerySyntax
import TestSupport
import Testing
import Workers

@testable import QueryShell

/// What a session says of a long file is the same whether it is held or read by windows, whatever
/// some of its records make believe of the others.
@Suite struct LongFileTests {
  private let folder: String

  init() throws { folder = try TestSupport.temporaryDirectory() }

  /// Records of which those at `late` are of other types, or have other members.
  private func file(_ name: String, late: [Int: String]) throws -> String {
    let rows = (0..<600).map { row in
      late[row]
        ?? "{\"id\":\(row * 7 % 601),\"name\":\"n \(row % 13)\",\"price\":\(row % 50),"
        + "\"tags\":[\"a\",\"b\(row % 3)\"]}"
    }
    let isList = name.contains(".json")
    let text =
      isList ? "[\(rows.joined(separator: ",\n"))]" : rows.joined(separator: "\n")
    var bytes = Array(text.utf8)
    if let compression = Compression(ofFile: name) {
      let packer = try #require(Packer(compression))
      bytes = try #require(packer.packed(bytes)) + #require(packer.packed([], isLast: true))
      if name.contains("cut") { bytes.removeLast(bytes.count / 9) }
    }
    try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    return "\(folder)/\(name)"
  }

  private static let queries = [
    "from FILE | filter id < 40 | show name, tags",
    "from FILE | filter price > 40 and id > 100 | sort by name, id | limit 3 | show tags, id",
    "from FILE | sort by price desc, id | limit 3", "from FILE | filter price > 48",
    "from FILE | summarize sum(price), count()", "from FILE | sort by id | limit 2", "from FILE",
    "from FILE | filter extra = 1", "from FILE | show name, extra | sort by name | limit 2",
    "from FILE | assert price < 20 | count", "from FILE | show id, name | to ndjson",
    "show 7 of FILE", "show 9000 of FILE", "from FILE | summarize sum(price)\nset format = json",
    "set format = json\nfrom FILE | summarize sum(price)", "use FILE\nsummarize max(price)",
    "from FILE | summarize max(price)\nlet n = 3",
    "from FILE | expand tags | summarize count() by tags", "describe FILE",
    "let cheap = from FILE | filter price < 1\ncheap | count\ncheap | limit 1",
    "from FILE | sort by price | limit 1\nfrom FILE | summarize max(price)",
    "from FILE | join FILE as other on id = other.id | summarize count(), sum(other.price)",
    "explain from FILE | filter price > 3", "from FILE | show id | save \"OUT\" replace",
    "expect error CQ0304 from (from FILE | filter price > 3)",
  ]

  /// What each query gives of a file, or of a pipe that gives what is in it.
  private func answers(
    _ path: String, window: Int?, workers: Int, waiting: Int, isPiped: Bool = false
  ) -> [String] {
    let content = isPiped ? FileManager.default.contents(atPath: path).map(Array.init) : nil
    return Self.queries.map { query in
      let pipe = content.map(FilledPipe.init)
      let path = pipe?.path ?? path
      let session = Session.collecting { settings in
        settings.watch.windows.readShort(by: window)
        settings.watch.windows.waiting = waiting
        settings.watch.workers.set(to: workers)
      }
      let out = "\(folder)/out.csv"
      let text = query.replacing("FILE", with: "\"\(path)\"").replacing("OUT", with: out)
      let status = session.run(ScriptText(name: "t", text))
      let saved = (try? TestSupport.text(ofFile: out)) ?? ""
      try? FileManager.default.removeItem(atPath: out)
      let told =
        "\(query)\n\(session.output.taken())---\n\(session.errors.taken())--- \(status)\n\(saved)"
      let name = path.split(separator: "/").last ?? ""
      return ["`", "\""].reduce(told.replacing(path, with: "PATH")) {
        $0.replacing("\($1)\(name)\($1)", with: "NAME")
      }
    }
  }

  @Test(arguments: late.indices) func pipesGiveTheSame(_ number: Int) throws {
    for name in [["rows.ndjson", "rows.json.gz"], ["rows.json", "cut.ndjson.zst"]][number % 2] {
      let path = try file(name, late: Self.late[number])
      let expected = answers(path, window: nil, workers: 1, waiting: 1 << 22, isPiped: true)
      let found = answers(path, window: 1 << 10, workers: 2, waiting: 1 << 9, isPiped: true)
      for (answer, wanted) in zip(found, expected) {
        #expect(answer == wanted, "\(name) \(number)")
      }
    }
  }

  private static let late: [[Int: String]] = [
    [:],
    [590: "{\"id\":9000,\"name\":\"x\",\"price\":\"none\",\"tags\":[]}"],
    [599: "{\"id\":9000,\"name\":\"x\",\"price\":3.25,\"extra\":1}"],
    [300: "{\"id\":7,\"name\":5,\"price\":3,\"tags\":[1]}"],
    [550: "{\"name\":\"x\",\"price\":123456789012345678901234567890123456789012}"],
    [598: "{\"id\":", 599: "3}"],
    [45: "{\"id\":0,\"name\":\"\\ud800\",\"price\":45,\"tags\":[1]}"],
    [45: "{\"id\":0,\"name\":\"\\ud83d\\ude00\",\"price\":4.5e1,\"tags\":[]}"],
    [580: "{\"id\":9000,\"name\":\"\\ud800\",\"price\":1,\"price\":2}"],
  ]

  /// What is told of a file at the prompt does not outlive what a later query learns of it.
  @Test func laterStatementsKnowMore() throws {
    let path = try file("rows.json", late: Self.late[2])
    let scripts = ["from FILE | limit 1", "from FILE | count", "from FILE | filter extra = 1"].map {
      $0.replacing("FILE", with: "\"\(path)\"")
    }
    let session = Session.collecting { settings in
      settings.watch.windows.readShort(by: 1 << 12)
    }
    for script in scripts {
      #expect(session.run(ScriptText(name: "t", script)) == .success, "\(script)")
    }
    #expect(session.output.taken().contains("9000  x      3.25  –         1\n1 of 600 rows"))
  }

  /// A query that needs no more rows knows the types of the records that were read.
  @Test func whatStopsEarlyKnowsWhatItRead() throws {
    let columns = [
      "rows.ndjson": "id  name  price  tags  extra", "rows.json": "id  name  price  tags",
    ]
    for (name, heading) in columns {
      let path = try file(name, late: Self.late[2])
      let run = ShellRun(running: "from \"\(path)\" | limit 1") { settings in
        settings.watch.windows.readShort(by: 1 << 12)
      }
      #expect(run.output.hasPrefix("\(heading)\n"), "\(run)")
      #expect(run.status == .success)
    }
  }

  @Test(arguments: late.indices) func answersAreTheSame(_ number: Int) throws {
    let packed = [
      ["rows.json.gz", "cut.ndjson.gz"], ["rows.ndjson.zst"], ["cut.json.zst"], ["rows.ndjson.gz"],
    ][number % 4]
    for name in ["rows.ndjson", "rows.json"] + packed {
      let path = try file(name, late: Self.late[number])
      let expected = answers(path, window: nil, workers: 1, waiting: 1 << 22)
      for (window, workers, waiting) in [(1 << 10, 2, 1 << 22), (1 << 12, 7, 1 << 8)] {
        let found = answers(path, window: window, workers: workers, waiting: waiting)
        for (answer, wanted) in zip(found, expected) {
          #expect(answer == wanted, "\(name) \(number), windows of \(window)")
        }
      }
    }
  }
}
