// SPDX-License-Identifier: MIT

import Catalogue
import Foundation
import QuerySyntax
import TestSupport
import Testing
import Workers

@testable import CatalogueSources

/// Long files give by windows what they give read whole: fields, keys, rows, notes and faults.
@Suite struct WindowReadingTests {
  /// What a file gives that is read by windows of so many bytes; read whole without a size.
  private static func reading(
    _ path: String, rows: RowsChoice? = nil, window: Int?, threads: Int = 2,
    proposing: Bool = false
  ) -> Reading {
    var reading = Reading(
      path: path, rows: rows, proposing: proposing,
      watch: .windows(of: window, threads: threads))
    reading.isByWindows = reading.isByWindows && window != nil
    return reading
  }

  private static func file(_ name: String, _ text: String) throws -> String {
    try temporaryFile(name, Array(text.utf8))
  }

  /// The same text as it stands and as it is compressed.
  private static func files(_ name: String, _ text: String) throws -> [String] {
    let packed = try Compression.allCases.map {
      try temporaryFile(name + $0.ending, $0.packed(Array(text.utf8)))
    }
    return try [file(name, text)] + packed
  }

  /// Records with members that come and go, in changing orders, nested, of types that change late.
  private static func records(_ seed: UInt64, odd: Bool) -> [String] {
    var random = Seeded(seed)
    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    return (0..<400).map { row in
      var members = [
        "\"id\":\"\(chance(200) ? 7 : row)\"", "\"kind\": \"k\\u00e4 \(row % 9)\"",
        "\"list\":[\(row), \(row).5,null]", "\"deep\":{\"x\":{\"y\":[{\"z\":\(row)}]},\"w\":true}",
      ]
      if !chance(3) { members.append("\"price\":\(row % 100).\(row % 10)") }
      if chance(150) { members.append("\"late\(row % 5)\":[\(row),null]") }
      if chance(4) { members.shuffle(using: &random) }
      if odd, chance(150) { members.append("\"price\":\"none\"") }
      if odd, chance(300) { members.append("\"half\":\"\\ud800\"") }
      if odd, chance(250) { members.append("\"huge\":123456789012345678901234567890123456789012") }
      if odd, chance(400) { return "[1,2]" }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test(arguments: [UInt64](1...6)) func readsWhatIsThere(_ seed: UInt64) throws {
    let records = Self.records(seed, odd: seed > 3)
    let files = [
      try Self.files("a.ndjson", records.joined(separator: "\n")),
      try Self.files("b.json", records.joined(separator: "\n") + "\n"),
      try Self.files("c.json", "[\n\(records.joined(separator: ",\n"))\n]\n"),
      try Self.files("d.json", " [\(records.joined(separator: ","))]"),
      try Self.files(
        "e.json",
        "{\"total\": 4, \"tags\": [1], \"items\": [\n\(records.joined(separator: ",\n"))\n]}\n"),
    ].joined()
    for path in files {
      let whole = Self.reading(path, window: nil)
      #expect(whole.rows.count > 390)
      for (window, threads) in [(1 << 10, 1), (1 << 10, 2), (5_000, 7), (1 << 20, 2)] {
        var byWindows = Self.reading(path, window: window, threads: threads)
        #expect(seed > 3 || byWindows.isByWindows, "\(path) by windows of \(window)")
        byWindows.isByWindows = false
        #expect(byWindows == whole, "\(path) by windows of \(window)")
        var proposed = Self.reading(path, window: window, threads: threads, proposing: true)
        // What is not true of all of the file is found out.
        if proposed.fault != "\(path) is revised" {
          proposed.isByWindows = false
          #expect(proposed == whole, "\(path) proposed by windows of \(window)")
        }
      }
    }
  }

  /// Columns that are made when they are asked for hold the values of the rows that are left.
  @Test(arguments: [UInt64](1...6)) func columnsAreMadeLater(_ seed: UInt64) throws {
    var records = Self.records(seed, odd: false)
    // Values of which something may have to be said are read at once.
    records[seed < 4 ? 90 : 5] = "{\"id\":\"x\",\"kind\":\"\\ud83d\\ude00\",\"price\":1.5e2}"
    let files = [
      try Self.file("a.ndjson", records.joined(separator: "\n")),
      try Self.file("b.json", "[\(records.joined(separator: ","))]"),
      try Self.file("c.csv", Self.table(seed % 5, odd: false)),
    ]
    for path in files {
      let whole = Self.reading(path, window: nil)
      for (window, threads) in [(1 << 10, 1), (5_000, 2)] {
        let (fields, found) = try Self.later(path, window: window, threads: threads)
        #expect(fields > 4 && found.all == whole.rows)
        let kept = whole.rows.enumerated().filter { $0.offset % 6 == 4 }.map(\.element)
        #expect(found.left == kept, "\(path) by windows of \(window)")
      }
    }
  }

  /// How many columns are made later, the rows of a file, and those that two filters leave.
  private static func later(
    _ path: String, window: Int, threads: Int
  ) throws -> (fields: Int, rows: (all: [String], left: [String])) {
    let source = try FileSource.open(
      path: path, strict: false, watch: .windows(of: window, threads: threads))
    var request = ScanRequest(fields: Array(source.schema.fields.indices))
    request.later = Set(request.fields)
    let cursor = try source.scan(request)
    let types = source.schema.fields.map(\.type)
    var (all, left) = (Reading(), Reading())
    var row = 0
    while let batch = try cursor.next() {
      all.take(batch, types)
      let even = Bitmap(count: batch.count) { (row + $0) % 2 == 0 }
      let places = (0..<batch.count).filter { (row + $0) % 2 == 0 }
      let some = batch.filtered(even)
      left.take(some.filtered(Bitmap(count: some.count) { (row + places[$0]) % 3 == 1 }), types)
      row += batch.count
    }
    return (request.later.count, (all.rows, left.rows))
  }

  /// Tables with cells of every kind, quoted and not, some of another kind than those before.
  private static func table(_ seed: UInt64, odd: Bool) -> String {
    var random = Seeded(seed)
    func chance(_ part: Int) -> Bool { Int.random(in: 0..<part, using: &random) == 0 }
    let separator = seed % 2 == 0 ? ";" : ","
    let lineBreak = seed % 3 == 0 ? "\r\n" : "\n"
    var rows = [["id", "name", "price", "day", "on", "note", "late"].joined(separator: separator)]
    for row in 0..<400 {
      let note = chance(3) ? "\"a \(row)\(separator)x \"\"b\"\"\(lineBreak)c\"" : "n\(row)"
      var cells = [
        "\(chance(200) ? 7 : row)", chance(5) ? "\"k ä\"" : "k \(row % 9)",
        chance(6) ? "" : "\(row % 100).\(row % 10)", "2024-01-\(10 + row % 20)",
        row % 2 == 0 ? "true" : "false", note, row < 300 ? "" : chance(4) ? "x" : "\(row)",
      ]
      if odd, chance(150) { cells.append("more") }
      if odd, chance(200) { cells[1] = "a \"b\"" }
      if odd, chance(200) { cells.removeLast() }
      rows.append(cells.joined(separator: separator))
      if chance(50) { rows.append("") }
    }
    return rows.joined(separator: lineBreak) + (chance(2) ? lineBreak : "")
  }

  @Test(arguments: [UInt64](1...8)) func readsTables(_ seed: UInt64) throws {
    let text = Self.table(seed, odd: seed > 5)
    let paths = try ["a.csv", "b.txt", "c.tsv"].flatMap { try Self.files($0, text) }
    for path in paths {
      let isUnnamed = path.contains("/b.txt")
      let whole = Self.reading(path, window: nil)
      // What has rows of several widths is a table only where its name says so.
      #expect(whole.rows.count == (seed > 5 && isUnnamed ? 0 : 400))
      for (window, threads) in [(1 << 10, 1), (1_500, 2), (1 << 20, 7)] {
        var byWindows = Self.reading(path, window: window, threads: threads)
        #expect(seed > 5 || byWindows.isByWindows, "\(path) by windows of \(window)")
        byWindows.isByWindows = false
        #expect(byWindows == whole, "\(path) by windows of \(window)")
      }
    }
  }

  /// A record that is longer than a window, blank lines, and lines without a last break.
  @Test func windowsGrowWithTheirRecords() throws {
    let long = "{\"id\":2,\"text\":\"\(String(repeating: "x", count: 40_000))\"}"
    let lines = "\n{\"id\":1}\n\n\n\(long)\n   \n{\"id\":3}"
    let list = "[{\"id\":1},\n\(long) , {\"id\":3}\n]\n\n"
    for (name, text) in [("a.ndjson", lines), ("b.json", list)] {
      let path = try Self.file(name, text)
      let byWindows = Self.reading(path, window: 100)
      #expect(byWindows.isByWindows, "\(name)")
      #expect(byWindows.fields == ["id:Int*", "text:Text"])
      #expect(byWindows.rows.map(\.count) == [6, 40_004, 6], "\(name)")
    }
  }

  /// A field that is first met in a window that has to grow; names that look alike.
  @Test(arguments: [false, true]) func nothingIsLostWhereWindowsGrow(_ isList: Bool) throws {
    let usual = (0..<20).map { "{\"id\":\($0),\"price\":1}" }
    let long = String(repeating: "x", count: 900)
    let late =
      "{\"id\":20,\"text\":\"\(long)\",\"price\":2.5,\"new\":true,\"end\":\"\(long)\"}"
    let alike = "{\"id\":21,\"\u{E9}\":1,\"e\u{301}\":2}"
    let records = usual + [late] + usual + [alike]
    let text = isList ? "[\(records.joined(separator: ","))]" : records.joined(separator: "\n")
    let path = try Self.file(isList ? "a.json" : "a.ndjson", text)
    let whole = Self.reading(path, window: nil)
    #expect(whole.fields.contains("new:Bool") && whole.fields.contains("price:Decimal"))
    for window in [128, 700, 1_200] {
      var byWindows = Self.reading(path, window: window)
      #expect(byWindows.isByWindows)
      byWindows.isByWindows = false
      #expect(byWindows == whole, "windows of \(window)")
    }
  }

  /// What has to be told of a file is told by those who read it whole.
  @Test(arguments: [
    ("a.ndjson", "{\"id\":1}\n{\"id\":\n{\"id\":3}\n"),
    ("b.json", "[{\"id\":1},{\"id\":2}"),
    ("c.json", "[{\"id\":1},{\"id\":2}] x"),
    ("d.json", "[{\"id\":1},3,{\"id\":\"a\"}]"),
    ("e.json", "{\"items\":[{\"id\":1},{\"id\":2}],\"more\":[{\"id\":3}]}"),
    ("m.json", "{\"items\":[{\"id\":1},{\"id\":2}],\"items\":[]}"),
    ("n.json", "{\"items\":[{\"id\":1},{\"id\":2}],\"total\":}"),
    ("o.json", "{\"items\":[{\"id\":1},{\"id\":2}]} x"),
    ("p.json", "{\"items\":[{\"id\":1},{\"id\":2}]"),
    ("q.json", "{\"items\":[{\"id\":1},{\"id\":2},"),
    ("s.json", "{\"more\":[{\"id\":1}],\"items\":[{\"id\":2},{\"id\":3}]}"),
    ("t.json", "{\"items\":[{\"id\":1},{\"id\":2}]}{\"items\":[{\"id\":3}]}"),
    ("f.json", "{\"id\":1} {\"id\":2}"),
    ("g.ndjson", "{\"id\":1} {\"id\":2}\n{\"id\":3,\"id\":4}"),
    ("h.csv", "id,name\n1,a\n2,b,c\n3,d\n"),
    ("i.json", "[]"),
    ("j.ndjson", "{\"id\":1}\n[2]\n"),
    ("k.ndjson", "{\"id\":1}\n{\"id\":\"\u{0}\"}\n"),
    ("l.json", "[{\"id\":1},]"),
  ]) func saysWhatTheWholeSays(_ name: String, _ text: String) throws {
    let path = try Self.file(name, text)
    let byWindows = Self.reading(path, window: 16)
    #expect(!byWindows.isByWindows)
    #expect(byWindows == Self.reading(path, window: nil))
  }

  /// What stands around the rows of a list is told as of one that is read whole.
  @Test(arguments: [
    ("{\"items\":LIST}", nil), ("{\"items\":LIST,\"total\":3}", nil),
    ("{\"total\":3,\"note\":\"]}\",\"items\": LIST , \"page\":{\"a\":[1,2]}}\n", nil),
    ("{\"items\":LIST,\"more\":[{\"a\":1}],\"total\":3}", "items"),
    ("{\"more\":[{\"a\":1}],\"items\":LIST}", "items"),
    ("{\"data\":{\"total\":3,\"toys\":LIST},\"x\":[{\"y\":1}]}", "data.toys"),
    ("{\"b\":1,\"da\\u0074a\":{\"toys\":LIST}}", "data.toys"),
  ]) func tellsWhatStandsAround(_ text: String, _ items: String?) throws {
    let records = (1...300).map { "{\"id\":\($0),\"rooms\":[{\"beds\":\($0 % 3)}]}" }
    let list = "[\(records.joined(separator: ",\n"))]"
    for path in try Self.files("a.json", text.replacing("LIST", with: list)) {
      let rows = items.map { RowsChoice.list(ItemsPath($0)) }
      let whole = Self.reading(path, rows: rows, window: nil)
      #expect(whole.rows.count == 300 && whole.fields.count == 2)
      for (window, threads) in [(128, 1), (1 << 10, 7), (1 << 20, 2)] {
        var byWindows = Self.reading(path, rows: rows, window: window, threads: threads)
        #expect(byWindows.isByWindows, "\(path) by windows of \(window)")
        byWindows.isByWindows = false
        #expect(byWindows == whole, "\(path) by windows of \(window)")
      }
    }
  }

  /// Where too much stands behind the list, or before it, all is read whole.
  @Test(arguments: [
    ("{\"items\":[{\"id\":1}],\"a\":\"LONG\"}", false),
    ("{\"a\":\"LONG\",\"items\":[{\"id\":1}]}", false),
    ("{\"items\":[{\"id\":1}],\"a\":\"\"}", true),
  ]) func readsAFrameInParts(_ text: String, _ isByWindows: Bool) throws {
    let long = String(repeating: "x", count: 2 * WindowSizes().head)
    let path = try Self.file("a.json", text.replacing("LONG", with: long))
    let reading = Self.reading(path, window: 16)
    #expect(reading.isByWindows == isByWindows)
    #expect(reading.rows == ["1"] && reading.list[1] == "items")
  }

  /// A way that leads to no list of objects is told by who reads all of it.
  @Test(arguments: ["more", "data", "items.id", "nothing", "items[].rooms"])
  func takesAnotherWay(_ items: String) throws {
    let text = "{\"data\":{\"x\":1},\"more\":[1,2],\"items\":[{\"id\":1,\"rooms\":[{\"beds\":2}]}]}"
    let path = try Self.file("a.json", text)
    let rows = RowsChoice.list(ItemsPath(items))
    let byWindows = Self.reading(path, rows: rows, window: 64)
    #expect(!byWindows.isByWindows)
    #expect(byWindows == Self.reading(path, rows: rows, window: nil))
  }

  /// A file that is written while it is read gives no rows of two states.
  @Test func noticesAChange() throws {
    let path = try Self.file("a.ndjson", Self.records(1, odd: false).joined(separator: "\n"))
    var watch = ReadingWatch.unwatched
    watch.windows.leastFile = 0
    watch.windows.window = 4_096
    let source = try FileSource.open(path: path, strict: false, watch: watch)
    let cursor = try source.scan(fields: [0])
    #expect(try cursor.next() != nil)
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.seek(toOffset: 5)
    try handle.write(contentsOf: Data("x".utf8))
    let fault = #expect(throws: SourceFault.self) { while try cursor.next() != nil {} }
    #expect(
      fault.map(describe)
        == "cannot open \(path): was changed while it was read; the next reading takes it anew")
    // What others append is not read.
    let log = try Self.file("c.ndjson", "{\"id\":1}\n{\"id\":2}\n")
    let appended = try FileSource.open(path: log, strict: false, watch: watch)
    let end = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    try end.seekToEnd()
    try end.write(contentsOf: Data("{\"id\":3}\n{\"i".utf8))
    #expect(try appended.scan(fields: [0]).drained().map(\.count) == [2])
    // Another file in its place is none of its business.
    let other = try Self.file("b.ndjson", "{\"id\":1}\n{\"id\":2}")
    let kept = try FileSource.open(path: other, strict: false, watch: watch)
    try FileManager.default.removeItem(atPath: other)
    #expect(try kept.scan(fields: [0]).drained().map(\.count) == [2])
  }
}

/// Whether keys of records may be the same, without holding them.
@Suite struct SurveyedKeyTests {
  private static func run(_ keys: [String]) -> KeyRun {
    var bytes: [UInt8] = []
    var tokens: [ValueToken] = []
    for key in keys {
      let start = bytes.count
      bytes += key.utf8
      tokens.append(ValueToken(start..<bytes.count, .number, .plain))
    }
    return KeyRun(tokens, in: JSONValueReader(Payload(name: "x", bytes: bytes)))
  }

