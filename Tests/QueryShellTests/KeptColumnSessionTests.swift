// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import Glibc
import LineEditing
import Synchronization
import TestSupport
import Testing
import Workers

@testable import QueryShell

/// What a session says of a file whose columns it has kept is what it says of one that it reads.
@Suite struct KeptColumnSessionTests {
  private let folder: String
  private var path: String { "\(folder)/rows.ndjson" }

  init() throws {
    folder = try TestSupport.temporaryDirectory()
    try write(0..<600)
  }

  private func write(_ rows: Range<Int>, price: Int = 50, step: Int = 7) throws {
    let records = rows.map { row in
      "{\"id\":\(row * step % 601),\"name\":\"n \(row % 13)\",\"price\":"
        + (row % 5 == 0 ? "null" : "\(row % price)") + ",\"tags\":[\"a\",\"b\(row % 3)\"]}\n"
    }
    try records.joined().write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func session(
    window: Int = 1 << 10, workers: Int = 2, interactive: Bool = true,
    telling tell: @escaping @Sendable (ReadingProgress) -> Void = { _ in }
  ) -> Session {
    Session.collecting { settings in
      settings.watch.windows.leastFile = 0
      settings.watch.windows.leastProposed = 0
      settings.watch.windows.window = window
      settings.watch.workers.set(to: workers)
      settings.watch.tell = tell
      settings.keepsResults = interactive
    }
  }

  private func run(_ script: String, in session: Session) -> ShellRun {
    let text = script.replacing("FILE", with: "\"\(path)\"").replacing("OUT", with: "\(folder)/out")
    let status = session.run(ScriptText(name: "t", text))
    return ShellRun(session.output.taken(), session.errors.taken(), status)
  }

  private static let queries = [
    "from FILE | sort by price desc, id | limit 3", "from FILE | filter price > 48",
    "from FILE | summarize sum(price), count()", "from FILE | sort by id | limit 2", "from FILE",
    "from FILE | filter name = \"n 3\" | top 3 by price", "from FILE | count", "show 7 of FILE",
    "from FILE | show id, name | to ndjson", "from FILE | distinct name | sort by name",
    "from FILE | assert price < 20 | count", "from FILE | summarize count(), avg(price) by name",
    "from FILE | expand tags | summarize count() by tags", "describe FILE", "show 9000 of FILE",
    "from FILE | limit 2\nfrom FILE | limit 3 | show id", "from FILE | filter nmae = 3",
    "let cheap = from FILE | filter price < 1\ncheap | count\ncheap | limit 1",
    "from FILE | join FILE as other on id = other.id | summarize count(), sum(other.price)",
    "explain from FILE | filter price > 3", "from FILE | search \"n 7\" | count",
    "from FILE | extend x = 100 / price | summarize sum(x)",
    "from FILE | filter tags contains \"b1\"",
    "expect error CQ0304 from (from FILE | filter price > 3)",
  ]

  /// Each query after those before it, at the prompt, in one script and by itself.
  @Test(arguments: [(1 << 10, 1), (1 << 10, 2), (1 << 12, 7)])
  func warmAnswersAreThoseOfColdOnes(window: Int, workers: Int) {
    for isInteractive in [true, false] {
      let warm = session(window: window, workers: workers, interactive: isInteractive)
      for query in Self.queries + Self.queries.reversed() {
        let cold = session(window: window, workers: workers, interactive: isInteractive)
        #expect(run("set cache.columns = off", in: cold) == ShellRun(""))
        #expect(run(query, in: warm) == run(query, in: cold), "\(query)")
      }
    }
    let script = ["count", "summarize sum(price)", "top 2 by id", "limit 1", "count"].map {
      "from FILE | \($0)"
    }.joined(separator: "\n")
    let cold = run("set cache.columns = off\n\(script)", in: session(interactive: false))
    #expect(run(script, in: session(interactive: false)) == cold)
  }

  /// The second query of a session, and all but the first reading in a script, read nothing.
  @Test func nothingIsReadTwice() throws {
    try write(0..<600, step: 1)
    let bytes = Mutex(0)
    func session(_ isInteractive: Bool) -> Session {
      self.session(interactive: isInteractive) { progress in
        bytes.withLock { $0 += progress.done / (progress.total ?? 1) }
      }
    }
    func readings() -> Int {
      bytes.withLock { bytes in
        defer { bytes = 0 }
        return bytes
      }
    }
    let prompt = session(true)
    let query = "from FILE | filter price > 3 | summarize sum(price), max(name)"
    let answer = run(query, in: prompt)
    #expect(readings() == 1)
    #expect(run(query, in: prompt) == answer && readings() == 0)
    _ = run("set cache.columns = off", in: prompt)
    #expect(run(query, in: prompt) == answer && readings() == 1)
    #expect(run(query, in: prompt) == answer && readings() == 1)
    // What a script of several queries reads is looked at first.
    _ = run("\(query)\n\(query)\n\(query)", in: session(false))
    #expect(readings() == 1)
    _ = run("set cache.columns = off\n\(query)\n\(query)\n\(query)", in: session(false))
    #expect(readings() == 4)
    _ = run(query, in: session(false))
    #expect(readings() == 1)
  }

  /// Values for Tab come from what was kept.
  @Test func tabReadsNothing() {
    let bytes = Mutex(0)
    let session = session { progress in bytes.withLock { $0 += progress.done } }
    _ = run("from FILE", in: session)
    bytes.withLock { $0 = 0 }
    let line = "from \"\(path)\" | filter name = \"n 1"
    let offered = Completer(session).completions(in: line, at: line.utf8.count)
    #expect(offered.items.map(\.label).sorted() == ["n 1", "n 10", "n 11", "n 12"])
    #expect(bytes.withLock(\.self) == 0)
  }

  /// A file that has changed is told once, and read again.
  @Test func aChangedFileIsTold() throws {
    let session = session()
    let query = "from FILE | summarize count(), max(price)"
    let first = run(query, in: session)
    #expect(first.output == "count  max_price\n─────  ─────────\n  600         49\n1 row\n")
    #expect(first.errors == "")
    try write(0..<300, price: 40)
    #expect(
      run(query, in: session)
        == ShellRun(
          "count  max_price\n─────  ─────────\n  300         39\n1 row\n",
          "note: \(path) has changed since it was read, and is read again\n"))
    #expect(run(query, in: session).errors == "")
    // What is appended is a change too.
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.seekToEnd()
    try file.write(contentsOf: Data("{\"id\":9000,\"name\":\"n\",\"price\":70,\"tags\":[]}\n".utf8))
    try file.close()
    #expect(
      run(query, in: session)
        == ShellRun(
          "count  max_price\n─────  ─────────\n  301         70\n1 row\n",
          "note: \(path) has changed since it was read, and is read again\n"))
    // Other rights are no other rows.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    #expect(run(query, in: session).errors == "")
    // A field that is gone is told with the reason.
    try "{\"id\":1}\n".write(toFile: path, atomically: true, encoding: .utf8)
    let gone = run(query, in: session)
    #expect(gone.errors.hasPrefix("note: \(path) has changed since"), "\(gone)")
    #expect(gone.errors.contains("error[CQ0201]"), "\(gone)")
  }

  /// The note belongs to what reads the file anew, not to what goes on from the rows of before.
  @Test func theChangeIsToldByWhatReadsTheFileAgain() throws {
    let session = session()
    let note = "note: \(path) has changed since it was read, and is read again\n"
    let other = "\(folder)/other.ndjson"
    try "{\"id\":1}\n{\"id\":2}\n".write(toFile: other, atomically: true, encoding: .utf8)
    _ = run("from FILE | filter id < 400", in: session)
    try write(0..<300)
    let count = run("| count", in: session)
    #expect(count.output.contains("400") && count.errors == "", "\(count)")
    let again = run("from FILE | filter id < 400", in: session)
    #expect(again.errors.hasPrefix(note), "\(again)")
    #expect(!run("from FILE | count", in: session).errors.contains("has changed"))
    try write(0..<200)
    // Whoever asks for what Tab offers sees the change first.
    _ = try session.sources.source(.address(path, rows: nil))
    let elsewhere = run("from \"\(other)\" | count", in: session)
    #expect(elsewhere.errors == "", "\(elsewhere)")
    #expect(run("from FILE | count", in: session).errors.hasPrefix(note))
    #expect(!run("from FILE | count", in: session).errors.contains("has changed"))
  }

  /// One that was written in place and then got back its size and its time is told too.
  @Test func aChangeThatHidesIsTold() throws {
    let session = session()
    let query = "from FILE | summarize sum(price)"
    let first = run(query, in: session)
    var before = stat()
    #expect(unsafe stat(path, &before) == 0)
    let text = try TestSupport.text(ofFile: path)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.write(contentsOf: Data(text.replacing("\"price\":4", with: "\"price\":5").utf8))
    var times = [before.st_atim, before.st_mtim]
    #expect(unsafe futimens(file.fileDescriptor, &times) == 0)
    try file.close()
    let again = run(query, in: session)
    #expect(again.output != first.output)
    #expect(again.errors == "note: \(path) has changed since it was read, and is read again\n")
    #expect(run(query, in: session).errors == "")
    try FileManager.default.linkItem(atPath: path, toPath: "\(folder)/linked.ndjson")
    #expect(run(query, in: session).errors == "")
  }

  /// What rows need, kept columns give up.
  @Test func keptColumnsGiveWayToRows() throws {
    try write(0..<20_000)
    let limit = "set memory = 3 MB\n"
    let sort = "from FILE | sort by name, price | show id, name, price | save \"OUT.csv\" replace"
    let alone = session(interactive: false)
    let expected = run("set cache.columns = off\n\(limit)\(sort)", in: alone)
    #expect(expected.status == .success, "\(expected)")
    let session = session(interactive: false)
    let first = "from FILE | summarize max(id), max(name), max(price)"
    _ = run("\(limit)\(first)\nfrom FILE | count", in: session)
    #expect(session.sources.watch.columns.heldBytes > 300_000)
    #expect(run(sort, in: session) == expected)
  }

  @Test func theSettingIsOnOrOff() {
    let session = session()
    #expect(run("set cache.columns = on\nset cache.columns = OFF", in: session).status == .success)
    let wrong = run("set cache.columns = 3", in: session)
    #expect(wrong.errors.contains("on, off"), "\(wrong)")
  }
}
