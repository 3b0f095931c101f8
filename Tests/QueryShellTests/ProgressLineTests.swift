// SPDX-License-Identifier: MIT

import Catalogue
import CatalogueSources
import Diagnostics
import Foundation
import LineEditing
import QueryEngine
import ResultRendering
import Synchronization
import TestSupport
import Testing

@testable import QueryShell

@Suite struct ProgressLineTests {
  /// A line whose clock is set by hand, and what it has written.
  private final class Stage: Sendable {
    let now = Mutex<UInt64>(0)
    let written = Mutex("")

    func line(width: Int = 80) -> ProgressLine {
      ProgressLine(
        width: width, clock: { self.now.withLock { $0 } },
        write: { text in self.written.withLock { $0 += text } })
    }

    func pass(milliseconds: UInt64) { now.withLock { $0 += milliseconds * 1_000_000 } }
    var text: String { written.withLock { $0 } }
  }

  @Test func whatIsQuickShowsNothing() {
    let stage = Stage()
    let line = stage.line()
    line.show("hotels: 1 kB")
    stage.pass(milliseconds: 149)
    line.show("hotels: 2 kB")
    line.end()
    #expect(stage.text == "")
  }

  @Test func showsAtMostSomeTimesASecondAndGoesAway() {
    let stage = Stage()
    let line = stage.line()
    line.show("0")
    for moment in 1...4 {
      stage.pass(milliseconds: moment == 1 ? 150 : 60)
      line.show("\(moment)")
    }
    line.end()
    line.end()
    #expect(stage.text == "\r1\u{1B}[K\r3\u{1B}[K\r\u{1B}[K")
  }

  /// Tab reads files too, where the line that is typed stands on the screen.
  @Test func nothingIsToldWhileSomebodyTypes() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(#"[{"brand":"Quell"}]"#.utf8).write(to: URL(fileURLWithPath: "\(folder)/a.json"))
    let stage = Stage()
    let line = ProgressLine(
      width: 80,
      clock: {
        stage.pass(milliseconds: 1_000)
        return stage.now.withLock { $0 }
      }, write: { text in stage.written.withLock { $0 += text } })
    let settings = SessionSettings(
      Invocation(), TerminalEnvironment(), watch: ProgressLine.watch(telling: line))
    let session = Session(
      settings, output: OutputStream(), errors: OutputStream(), progress: line, calendar: { nil })
    let typed = "from \"\(folder)/a.json\" | filter brand = \""
    let found = session.completions(in: typed, at: typed.utf8.count)
    #expect(found.items.first?.label.contains("Quell") == true, "\(found)")
    #expect(stage.text == "")
    line.show("a")
    line.show("b")
    #expect(stage.text == "\rb\u{1B}[K")
  }

  @Test func whatComesNextWaitsAnew() {
    let stage = Stage()
    let line = stage.line()
    line.show("a")
    stage.pass(milliseconds: 200)
    line.show("a")
    line.end()
    line.show("b")
    #expect(stage.text == "\ra\u{1B}[K\r\u{1B}[K")
  }

  @Test func aClockThatIsSetBackDoesNoHarm() {
    let stage = Stage()
    stage.pass(milliseconds: 1_000)
    let line = stage.line()
    line.show("a")
    stage.now.withLock { $0 = 5 }
    line.show("b")
    stage.pass(milliseconds: 2_000)
    line.show("c")
    stage.now.withLock { $0 = 7 }
    line.show("d")
    #expect(stage.text == "\rc\u{1B}[K")
  }

  @Test func fitsTheLineAndShowsWhatWouldAct() {
    let stage = Stage()
    let line = stage.line(width: 14)
    line.show("")
    stage.pass(milliseconds: 150)
    line.show("\u{1B}[31mhotels: 12 kB")
    #expect(stage.text == "\r\\u{1B}[31mho…\u{1B}[K")
  }

  @Test(
    arguments: [
      (.reply(server: "a.example"), 0, 0, 1, "hotels: asking a.example"),
      (.reply(server: "a.example:81"), 0, 0, 7, "hotels: asking a.example:81, 0 of 7"),
      (.reply(server: "a.example"), 0, 2, 7, "hotels: 0 B, 2 of 7"),
      (.reply(server: "a.example"), 12_345, 0, 1, "hotels: 12 kB"),
      (.reply(server: "a.example"), 12_345, 3, 7, "hotels: 12 kB, 3 of 7"),
      (
        .pause(server: "a.example", milliseconds: 19_001), 9, 0, 1,
        "hotels: asks a.example again in 20 s"
      ),
      (
        .pause(server: "a.example", milliseconds: 1), 9, 3, 7,
        "hotels: asks a.example again in 1 s, 3 of 7"
      ),
    ] as [(TransferProgress.Wait, Int, Int, Int, String)])
  func saysHowTransfersStand(
    wait: TransferProgress.Wait, bytes: Int, done: Int, count: Int, text: String
  ) {
    let progress = TransferProgress(waitingFor: wait, bytes: bytes, done: done, of: count)
    #expect(NetworkAccess.words(on: progress, of: "hotels") == text)
  }

