// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import Synchronization
import TestSupport
import Testing
import Workers

@testable import CatalogueSources

/// Columns that were kept of a file give what reading it again would.
@Suite struct KeptColumnTests {
  private let folder: String

  init() throws { folder = try TestSupport.temporaryDirectory() }

  /// What a scan gives.
  private struct Answer: Equatable {
    var cells: [[String]] = []
    var report: ScanReport?
    var fault: String?

    init(_ source: FileSource, _ fields: [Int], most: Int = .max) {
      do {
        let cursor = try source.scan(fields: fields)
        while cells.count < most, let batch = try cursor.next() {
          #expect(batch.count <= Batch.usualCount)
          let columns = zip(batch.columns, fields).map { column, field in
            CellText.cells(column, type: source.schema.fields[field].type).texts
          }
          for row in 0..<batch.count { cells.append(columns.map { $0[row] }) }
        }
        report = cursor.report
      } catch { fault = "\(error)" }
    }
  }

  /// How many bytes of files were read.
  private final class ReadBytes: Sendable {
    private let bytes = Mutex(0)

    func note(_ progress: ReadingProgress) { bytes.withLock { $0 = max($0, progress.done) } }

    /// Those since this was asked last.
    func taken() -> Int {
      bytes.withLock { bytes in
        defer { bytes = 0 }
        return bytes
      }
    }
  }

  private func watch(
    window: Int = 1 << 10, workers: Int = 1, chunkRows: Int = 1 << 14,
    telling bytes: ReadBytes = ReadBytes()
  ) -> ReadingWatch {
    var watch = ReadingWatch(noting: NotedFiles()) {
      false
    } tell: {
      bytes.note($0)
    }
    watch.workers.set(to: workers)
    watch.windows.leastFile = 0
    watch.windows.fewMembers = 0
    watch.windows.leastProposed = 0
    watch.windows.window = window
    watch.windows.chunkRows = chunkRows
    return watch
  }

  /// Records with numbers of several scales, texts that repeat and that do not, lists, records,
  /// dates and values that are missing.
  private static func records(_ seed: UInt64, count: Int) -> [String] {
    var random = Seeded(seed)
    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    // Some keys are the same.
    return (0..<count).map { row in
      var members = [
        "\"id\":\"\(seed % 2 == 0 && chance(200) ? 7 : row)\"",
        "\"kind\":\"k\\u00e4 \(row % (chance(300) ? 5_000 : 9))\"", "\"note\":\"note \(row)\"",
        "\"list\":[\(row), \(row).5,null]", "\"deep\":{\"x\":{\"y\":[{\"z\":\(row)}]},\"w\":true}",
        "\"day\":\"2024-01-\(10 + row % 20)\"",
      ]
      if !chance(3) { members.append("\"price\":\(row % 100).\(row % (chance(50) ? 1_000 : 10))") }
      if !chance(9) { members.append("\"on\":\(chance(2))") }
      if chance(4) { members.shuffle(using: &random) }
      return "{\(members.joined(separator: ","))}"
    }
  }

  private func files(_ seed: UInt64, count: Int) throws -> [String] {
    let records = Self.records(seed, count: count)
    let rows = (0..<count).map { "\($0),\"a \($0 % 7) \"\"b\"\"\",\($0 % 11).\($0 % 10),x\($0)" }
    let texts = [
      "a.ndjson": records.joined(separator: "\n"),
      "b.json": "[\n\(records.joined(separator: ",\n"))\n]\n",
      "c.csv": "id,kind,price,note\n" + rows.joined(separator: "\n"),
    ]
    for (name, text) in texts { try write(text, name) }
    return texts.keys.sorted().map { "\(folder)/\($0)" }
  }

  private func write(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  private func open(_ path: String, _ watch: ReadingWatch) throws -> FileSource {
    try FileSource.open(path: path, strict: false, watch: watch)
  }

  @Test(arguments: [UInt64](1...4)) func warmIsAsCold(_ seed: UInt64) throws {
    var random = Seeded(seed)
    for path in try files(seed, count: seed == 4 ? 2_500 : 600) {
      for (window, workers) in [(1 << 10, 1), (1 << 10, 2), (5_000, 7), (1 << 19, 2)] {
        let cold = try open(path, watch(window: window))
        let bytes = ReadBytes()
        let keeping = watch(
          window: window, workers: workers, chunkRows: seed == 1 ? 1 << 14 : 100, telling: bytes)
        keeping.columns.keepsReadings = true
        let warm = try open(path, keeping)
        var known: Set<Int> = []
        for _ in 0..<6 {
          let all = Array(cold.schema.fields.indices).shuffled(using: &random)
          let fields = Array(all.prefix(Int.random(in: 0...all.count, using: &random)))
          _ = bytes.taken()
          #expect(
            Answer(warm, fields) == Answer(cold, fields), "\(path) \(window) \(workers) \(fields)")
          // Nothing is read but what was not read before.
          #expect((bytes.taken() == 0) == known.isSuperset(of: fields), "\(path) \(fields)")
          known.formUnion(fields)
        }
      }
    }
  }

  /// A reading that stops keeps nothing; one without later queries neither.
  @Test func onlyWholeReadingsAreKept() throws {
    for path in try files(1, count: 600) {
      let bytes = ReadBytes()
      let watch = watch(telling: bytes)
      let source = try open(path, watch)
      _ = Answer(source, [0, 1])
      #expect(watch.columns.heldBytes == 0)
      watch.columns.keepsReadings = true
      _ = Answer(source, [0, 1], most: 3)
      #expect(watch.columns.heldBytes == 0)
      _ = Answer(source, [0, 1])
      #expect(watch.columns.heldBytes > 600 * 8)
      _ = bytes.taken()
      _ = Answer(source, [1, 0], most: 3)
      #expect(bytes.taken() == 0)
      watch.columns.use(false, memory: nil)
      #expect(watch.columns.heldBytes == 0)
      _ = Answer(source, [0, 1])
      #expect(bytes.taken() > 0 && watch.columns.heldBytes == 0)
    }
  }

