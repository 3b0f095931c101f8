// SPDX-License-Identifier: MIT

import Catalogue
import Testing

@testable import Arrow
@testable import CatalogueSources

/// Small files that are made for harm take little time and memory, or are told what they are.
@Suite struct HostileArrowTests {
  private typealias Part = BuiltStream.Part

  private static func fault(_ stream: BuiltStream) -> String? {
    Reading(bytes: stream.bytes, name: "x.arrows").fault
  }

  // Columns.

  /// Of notes that all columns share none is held that is not ours.
  @Test func columnsShareTheirNotes() throws {
    let message = SharedFlatBytes.schema(columns: 5_000, name: "x", notes: 5_000)
    #expect(message.count < 50_000)
    guard case .schema(let schema) = try ArrowMessage(message).content else {
      Issue.record("it is a schema")
      return
    }
    #expect(schema.fields.count == 5_000)
    #expect(schema.fields.reduce(0) { $0 + $1.metadata.count } == 0)
  }

  @Test func namesAndNotesAreBounded() {
    let names = SharedFlatBytes.schema(
      columns: 5_000, name: String(repeating: "x", count: 5_000), notes: 1)
    #expect(
      Self.fault(BuiltStream(schema: names))
        == "the message at byte 0, column 3356 is one of those whose names have more than 16 MiB")
    let notes = SharedFlatBytes.schema(columns: 20, name: "x", notes: 10_000, vectors: 20)
    #expect(
      Self.fault(BuiltStream(schema: notes))
        == "the message at byte 0, column 11 is one of those with more than 100000 notes beside "
        + "them")
  }

  // Rows.

  @Test func listsOfNothing() {
    let item = BuiltStream.field("item", 1)
    let inner = BuiltStream.field("y", 16, [0: .int(8_192)], in: [item])
    var stream = BuiltStream([BuiltStream.field("x", 16, [0: .int(8_192)], in: [inner])])
    stream.addRecords(
      1,
      [
        Part(rows: 1, buffers: [[]]), Part(rows: 8_192, buffers: [[]]),
        Part(rows: 1 << 26, nulls: 1 << 26),
      ])
    #expect(stream.bytes.count < 1_000)
    #expect(
      Self.fault(stream)
        == "batch 1, `x`, `y` has lists of more than 4194304 elements in a few rows")
  }

  @Test func listsThatShareTheirElements() {
    let count = 8_192
    let zeros = [UInt8](repeating: 0, count: 4 * count)
    let inner = BuiltStream.field("y", 25, in: [BuiltStream.whole("item", bits: 8)])
    func stream(_ length: Int) -> BuiltStream {
      var stream = BuiltStream([BuiltStream.field("x", 25, in: [inner])])
      let lengths = [Int32](repeating: Int32(length), count: count)
      stream.addRecords(
        1,
        [
          Part(rows: 1, buffers: [[], [0, 0, 0, 0], BuiltStream.bytes([Int32(count)])]),
          Part(rows: count, buffers: [[], zeros, BuiltStream.bytes(lengths)]),
          Part(rows: count, buffers: [[], [UInt8](repeating: 7, count: count)]),
        ])
      return stream
    }
    #expect(
      Self.fault(stream(count))
        == "batch 1, `x` has a row of more than 16777216 values and bytes in lists that share "
        + "their elements")
    let few = Reading(bytes: stream(2).bytes, name: "x.arrows")
    let lists = [String](repeating: "[7,7]", count: count).joined(separator: ",")
    #expect(few.rows == ["[\(lists)]"])
  }

  // Time.

  /// How often files are asked for bytes, and the rows that come of it.
  private static func asks(
    _ stream: BuiltStream
  ) throws -> (count: Int, rows: [String], fault: String?) {
    let asks = Asks()
    let path = try temporaryFile("x.arrows", stream.bytes)
    let reading = Reading(path: path, watch: .counting(asks))
    return (asks.count, reading.rows, reading.fault)
  }

  /// Where runs end is read once for each batch.
  @Test func manyRuns() throws {
    let count = 100_000
    var stream = BuiltStream([
      BuiltStream.field(
        "x", 22, in: [BuiltStream.whole("run_ends"), BuiltStream.whole("values")])
    ])
    let numbers = (1...Int32(count)).map { $0 }
    stream.addRecords(
      count,
      [
        Part(rows: count), Part(rows: count, buffers: [[], BuiltStream.bytes(numbers)]),
        Part(rows: count, buffers: [[], BuiltStream.bytes(numbers)]),
      ])
    let (asked, rows, fault) = try Self.asks(stream)
    #expect(fault == nil && rows == numbers.map { "\($0)" })
    // Each reading asks twice.
    #expect(asked < 2 * (count / Batch.usualCount) + 30)
  }

  /// What is added to a dictionary is read once.
  @Test func manyAdditions() throws {
    let count = 400
    var stream = BuiltStream([BuiltStream.field("x", 5, dictionary: 1)])
    for number in 0..<count {
      stream.addDictionary(1, ["text \(number)"], isDelta: true)
      stream.addRecords(
        2, [Part(rows: 2, buffers: [[], BuiltStream.bytes([0, Int32(number)])])])
    }
    let (asked, rows, fault) = try Self.asks(stream)
    #expect(fault == nil && rows == (0..<count).flatMap { ["\"text 0\"", "\"text \($0)\""] })
    #expect(asked < 20 * count)
  }

  /// A dictionary may grow in the middle of what is read, also of values that are no texts.
  @Test func additionsToNumbers() throws {
    var stream = BuiltStream([BuiltStream.whole("x", dictionary: 7)])
    for number in Int32(0)..<5 {
      let numbers = BuiltStream.bytes([number * 10, number * 10 + 1])
      let data = FlatValue.table([
        0: .long(2), 1: .structs([[2, 0]]), 2: .structs([[0, 0], [0, 8]]),
      ])
      stream.add(
        FlatValue.message(
          .dictionary, .table([0: .long(7), 1: data, 2: .bool(true)]), body: numbers.count),
        numbers)
      stream.addRecords(
        3, [Part(rows: 3, buffers: [[], BuiltStream.bytes([2 * number + 1, 0, number])])])
    }
    let reading = Reading(bytes: stream.bytes, name: "x.arrows")
    #expect(reading.fault == nil)
    var expected: [String] = []
    for number in 0..<5 {
      expected += ["\(10 * number + 1)", "0", "\(number / 2 * 10 + number % 2)"]
    }
    #expect(reading.rows == expected)
  }

  // Memory.

  /// Rows hold of a dictionary that is replaced what they need.
  @Test(arguments: [1, 4_000]) func replacedDictionaries(rows: Int) throws {
    let count = 60
    var stream = BuiltStream([BuiltStream.field("x", 5, dictionary: 1)])
    for number in 0..<count {
      let texts = (0..<2_000).map { "text \(number) \($0) \(String(repeating: "x", count: 20))" }
      stream.addDictionary(1, texts)
      let codes = (0..<rows).map { Int32($0 % 2_000) }
      stream.addRecords(
        rows, [Part(rows: rows, buffers: [[], BuiltStream.bytes(codes)])])
    }
    let source = try FileSource(
      Payload(name: "x.arrows", bytes: stream.bytes), copy: .file, strict: false)
    let cursor = try source.scan(fields: [0])
    var (held, found) = (0, [Value]())
    while let batch = try cursor.next() {
      let kept = batch.filtered(Bitmap(count: batch.count) { $0 == 0 }).gathered
      held += kept.heldBytes()
      found.append(kept[0].value(at: 0))
    }
    #expect(found.count == count * (rows / Batch.usualCount + 1))
    #expect(found.first == Value.text("text 0 0 \(String(repeating: "x", count: 20))"))
    #expect(held < 100 * found.count)
  }

  /// What is unpacked is bounded as that of files that are compressed as a whole.
  @Test func unpackedParts() throws {
    let path = "\(ArrowFileTests.folder)/zeros.arrow"
    #expect(
      Reading(path: path, watch: .unwatched).fault
        == "batch 1, `c0` grows to more than 200 times its size when it is unpacked; "
        + "`set unpack.ratio = 2000` allows more")
    var watch = ReadingWatch.unwatched
    watch.growth.ratio = 1_000_000
    let source = try FileSource.open(path: path, strict: false, watch: watch)
    #expect(source.unpackRatio == 1_000_000)
    #expect(try source.scan(fields: [0]).next()?.count == Batch.usualCount)
  }
}