  @Test(arguments: [
    (ReadingProgress.Work.reading, 1_200_000, 512_000_000 as Int?, "a.json: read 1.2 MB of 512 MB"),
    (.reading, 1_200_000, nil as Int?, "a.json: read 1.2 MB"),
    (.searching, 3_000, 4_000, "a.json: found the records of 3.0 kB of 4.0 kB"),
    (.typing, 300, 4_000, "a.json: found the fields of 300 of 4000 records"),
  ])
  func sayHowFarAFileIs(_ work: ReadingProgress.Work, _ done: Int, _ total: Int?, text: String) {
    #expect(ReadingProgress(name: "a.json", work: work, done: done, of: total).words == text)
  }

  @Test(arguments: [
    (RunProgress.Work.reading, 1, "hotels: 1 row"), (.reading, 12_000, "hotels: 12000 rows"),
    (.sorting, 9, "sorting 9 rows"), (.grouping, 9, "grouping 9 rows"),
    (.joining, 9, "joining 9 rows"),
  ])
  func sayHowFarARunIs(_ work: RunProgress.Work, _ rows: Int, text: String) {
    #expect(RunProgress(work: work, rows: rows).words(of: "hotels") == text)
  }

  /// A definition is found by reading the file, which is told too.
  @Test func definingAFileIsTold() throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data(#"[{"id":1},{"id":2}]"#.utf8).write(to: URL(fileURLWithPath: "\(folder)/a.json"))
    let stage = Stage()
    let line = stage.line(width: 400)
    line.show("")
    stage.pass(milliseconds: 150)
    let sources = SourceRegistry(
      SourceRegistry.Options(), watch: ProgressLine.watch(telling: line))
    _ = try sources.definitionText(of: "\(folder)/a.json", rows: nil)
    #expect(stage.text.hasPrefix("\r\(folder)/a.json: read 19 B of 19 B\u{1B}[K"))
  }

  @Test func aPartIsOverWithTheWhole() {
    let stage = Stage()
    let whole = stage.line()
    let part = ProgressLine(partOf: whole)
    whole.show("page.md: block 1 of 2")
    part.end()
    stage.pass(milliseconds: 150)
    part.show("a.json: read 2 B")
    part.end()
    #expect(stage.text == "\ra.json: read 2 B\u{1B}[K")
    whole.end()
    #expect(stage.text == "\ra.json: read 2 B\u{1B}[K\r\u{1B}[K")
  }

  /// While a file is written, it is told that, and not that its rows are sorted.
  @Test(arguments: ["csv", "txt"]) func savingTellsThatItWrites(kind: String) throws {
    let folder = try TestSupport.temporaryDirectory()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let rows = (0..<5_000).map { "{\"id\":\($0 * 7 % 5_000)}\n" }.joined()
    try Data(rows.utf8).write(to: URL(fileURLWithPath: "\(folder)/a.jsonl"))
    let stage = Stage()
    let line = ProgressLine(
      width: 400,
      clock: {
        // Each look is a second after that before.
        stage.pass(milliseconds: 1_000)
        return stage.now.withLock { $0 }
      }, write: { text in stage.written.withLock { $0 += text } })
    let session = Session(
      Session.collecting().settings, output: OutputStream(), errors: OutputStream(),
      progress: line, calendar: { nil })
    let target = "\(folder)/o.\(kind)"
    let status = session.run(
      ScriptText(name: "t", "from \"\(folder)/a.jsonl\" | sort by id | save \"\(target)\""))
    #expect(status == .success, "\(session.errors.taken())")
    let lines = stage.text.split(separator: "\r").map(String.init)
    let first = try #require(lines.firstIndex { $0.hasPrefix("\(target): ") }, "\(lines)")
    #expect(lines[..<first].contains("sorting 5000 rows\u{1B}[K"))
    #expect(lines[first...].allSatisfy { !$0.contains("sorting") }, "\(lines)")
    #expect(lines[first...].contains { $0.contains(" rows written, ") }, "\(lines)")
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (9_999, "10 kB"),
    (10_500, "10 kB"), (999_949, "999 kB"), (999_950, "1.0 MB"), (1_234_567, "1.2 MB"),
    (64_000_000, "64 MB"), (2_500_000_000, "2.5 GB"), (Int.max, "9223372036.9 GB"),
  ])
  func sizesAreSaidInTheirLargestUnit(bytes: Int, text: String) {
    #expect(ByteCount.words(bytes) == text)
  }

  @Test(
    arguments: [
      (.list, "bestbuy"), (.items(asked: 0), "bestbuy"), (.items(asked: 1), "bestbuy, 1 item"),
      (.items(asked: 40), "bestbuy, 40 items"),
      (.page(3, of: 8, records: 200), "bestbuy, page 3 of 8, 200 rows"),
      (.page(2, of: nil, records: nil), "bestbuy, page 2"),
    ] as [(TransferSubject.Part, String)])
  func saysWhatIsAsked(part: TransferSubject.Part, words: String) {
    #expect(TransferSubject("bestbuy", part).words == words)
  }
}