  /// A file is known by what it is, under any name.
  @Test func oneFileHasSeveralNames() throws {
    for path in try files(1, count: 600) {
      let bytes = ReadBytes()
      let watch = watch(telling: bytes)
      watch.columns.keepsReadings = true
      let first = Answer(try open(path, watch), [0, 2])
      let link = path.replacing("\(folder)/", with: "\(folder)/another ")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      _ = bytes.taken()
      #expect(Answer(try open(link, watch), [0, 2]) == first)
      #expect(bytes.taken() == 0)
    }
  }

  /// A name that promises another format has the file read otherwise, whatever was kept of it.
  @Test func aNameOfAnotherFormatIsReadAsThat() throws {
    try write("id,a\tb\n" + (0..<600).map { "\($0),x\ty \($0)\n" }.joined(), "b.csv")
    for (name, other) in [("b.csv", "c.tsv"), ("b.csv", "c.csv"), ("b.csv", "c")] {
      let (path, link) = ("\(folder)/\(name)", "\(folder)/\(other)")
      try? FileManager.default.removeItem(atPath: link)
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
      for (first, second) in [(path, link), (link, path)] {
        let watch = watch()
        watch.columns.keepsReadings = true
        _ = Answer(try open(first, watch), [0, 1])
        let cold = try open(second, self.watch())
        let warm = try open(second, watch)
        #expect(warm.schema == cold.schema, "\(second)")
        #expect(Answer(warm, [0, 1]) == Answer(cold, [0, 1]), "\(second)")
        #expect(Answer(warm, [1, 0]) == Answer(cold, [1, 0]), "\(second)")
      }
    }
  }

  /// What was written to a file meanwhile is read, also by whoever has opened it before.
  @Test func whatChangedIsReadAgain() throws {
    for path in try files(1, count: 600) {
      let watch = watch()
      watch.columns.keepsReadings = true
      let source = try open(path, watch)
      let before = Answer(source, [0])
      #expect(before.cells.count == 600 && watch.columns.heldBytes > 0)
      let text = try TestSupport.text(ofFile: path)
      // In place, of the same size.
      let file = try #require(FileHandle(forUpdatingAtPath: path))
      try file.write(contentsOf: Data(text.replacing("k", with: "q").utf8))
      try file.close()
      let fault = try #require(Answer(source, [0]).fault)
      #expect(fault.contains("was changed while it was read"), "\(fault)")
      let after = Answer(try open(path, watch), [0, 1])
      let cold = Answer(try open(path, self.watch()), [0, 1])
      #expect(after == cold)
      #expect(after.cells.map { $0[0] } == before.cells.map { $0[0] })
    }
  }

  /// Records that came meanwhile have no place beside kept columns: that is told as a change.
  @Test func moreRecordsThanWereKeptAreAChange() throws {
    for path in try files(1, count: 600) {
      let opened = try #require(try OpenedFile(path: path, least: 0, watch: watch()))
      let file = try #require(try LongFile(opened))
      let survey = try #require(try file.settled())
      var kept = KeptFile(survey, [])
      kept.columns[0] = KeptColumn()
      let cursor = WindowCursor(
        file, survey.fields, wanted: [0, 1], beside: kept, copy: .file, sharedKeys: nil,
        strict: false)
      #expect(
        throws: SourceFault.cannotOpen(
          path: path,
          reason: .other("was changed while it was read; the next reading takes it anew"))
      ) {
        try cursor.next()
      }
    }
  }

  /// Those that were used least recently go first, and what is too much by itself is not kept.
  @Test func columnsHaveAShareOfTheMemory() throws {
    let path = try files(1, count: 6_000)[0]
    let watch = watch(window: 1 << 16)
    watch.columns.keepsReadings = true
    let source = try open(path, watch)
    let names = source.schema.fields.map(\.name)
    func field(_ name: String) throws -> Int { try #require(names.firstIndex(of: name)) }
    let note = try field("note")
    let price = try field("price")
    let day = try field("day")
    func bytes(_ fields: [Int]) -> Int {
      watch.columns.use(false, memory: nil)
      watch.columns.use(true, memory: nil)
      _ = Answer(source, fields)
      return watch.columns.heldBytes
    }
    let (notes, prices) = (bytes([note]), bytes([price]))
    #expect(notes > 6_000 * 9 && prices > 6_000 * 7 && prices < 6_000 * 10)
    #expect(bytes([note, price]) == notes + prices)
    // The largest is not kept where not all are.
    watch.columns.use(true, memory: 2 * prices + 10)
    #expect(watch.columns.heldBytes <= prices + 5)
    _ = Answer(source, [note, price])
    #expect(watch.columns.heldBytes == prices)
    // One that is wanted takes the place of one that was not for longest.
    let days = bytes([day])
    watch.columns.use(true, memory: 2 * (prices + notes))
    _ = Answer(source, [price])
    _ = Answer(source, [note])
    _ = Answer(source, [price])
    #expect(watch.columns.heldBytes == notes + prices)
    _ = Answer(source, [day])
    #expect(watch.columns.heldBytes == prices + days)
    watch.columns.release(1)
    #expect(watch.columns.heldBytes == days)
  }
}