  private static func keys(_ runs: [[String]]) -> SurveyedKeys {
    var keys = SurveyedKeys()
    for keysOfRun in runs { keys.add(run(keysOfRun)) }
    return keys
  }

  @Test func keysThatAscendAreAllDifferent() {
    #expect(Self.run(["0", "7", "9", "10", "19"]).ascends)
    #expect(!Self.run(["1", "1"]).ascends)
    #expect(!Self.run(["10", "9"]).ascends)
    #expect(!Self.keys([["0", "7", "10"], ["20", "100"], ["101"]]).mayRepeat())
    // Those before it are not known any more.
    #expect(Self.keys([["0", "7", "10"], ["20", "100"], ["99"]]).mayRepeat())
  }

  @Test func keysInAnyOrderAreCompared() {
    #expect(!Self.keys([["9", "7", "10"], ["20", "100"], ["99"]]).mayRepeat())
    #expect(Self.keys([["9", "7", "10"], ["20", "100"], ["7"]]).mayRepeat())
    let many = (0..<20_000).map { "\($0 &* 7_919 % 20_011)" }
    #expect(!Self.keys([many]).mayRepeat())
    #expect(Self.keys([many, [many[100]]]).mayRepeat())
  }

  /// Runs of so many numbers, all different, in no order.
  private static func runs(_ count: Int, of size: Int) -> [HashRun] {
    (0..<count).map { run in
      var hashes = HashRun()
      for number in 0..<size {
        hashes.append(UInt64(run * size + number) &* 0x9E37_79B9_7F4A_7C15)
      }
      return hashes
    }
  }

  /// Whatever is held and whatever was put aside, and where nothing can be.
  @Test(arguments: [0, 1, 999, 5_000, 20_000], [nil, "/nowhere"])
  func hashesThatWerePutAsideAreCompared(held: Int, folder: String?) {
    var hashes = HashRuns(holding: held, folder: folder)
    let runs = Self.runs(12, of: 1_000)
    for run in runs { hashes.add(run) }
    #expect(!hashes.mayHaveTwoAlike())
    for (place, twice) in [(0, 3), (6, 999), (11, 500)] {
      var again = hashes
      var run = HashRun()
      run.append(UInt64(place * 1_000 + twice) &* 0x9E37_79B9_7F4A_7C15)
      again.add(run)
      #expect(again.mayHaveTwoAlike(), "\(place)")
    }
    #expect(!hashes.mayHaveTwoAlike())
  }

  @Test func aRecordWithoutAKeyEndsTheQuestion() {
    var keys = Self.keys([["1", "2"]])
    #expect(keys.isComplete)
    keys.add(KeyRun(nil, in: JSONValueReader(Payload(name: "x", bytes: []))))
    #expect(!keys.isComplete)
  }
}
